//! What is wrong with an expression, and where.

use super::limits::Reason;

/// What is wrong with an expression, and the byte where it is.
#[derive(Debug)]
pub(super) struct Fault {
    at: usize,
    header: &'static str,
    reason: Reason,
}

impl Fault {
    /// The text is no expression.
    #[cold]
    pub(super) fn syntax(at: usize, reason: impl Into<Reason>) -> Self {
        Self { at, header: "Syntax error", reason: reason.into() }
    }

    /// The expression has no value.
    #[cold]
    pub(super) fn value(at: usize, reason: impl Into<Reason>) -> Self {
        Self { at, header: "Error", reason: reason.into() }
    }

    /// The words for a model, with the place in characters of the expression.
    pub(super) fn in_words(&self, expression: &str) -> String {
        let before = expression.get(..self.at).unwrap_or(expression);
        let position = before.chars().count() + 1;
        format!("{} at character {position}: {}", self.header, self.reason)
    }
}

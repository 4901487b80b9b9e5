//! Numbers that would be rounded or lost on the way to a tool, of which no schema speaks.

use crate::error::{ArgumentError, ArgumentErrorKind};
use crate::json::{Node, Number};
use crate::path::Trail;
use crate::schema::check::{Checker, MOST_PROBLEMS, Named, Views};
use crate::schema::node::{Id, Types};
use crate::text;

/// What is asked of a number that would be rounded: digits that everybody reads alike.
const PLAIN_DIGITS: &str = "written in plain digits, without a fraction or exponent";

/// What is asked of a number that no type holds.
const IN_FLOAT: &str = "a number that a 64-bit float can hold";

fn in_integers() -> String {
    format!("between {} and {}", i64::MIN, u64::MAX)
}

/// Whether a problem is one of these.
#[cfg(feature = "testing")]
pub(crate) fn is_about_rounding(kind: &ArgumentErrorKind) -> bool {
    match kind {
        ArgumentErrorKind::OutOfRange { expected, .. } => {
            expected == PLAIN_DIGITS || expected == IN_FLOAT || *expected == in_integers()
        }
        _ => false,
    }
}

/// The problem of a number that nothing holds where anything goes.
#[cold]
pub(crate) fn unrepresentable(number: Number<'_>) -> ArgumentErrorKind {
    ArgumentErrorKind::OutOfRange {
        expected: expected(number, false, true).unwrap_or_else(|| IN_FLOAT.to_owned()),
        received: text::shown(number.text()),
    }
}

/// Whether there is a number in a value that some type would round.
pub(super) fn is_at_risk(node: &Node<'_>) -> bool {
    match node {
        Node::Number(number) => {
            !fits(*number) && (number.is_whole() || number.to_float().is_infinite())
                || number.is_rounded_elsewhere()
        }
        Node::Array(items) => items.iter().any(is_at_risk),
        Node::Object(entries) => entries.iter().any(|(_, value)| is_at_risk(value)),
        _ => false,
    }
}

fn fits(number: Number<'_>) -> bool {
    number.to_integer().is_some_and(|value| i64::try_from(value).is_ok() || u64::try_from(value).is_ok())
}

impl Checker<'_> {
    /// Finds the numbers that would be rounded where they stand; what is ignored is not looked at.
    pub(super) fn rounded(
        &mut self,
        rule: Option<Id>,
        node: &Node<'_>,
        trail: &Trail<'_>,
        problems: &mut Vec<ArgumentError>,
    ) {
        if problems.len() >= MOST_PROBLEMS || !is_at_risk(node) {
            return;
        }
        let views = rule.map(|id| self.views(id, node));
        match node {
            Node::Number(number) => {
                let is_integer = views.as_ref().is_some_and(Views::is_integer);
                let is_any =
                    views.as_ref().is_none_or(|views| views.rules().all(|rule| rule.types == Types::ANY));
                if let Some(expected) = expected(*number, is_integer, is_any) {
                    let received = text::shown(number.text());
                    let kind = ArgumentErrorKind::OutOfRange { expected, received };
                    problems.push(ArgumentError::new(trail.to_path(), kind));
                }
            }
            Node::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let rule = views.as_ref().and_then(|views| views.item(index));
                    self.rounded(rule, item, &Trail::Index(trail, index), problems);
                }
            }
            Node::Object(entries) => {
                for (key, value) in entries {
                    match views.as_ref().map_or(Named::Yes(None), |views| views.key(key)) {
                        Named::Yes(rule) => self.rounded(rule, value, &Trail::Key(trail, key), problems),
                        Named::No => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// What a number must be so that nothing is rounded or lost.
fn expected(number: Number<'_>, is_integer: bool, is_any: bool) -> Option<String> {
    if number.to_float().is_infinite() {
        Some(IN_FLOAT.to_owned())
    } else if is_integer && number.is_rounded_elsewhere() {
        Some(PLAIN_DIGITS.to_owned())
    } else {
        let as_integer = is_integer || (is_any && number.is_plain());
        (as_integer && !fits(number)).then(in_integers)
    }
}

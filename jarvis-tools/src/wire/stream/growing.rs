//! A call while it comes in.

use serde_json::Value;

use crate::call::ToolCall;
use crate::wire::stream::partial::{ArgumentsState, PartialArguments, Scanner};
use crate::wire::turn;

/// What the provider said about a call's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing, as where calls have no end of their own.
    #[default]
    Unsaid,
    /// It will say so, and hasn't.
    Awaited,
    /// It is whole, whatever comes after it.
    Whole,
    /// It broke off.
    Broken,
}

/// A call that is still coming, or that broke off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GrowingCall {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) end: End,
    text: String,
    scanner: Scanner,
}

impl GrowingCall {
    pub(super) fn new(id: &str, name: &str) -> Self {
        Self { id: id.to_owned(), name: name.to_owned(), ..Self::default() }
    }

    /// The provider's mark of the call; empty as long as there is none.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The tool that is called; empty as long as it isn't known.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of the arguments so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What can be seen of the arguments so far.
    pub fn arguments(&self) -> PartialArguments<'_> {
        PartialArguments::new(&self.text, &self.scanner)
    }

    pub(super) fn is_complete(&self) -> bool {
        self.scanner.state() == ArgumentsState::Complete
    }

    pub(super) fn is_silent(&self) -> bool {
        self.scanner.is_silent()
    }

    pub(super) fn grow(&mut self, piece: &str) {
        self.text.push_str(piece);
        self.scanner.push(piece);
    }

    pub(super) fn replace(&mut self, text: &str) {
        self.text.clear();
        self.scanner = Scanner::default();
        self.grow(text);
    }

    /// The call with what came, where the provider has said all of it.
    pub(super) fn into_call(self) -> ToolCall {
        let arguments = if self.is_silent() { "{}".to_owned() } else { self.text };
        ToolCall::new(self.id, self.name, arguments)
    }
}

/// Arguments as text, whatever they came as; nothing for null.
pub(super) fn argument_text(value: Option<&Value>) -> String {
    value.map(turn::plain).unwrap_or_default()
}

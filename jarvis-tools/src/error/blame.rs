//! Which tool is to blame, where in its schema, and why.

use std::fmt;

use crate::text;

/// A refusal of a schema before the tool's name is known: the place in the schema and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// A JSON pointer into the schema.
    pub(crate) path: String,
    pub(crate) reason: String,
}

impl Refusal {
    #[cold]
    pub(crate) fn new(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { path: path.into(), reason: reason.into() }
    }
}

/// What errors about tools hold, boxed, so that results that may hold them stay small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Blame(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    tool: Option<String>,
    refusal: Refusal,
}

impl Blame {
    /// A reason that concerns one tool, or a place in its schema.
    #[cold]
    pub(crate) fn tool(tool: impl Into<String>, refusal: Refusal) -> Self {
        Self(Box::new(Inner { tool: Some(tool.into()), refusal }))
    }

    /// A reason that concerns no single tool.
    #[cold]
    pub(crate) fn general(reason: impl Into<String>) -> Self {
        Self(Box::new(Inner { tool: None, refusal: Refusal::new("", reason) }))
    }

    pub(crate) fn tool_name(&self) -> Option<&str> {
        self.0.tool.as_deref()
    }

    pub(crate) fn schema_path(&self) -> &str {
        &self.0.refusal.path
    }

    pub(crate) fn reason(&self) -> &str {
        &self.0.refusal.reason
    }

    /// The whole text; `failure` is what can't be done with the tool.
    pub(crate) fn write(&self, failure: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tool) = self.tool_name() {
            write!(out, "tool {} {failure}: ", text::name(tool))?;
        }
        if !self.schema_path().is_empty() {
            write!(out, "at {} of its schema: ", self.schema_path())?;
        }
        out.write_str(self.reason())
    }
}

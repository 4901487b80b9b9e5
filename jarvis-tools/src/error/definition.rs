//! Why a tool can't be defined.

use std::fmt;

use crate::error::blame::{Blame, Refusal};

/// Why a tool, or a list of tools, can't be used.
///
/// Such an error is met once, when tools are defined or handed to a registry, and never while a model
/// calls them. The text names the tool, the place in its schema and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError(Blame);

impl DefinitionError {
    /// A reason that concerns one tool.
    #[cold]
    pub(crate) fn tool(tool: impl Into<String>, reason: impl Into<String>) -> Self {
        Self(Blame::tool(tool, Refusal::new("", reason)))
    }

    /// A reason that concerns a place in a tool's schema.
    #[cold]
    pub(crate) fn schema(tool: impl Into<String>, refusal: Refusal) -> Self {
        Self(Blame::tool(tool, refusal))
    }

    /// A reason that concerns a list of tools.
    #[cold]
    pub(crate) fn list(reason: impl Into<String>) -> Self {
        Self(Blame::general(reason))
    }

    /// The name of the tool, where one tool is to blame.
    pub fn tool_name(&self) -> Option<&str> {
        self.0.tool_name()
    }

    /// The place in the tool's schema as a JSON pointer, where the schema is to blame; else empty.
    pub fn schema_path(&self) -> &str {
        self.0.schema_path()
    }

    /// What is wrong, and what to do instead.
    pub fn reason(&self) -> &str {
        self.0.reason()
    }
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write("can't be defined", out)
    }
}

impl std::error::Error for DefinitionError {}

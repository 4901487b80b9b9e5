//! Why a tool can't be defined.

use std::fmt;

/// Why a tool, or a list of tools, can't be used.
///
/// Such an error is met once, when tools are defined or handed to a registry, and never while a model
/// calls them. The text names the tool, the place in its schema and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    tool: Option<String>,
    path: String,
    reason: String,
}

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

impl DefinitionError {
    /// A reason that concerns one tool.
    #[cold]
    pub(crate) fn tool(tool: impl Into<String>, reason: impl Into<String>) -> Self {
        Self(Box::new(Inner { tool: Some(tool.into()), path: String::new(), reason: reason.into() }))
    }

    /// A reason that concerns a place in a tool's schema.
    #[cold]
    pub(crate) fn schema(tool: impl Into<String>, refusal: Refusal) -> Self {
        Self(Box::new(Inner { tool: Some(tool.into()), path: refusal.path, reason: refusal.reason }))
    }

    /// A reason that concerns a list of tools.
    #[cold]
    pub(crate) fn list(reason: impl Into<String>) -> Self {
        Self(Box::new(Inner { tool: None, path: String::new(), reason: reason.into() }))
    }

    /// The name of the tool, where one tool is to blame.
    pub fn tool_name(&self) -> Option<&str> {
        self.0.tool.as_deref()
    }

    /// The place in the tool's schema as a JSON pointer, where the schema is to blame; else empty.
    pub fn schema_path(&self) -> &str {
        &self.0.path
    }

    /// What is wrong, and what to do instead.
    pub fn reason(&self) -> &str {
        &self.0.reason
    }
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tool) = &self.0.tool {
            write!(out, "tool {} can't be defined: ", crate::text::name(tool))?;
        }
        if !self.0.path.is_empty() {
            write!(out, "at {} of its schema: ", self.0.path)?;
        }
        out.write_str(&self.0.reason)
    }
}

impl std::error::Error for DefinitionError {}

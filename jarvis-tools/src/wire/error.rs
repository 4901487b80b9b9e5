//! What can go wrong on the way to and from providers.

use std::fmt;

use crate::error::Refusal;

/// Why something can't be written for a provider, or why its answer can't be read.
///
/// The text names the tool and the place in its schema, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    tool: Option<String>,
    path: String,
    reason: String,
}

impl WireError {
    #[cold]
    pub(super) fn tool(tool: &str, refusal: Refusal) -> Self {
        Self(Box::new(Inner { tool: Some(tool.to_owned()), path: refusal.path, reason: refusal.reason }))
    }

    #[cold]
    pub(super) fn general(reason: impl Into<String>) -> Self {
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

impl fmt::Display for WireError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(tool) = &self.0.tool {
            write!(out, "tool {} can't be sent: ", crate::text::name(tool))?;
        }
        if !self.0.path.is_empty() {
            write!(out, "at {} of its schema: ", self.0.path)?;
        }
        out.write_str(&self.0.reason)
    }
}

impl std::error::Error for WireError {}

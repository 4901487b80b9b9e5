//! What can go wrong on the way to and from providers.

use std::fmt;

use serde_json::Value;

use crate::error::{Blame, Refusal};
use crate::text;

/// Why something can't be written for a provider, or why its answer can't be read.
///
/// The text names the tool and the place in its schema, and what to do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError(Blame);

impl WireError {
    #[cold]
    pub(super) fn tool(tool: &str, refusal: Refusal) -> Self {
        Self(Blame::tool(tool, refusal))
    }

    /// A tool whose definition the protocol's own types don't take.
    #[cold]
    #[cfg(feature = "mcp")]
    pub(crate) fn unwritable(tool: &str, reason: &dyn fmt::Display) -> Self {
        Self::tool(tool, Refusal::new("", reason.to_string()))
    }

    #[cold]
    pub(super) fn general(reason: impl Into<String>) -> Self {
        Self(Blame::general(reason))
    }

    /// What a provider answered instead of a turn.
    #[cold]
    pub(super) fn provider(error: &Value) -> Self {
        let words = error.get("message").unwrap_or(error);
        let words = words.as_str().map_or_else(|| words.to_string(), str::to_owned);
        Self::general(format!("the provider answered with an error: {}", text::shorten(&words, 500)))
    }

    /// A response that isn't what was expected.
    #[cold]
    pub(super) fn no_object(response: &Value) -> Self {
        Self::general(format!("the response is no object: {}", text::shown(&response.to_string())))
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

impl fmt::Display for WireError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write("can't be sent", out)
    }
}

impl std::error::Error for WireError {}

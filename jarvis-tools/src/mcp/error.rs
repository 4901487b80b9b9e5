//! What can go wrong with a connection.

use std::fmt;

/// Why a server couldn't be reached or a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct McpError(String);

impl McpError {
    #[cold]
    pub(super) fn new(doing: &str, cause: impl fmt::Display) -> Self {
        Self(format!("{doing}: {cause}"))
    }
}

impl fmt::Display for McpError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for McpError {}

//! What differs between providers.

use serde_json::Value;

use crate::wire::error::WireError;
use crate::wire::stream::assembly::Assembly;

/// How one provider writes streams.
pub trait Protocol: Default {
    /// Reads an event.
    ///
    /// # Errors
    ///
    /// If it isn't what it should be, or an error of the provider.
    fn read(&mut self, event: &Value, into: &mut Assembly) -> Result<(), WireError>;
}

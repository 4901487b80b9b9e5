//! What can go wrong: in the arguments, in a call, in a definition.

mod argument;
mod blame;
mod definition;
mod malformed;
mod tool;

pub use argument::{ArgumentError, ArgumentErrorKind, ArgumentErrors, Received};
pub use definition::DefinitionError;
pub use malformed::Malformed;
pub use tool::{ToolError, ToolErrorKind};

pub(crate) use blame::{Blame, Refusal};

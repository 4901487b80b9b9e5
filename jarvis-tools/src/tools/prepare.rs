//! What the tools made at run time share: a handler whose argument type is forgotten.

use std::fmt::Display;

use serde::Serialize;

use crate::context::ToolContext;
use crate::definition::Definition;
use crate::error::{ArgumentErrors, ToolError};
use crate::output::ToolOutput;
use crate::tool::Prepared;

/// Decodes for a handler that it holds.
pub(super) type Prepare = Box<
    dyn for<'a> Fn(&Definition, &str, &'a ToolContext) -> Result<Prepared<'a>, ArgumentErrors> + Send + Sync,
>;

/// Boxes such a closure; the bound tells the compiler its lifetimes.
pub(super) fn boxed(
    prepare: impl for<'a> Fn(&Definition, &str, &'a ToolContext) -> Result<Prepared<'a>, ArgumentErrors>
    + Send
    + Sync
    + 'static,
) -> Prepare {
    Box::new(prepare)
}

/// What a handler returned, as an output or an error.
pub(super) fn outcome<R: Serialize + 'static, E: Display + 'static>(
    result: Result<R, E>,
) -> Result<ToolOutput, ToolError> {
    result.map_err(ToolError::from_handler).and_then(ToolOutput::from_handler)
}

//! What the macros' expansions name. Not a public interface: it changes with the macros.

mod meta;
mod probe;

pub use std::boxed::Box;
pub use std::future::Future;
pub use std::option::Option;
pub use std::result::Result;
pub use std::string::String;
pub use std::sync::Arc;
pub use std::time::Duration;
pub use std::vec::Vec;
pub use std::{compile_error, concat, env, file, include_str, line, stringify};

pub use schemars;
pub use serde;

pub use crate::args::ToolArgs;
pub use crate::context::ToolContext;
pub use crate::error::{ArgumentErrors, DefinitionError, ToolError};
pub use crate::output::ToolOutput;
pub use crate::spec::ToolSpec;
pub use crate::tool::{Prepared, Tool};

pub use meta::{LazyDefinition, MetaValue, NoArguments, ToolMeta, define};
pub use probe::{
    KindOfBadError, KindOfBadOutput, KindOfBadResult, KindOfResult, KindOfUnknown, KindOfValue, Probe,
    SchemaOfNone, SchemaOfResult, SchemaOfValue,
};

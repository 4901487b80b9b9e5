//! What the macros' expansions name. Not a public interface: it changes with the macros.

mod list;
mod meta;
mod methods;
mod probe;
mod runtime;

pub use std::convert::Into;
pub use std::option::Option;
pub use std::result::Result;
pub use std::sync::Arc;
pub use std::time::Duration;
pub use std::vec::Vec;
pub use std::{concat, file, line};

#[cfg(feature = "discover")]
pub use inventory;
pub use schemars;
pub use serde;

pub use jarvis_tools_macros::tools;

pub use crate::args::ToolArgs;
pub use crate::context::ToolContext;
#[cfg(feature = "discover")]
pub use crate::discover::Registered;
pub use crate::error::{ArgumentErrors, DefinitionError};
pub use crate::spec::ToolSpec;
pub use crate::tool::{Prepared, Tool};
pub use crate::toolset::Toolset;

#[cfg(feature = "discover")]
pub use list::registered;
pub use list::{Entry, ToolFunction, assert_unique, list, unfinished};
pub use meta::{LazyDefinition, MetaValue, NoArguments, ToolMeta, define};
pub use methods::Methods;
pub use probe::{Context, Probe, assert_described, context};
pub use runtime::Runtime;

/// The steps of the lookup by a handler's return type, to be imported without their names.
pub mod dispatch {
    pub use super::probe::{
        KindOfBadError as _, KindOfBadOutput as _, KindOfBadResult as _, KindOfResult as _,
        KindOfUnknown as _, KindOfValue as _, SchemaOfNone as _, SchemaOfResult as _, SchemaOfValue as _,
    };
}

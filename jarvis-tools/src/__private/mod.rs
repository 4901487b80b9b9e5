//! What the macros' expansions name. Not a public interface: it changes with the macros.

mod function;
mod inline;
mod lazy;
mod list;
mod nothing;
mod probe;
mod runtime;
mod spec;

pub use std::borrow::Cow;
pub use std::concat;
pub use std::convert::Into;
pub use std::default::Default;
pub use std::prelude::v1::derive;
pub use std::sync::Arc;
pub use std::vec;
pub use std::vec::Vec;

#[cfg(feature = "discover")]
pub use inventory;
pub use schemars;
pub use serde;

pub use jarvis_tools_macros::tools;

pub use crate::args::{Argument, ToolArgs};
#[cfg(feature = "discover")]
pub use crate::discover::Registered;
pub use crate::tool::Tool;
pub use crate::toolset::Toolset;

pub use function::{Entry, Function, Methods, ToolFunction, function, unfinished};
pub use inline::{Given, Object, Rule, Shown, absent};
pub use lazy::{Arguments, arguments};
#[cfg(feature = "discover")]
pub use list::registered;
pub use list::{assert_unique, list};
pub use nothing::NoArguments;
pub use probe::{Context, Probe, assert_described, context};
pub use runtime::Runtime;
pub use spec::{Key, Spec};

/// The steps of the lookup by a handler's return type, to be imported without their names.
pub mod dispatch {
    pub use super::inline::NotShown as _;
    pub use super::probe::{
        KindOfBadError as _, KindOfBadOutput as _, KindOfBadResult as _, KindOfResult as _,
        KindOfUnknown as _, KindOfValue as _, SchemaOfNone as _, SchemaOfResult as _, SchemaOfValue as _,
    };
}

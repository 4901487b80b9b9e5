//! Argument types of every shape that serde and schemars users write, to hold schema and decoder against
//! each other.

#![expect(
    dead_code,
    deprecated,
    clippy::enum_variant_names,
    clippy::linkedlist,
    clippy::option_option,
    clippy::type_complexity,
    reason = "The types are only decoded, and have every shape that users write."
)]

mod constraints;
mod custom;
mod enums;
mod flatten;
mod known;
mod lists;
mod maps;
mod mixed;
mod options;
mod recursive;
mod scalars;
mod structs;
mod tagged;
mod untagged;

use jarvis_tools::DefinitionError;
use jarvis_tools::prelude::*;

/// One argument type, as a tool.
pub struct Shape {
    /// The name of the type.
    pub name: &'static str,
    define: fn(&str) -> Result<FnTool, DefinitionError>,
}

impl Shape {
    fn of<A: serde::de::DeserializeOwned + JsonSchema + Send + 'static>(name: &'static str) -> Self {
        Self { name, define: tool::<A> }
    }

    /// A tool that takes arguments of this type.
    ///
    /// # Errors
    ///
    /// If the type is refused, which is a failure of the test.
    pub fn tool(&self) -> Result<FnTool, DefinitionError> {
        (self.define)(self.name)
    }
}

/// A tool that takes arguments of type `A` and does nothing.
///
/// # Errors
///
/// If the type is refused.
pub fn tool<A: serde::de::DeserializeOwned + JsonSchema + Send + 'static>(
    name: &str,
) -> Result<FnTool, DefinitionError> {
    FnTool::new(name, "Does nothing.", |_: A| async { Ok::<_, ToolError>("") })
}

/// All shapes.
pub fn all() -> Vec<Shape> {
    [
        scalars::shapes,
        options::shapes,
        lists::shapes,
        maps::shapes,
        structs::shapes,
        enums::shapes,
        tagged::shapes,
        untagged::shapes,
        flatten::shapes,
        recursive::shapes,
        known::shapes,
        constraints::shapes,
        custom::shapes,
        mixed::shapes,
    ]
    .into_iter()
    .flat_map(|shapes| shapes())
    .collect()
}

/// Defines argument types and lists them.
macro_rules! arguments {
    ($($(#[$attribute:meta])* $name:ident { $($body:tt)* })+) => {
        $(
            #[derive(serde::Deserialize, schemars::JsonSchema)]
            #[allow(dead_code)]
            $(#[$attribute])*
            struct $name { $($body)* }
        )+

        pub(super) fn shapes() -> Vec<crate::shapes::Shape> {
            vec![$(crate::shapes::Shape::of::<$name>(stringify!($name))),+]
        }
    };
}

use arguments;

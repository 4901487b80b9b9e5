//! The mark of types that can be the arguments of a tool.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// A type that can be the arguments of a `#[tool]` function: a struct with named fields whose schema and
/// decoder say the same.
///
/// It is derived, beside `Deserialize` and `JsonSchema`; the derive checks at compile time what would make
/// the schema lie.
///
/// ```
/// use jarvis_tools::prelude::*;
///
/// /// Where to look.
/// #[derive(Deserialize, JsonSchema, ToolArgs)]
/// struct Place {
///     /// City name.
///     city: String,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the arguments of a tool",
    label = "not derived as `ToolArgs`",
    note = "put `#[derive(serde::Deserialize, schemars::JsonSchema, jarvis_tools::ToolArgs)]` on a struct with named fields",
    note = "for single values, give each parameter a doc comment or `#[arg(...)]`: `fn add(/// First number. a: f64)`"
)]
pub trait ToolArgs: DeserializeOwned + JsonSchema {
    /// The fields whose values stay out of events, traces and confirmations.
    #[doc(hidden)]
    const SENSITIVE: &'static [&'static str] = &[];

    /// The fields with a constraint, and its name, so that one without effect on its field's type is found.
    #[doc(hidden)]
    const CONSTRAINED: &'static [(&'static str, &'static str)] = &[];
}

/// A type that can be read from JSON and described by a schema: any that is `DeserializeOwned + JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be an argument of a tool",
    label = "has no decoder or no schema",
    note = "put `#[derive(serde::Deserialize, schemars::JsonSchema)]` on it; for a type of another crate look for its features `serde` and `schemars`, or take a type that has both"
)]
pub trait Argument: DeserializeOwned + JsonSchema {}

// The message above is reported instead of one for each half.
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema> Argument for T {}

//! A crate that allows nothing.
#![deny(missing_docs, unused_qualifications, unsafe_code, unreachable_pub, unused, nonstandard_style)]
#![deny(missing_debug_implementations, missing_copy_implementations, unnameable_types, unused_results)]
#![deny(rust_2018_idioms, single_use_lifetimes, unused_lifetimes, trivial_casts, trivial_numeric_casts)]
#![deny(future_incompatible, let_underscore_drop, unit_bindings, variant_size_differences, unused_import_braces)]

use jarvis_tools::ToolContext;
use jarvis_tools::prelude::*;

/// Where to look.
#[derive(Debug, Deserialize, JsonSchema, ToolArgs)]
pub struct Place {
    /// City name.
    pub city: String,
}

/// Gets a forecast.
#[tool(timeout = "5s", metadata(a = 1))]
pub async fn forecast(place: Place, context: &ToolContext) -> Result<String, ToolError> {
    Ok(format!("{}{}", place.city, context.call_id()))
}

/// Adds two numbers.
#[tool]
pub fn add(
    /// First number.
    #[arg(default = 1.0, example = 2.0)]
    a: f64,
    /// Second number.
    b: f64,
) -> f64 {
    a + b
}

/// Is old.
#[deprecated]
#[must_use]
#[tool]
pub fn old() -> String {
    String::new()
}

/// Is private.
#[tool]
fn private(
    /// Account.
    #[arg(sensitive)]
    account: String,
) {
    drop(account);
}

fn main() {
    drop(tools![forecast, add, old, private]);
}

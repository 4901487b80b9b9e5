mod framework {
    pub use jarvis_tools as renamed;
}

use framework::renamed::{ToolArgs, tool};

/// Adds one.
#[tool(crate = crate::framework::renamed)]
fn add_one(
    /// A number.
    a: u8,
) -> u8 {
    a + 1
}

/// A number.
#[derive(serde::Deserialize, schemars::JsonSchema, ToolArgs)]
#[arg(crate = self::framework::renamed)]
struct Number {
    /// The number.
    number: u8,
}

/// Doubles a number.
#[tool(crate = "framework::renamed")]
fn double(number: Number) -> u8 {
    number.number * 2
}

fn main() {
    assert_eq!(framework::renamed::tools![add_one, double].len(), 2);
}

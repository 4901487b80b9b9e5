#![allow(dead_code, unused_macros)]

use jarvis_tools::{ToolArgs, ToolContext, tool, tools};

mod std {}
mod core {}
mod alloc {}
mod serde {}
mod schemars {}
mod jarvis_tools_macros {}
struct Result;
struct Option;
struct Box;
struct String;
struct Vec;
struct Arc;
struct Tool;
struct ToolSpec;
struct Ok;
struct Default;
trait Into {}
trait From {}
trait Clone {}
macro_rules! concat { () => {} }
macro_rules! assert { () => {} }
macro_rules! line { () => {} }
macro_rules! vec { () => {} }

/// Adds two numbers.
#[tool(title = "Add", timeout = "1s", read_only, metadata(k = "v"), max_result_bytes = 10)]
async fn add(
    /// First number.
    a: f64,
    /// Second number.
    #[arg(default = 2.0, range(min = 0))]
    b: f64,
    context: &ToolContext,
) -> f64 {
    let _ = context;
    a + b
}

/// A number.
#[derive(::serde::Deserialize, ::schemars::JsonSchema, ToolArgs)]
#[schemars(crate = "::schemars")]
struct Number {
    /// The number.
    number: u8,
}

/// Doubles a number.
#[tool]
fn double(args: Number) -> ::std::result::Result<u16, ::std::string::String> {
    ::std::result::Result::Ok(u16::from(args.number) * 2)
}

fn main() {
    ::std::assert_eq!(tools![add, double].len(), 2);
}

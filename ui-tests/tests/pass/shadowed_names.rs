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
struct Err;
struct Some;
struct None;
struct Cow;
struct Value;
struct Key;
struct Spec;
struct Rule;
struct __A0;
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

/// Takes what is called as the parts of an expansion.
#[tool(inline)]
fn take(
    /// A text.
    #[arg(default = "x", length(max = 3), pattern = "^x", example = "xx")]
    text: ::std::string::String,
    /// One.
    #[arg(default)]
    one: __Arguments,
    /// Two.
    #[arg(default = 0)]
    two: u8,
) -> ::std::string::String {
    let _ = (one, two);
    text
}

#[derive(::std::default::Default, ::serde::Deserialize)]
struct __Arguments {}

impl ::schemars::JsonSchema for __Arguments {
    fn schema_name() -> ::std::borrow::Cow<'static, str> {
        ::std::borrow::Cow::Borrowed("__Arguments")
    }

    fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
        ::schemars::json_schema!({ "type": "object" })
    }
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
    ::std::assert_eq!(tools![add, double, take].len(), 3);
}

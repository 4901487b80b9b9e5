//! The macros of `jarvis-tools`; their documentation stands where `jarvis-tools` exports them.

mod paths;

mod rules;

mod types;

mod description;

mod keys;

mod value;

mod foreign;

mod args;

mod tool;

mod list;

use proc_macro::TokenStream;

/// Makes a function a tool. Documented at `jarvis_tools::tool`.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(attribute.into(), item.into()).into()
}

/// Makes a struct the arguments of a tool. Documented at `jarvis_tools::ToolArgs`.
#[proc_macro_derive(ToolArgs, attributes(arg))]
pub fn tool_args(item: TokenStream) -> TokenStream {
    args::expand(item.into()).into()
}

/// The expansion of `jarvis_tools::tools!`, which passes the path of its crate along.
#[doc(hidden)]
#[proc_macro]
pub fn tools(input: TokenStream) -> TokenStream {
    list::expand(input.into()).into()
}

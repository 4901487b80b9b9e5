//! The macros of `jarvis-tools`, to be used through that crate.

// The documentation stands where `jarvis-tools` exports the macros, since its examples need that crate.
#![allow(missing_docs)]

mod paths;

mod rules;

mod types;

mod description;

mod keys;

mod value;

mod foreign;

mod args;

mod tool;

mod toolset;

mod list;

use proc_macro::TokenStream;

#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(attribute.into(), item.into()).into()
}

#[proc_macro_attribute]
pub fn toolset(attribute: TokenStream, item: TokenStream) -> TokenStream {
    toolset::expand(attribute.into(), item.into()).into()
}

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

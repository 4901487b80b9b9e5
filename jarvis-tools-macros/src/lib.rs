//! The macros of `jarvis-tools`.

use proc_macro::TokenStream;

/// Makes a function a tool.
#[proc_macro_attribute]
pub fn tool(_attribute: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Makes a struct the arguments of a tool.
#[proc_macro_derive(ToolArgs, attributes(arg))]
pub fn tool_args(_item: TokenStream) -> TokenStream {
    TokenStream::new()
}

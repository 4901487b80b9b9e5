//! `#[toolset]`: an `impl` block whose methods with `#[tool]` are tools.

mod parse;

mod check;

mod expand;

use darling::Error;
use proc_macro2::TokenStream;
use quote::quote;

use crate::tool::{Owner, Tool};
use parse::{Block, ToolsetKeys};

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let block = match syn::parse2::<Block>(item.clone()) {
        Ok(block) => block,
        // The item is kept, so that what uses it isn't wrong too.
        Err(error) => {
            let error = error.into_compile_error();
            return quote!(#item #error);
        }
    };
    let mut errors = Error::accumulator();
    let keys = ToolsetKeys::parse(attribute, &mut errors);
    let krate = keys.krate();
    let marks = block.marks(&mut errors);
    let tools: Vec<_> = block
        .tools()
        .zip(marks)
        .map(|(function, keys)| {
            let tool = Tool::of(function, keys, Owner::Value, &mut errors);
            crate::tool::check(function, &tool, &mut errors);
            (function, tool)
        })
        .collect();
    check::check(&block, &tools, &mut errors);
    match errors.finish() {
        Ok(()) => expand::toolset(&block, &tools, &krate),
        Err(error) => expand::stub(&block, &krate, error),
    }
}

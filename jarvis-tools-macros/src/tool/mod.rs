//! `#[tool]`: parsed, made into a model, checked, and printed.

mod parse;

mod model;

mod check;

mod spec;

mod inline;

mod call;

mod expand;

use darling::Error;
use proc_macro2::TokenStream;
use quote::quote;

pub(crate) use call::{arguments, call, output_schema};
pub(crate) use check::check;
pub(crate) use expand::items;
pub(crate) use model::{Owner, Tool};
pub(crate) use parse::{Function, ToolKeys};
pub(crate) use spec::meta;

pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let function = match syn::parse2::<Function>(item.clone()) {
        Ok(function) => function,
        // The item is kept, so that what uses it isn't wrong too.
        Err(error) => {
            let error = error.into_compile_error();
            return quote!(#item #error);
        }
    };
    let mut errors = Error::accumulator();
    let keys = ToolKeys::parse(attribute, &mut errors);
    let krate = keys.krate();
    let tool = Tool::of(&function, keys, Owner::Nobody, &mut errors);
    check(&function, &tool, &mut errors);
    match errors.finish() {
        Ok(()) => expand::tool(&function, &tool),
        Err(error) => expand::stub(&function, &krate, error),
    }
}

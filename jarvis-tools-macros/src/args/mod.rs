//! `#[derive(ToolArgs)]`: parsed, made into a model, checked, and printed.

mod model;

mod check;

mod expand;

use darling::Error;
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(item) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Error::accumulator();
    let args = model::Args::of(&item, &mut errors);
    check::check(&args, &mut errors);
    let output = expand::args(&args);
    let error = errors.finish().err().map(Error::write_errors);
    quote!(#output #error)
}

//! `tools![…]`: a list of tools in which each name stands once.

use darling::Error;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Path, Token};

use crate::paths;

struct Input {
    krate: Path,
    elements: Punctuated<Expr, Token![,]>,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let krate = input.parse()?;
        input.parse::<Token![;]>()?;
        Ok(Self { krate, elements: Punctuated::parse_terminated(input)? })
    }
}

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let input: Input = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Error::accumulator();
    let paths: Vec<Path> = input.elements.iter().filter_map(|element| errors.handle(path(element))).collect();
    let error = errors.finish().err().map(Error::write_errors).map(|error| quote!(#error;));
    let (jarvis, import) = (paths::alias(), paths::import(&input.krate));
    let checks = paths.iter().enumerate().skip(1).map(|(index, path)| {
        let (jarvis, place) = (paths::alias_at(path.span()), paths::at(path.span()));
        quote_spanned!(place=> const _: () = #jarvis::assert_unique(__TOOLS, #index);)
    });
    quote!({
        #import
        #error
        const __TOOLS: &[#jarvis::Entry] = &[#(<#paths as #jarvis::ToolFunction>::ENTRY),*];
        #(#checks)*
        #jarvis::list(__TOOLS)
    })
}

fn path(element: &Expr) -> darling::Result<Path> {
    match element {
        Expr::Path(path) if path.qself.is_none() => Ok(path.path.clone()),
        Expr::Group(group) => path(&group.expr),
        other => {
            let message = "expected the name of a `#[tool]` function; other tools join the list with `Vec::push` or `Iterator::chain`";
            Err(Error::custom(message).with_span(other))
        }
    }
}

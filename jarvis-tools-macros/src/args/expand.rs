//! The mark of a struct of arguments.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::model::Args;
use crate::paths;

/// The implementation, also if there were mistakes, so that the tools that take the type aren't wrong too.
pub(crate) fn args(args: &Args) -> TokenStream {
    // A type that borrows can't have one, and neither can a union.
    if args.generics.lifetimes().next().is_some() || args.is_union {
        return TokenStream::new();
    }
    let (jarvis, ident) = (paths::alias(), &args.ident);
    let import = paths::import(&args.krate);
    let mut generics = args.generics.clone();
    if !generics.params.is_empty() {
        let (_, types, _) = args.generics.split_for_impl();
        let bound =
            parse_quote!(#ident #types: #jarvis::serde::de::DeserializeOwned + #jarvis::schemars::JsonSchema);
        generics.make_where_clause().predicates.push(bound);
    }
    let (parameters, types, bounds) = generics.split_for_impl();
    let sensitive: Vec<&String> =
        args.fields.iter().filter(|field| field.is_sensitive()).map(|field| &field.name).collect();
    let sensitive = (!sensitive.is_empty())
        .then(|| quote!(const SENSITIVE: &'static [&'static str] = &[#(#sensitive),*];));
    let assertions = args.fields.iter().filter_map(|field| {
        let message = format!("the description of `{}` is blank, and the model needs one", field.name);
        field.description.as_ref()?.assertion(&message)
    });
    quote! {
        const _: () = {
            #import

            impl #parameters #jarvis::ToolArgs for #ident #types #bounds {
                #sensitive
            }

            #(#assertions)*
        };
    }
}

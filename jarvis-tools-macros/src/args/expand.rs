//! The mark of a struct of arguments.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::model::{Args, Field};
use crate::foreign::Keys;
use crate::paths;

/// The constraints that schemars writes into the schemas of some types only.
const CONSTRAINTS: [&str; 10] =
    ["length", "range", "regex", "pattern", "contains", "email", "url", "ip", "ipv4", "ipv6"];

/// The implementation, also if there were mistakes, so that the tools that take the type aren't wrong too.
pub(crate) fn args(args: &Args) -> TokenStream {
    // A type that borrows can't have one, and neither can a union.
    if args.generics.lifetimes().next().is_some() || args.is_union {
        return TokenStream::new();
    }
    let (krate, ident) = (&args.krate, &args.ident);
    let mut generics = args.generics.clone();
    if !generics.params.is_empty() {
        let (_, types, _) = args.generics.split_for_impl();
        let bound = parse_quote!(#ident #types: #krate::__private::Argument);
        generics.make_where_clause().predicates.push(bound);
    }
    let (parameters, types, bounds) = generics.split_for_impl();
    let sensitive: Vec<&String> =
        args.fields.iter().filter(|field| field.is_sensitive()).map(|field| &field.name).collect();
    let sensitive = (!sensitive.is_empty())
        .then(|| quote!(const SENSITIVE: &'static [&'static str] = &[#(#sensitive),*];));
    let constrained: Vec<TokenStream> = args.fields.iter().flat_map(constraints).collect();
    let constrained = (!constrained.is_empty())
        .then(|| quote!(const CONSTRAINED: &'static [(&'static str, &'static str)] = &[#(#constrained),*];));
    let assertions = assertions(args);
    quote! {
        impl #parameters #krate::__private::ToolArgs for #ident #types #bounds {
            #sensitive
            #constrained
        }

        #assertions
    }
}

/// The constraints of a field that schemars leaves out without a word where they don't concern its type.
fn constraints(field: &Field) -> Vec<TokenStream> {
    if field.is_skipped() || field.is_flattened() {
        return Vec::new();
    }
    let mut constraints = Vec::new();
    for keys in [&field.schemars, &field.validate, &field.garde] {
        add_constraints(keys, &mut constraints);
    }
    let name = &field.name;
    constraints.iter().map(|constraint| quote!((#name, #constraint))).collect()
}

/// Writes constraints as in `length`, and those of a list's items as in `inner(length)`.
fn add_constraints(keys: &Keys, constraints: &mut Vec<String>) {
    constraints.extend(CONSTRAINTS.into_iter().filter(|name| keys.has(name)).map(str::to_owned));
    if let Some(inner) = keys.get("inner") {
        let mut of_items = Vec::new();
        add_constraints(&inner.inner(), &mut of_items);
        constraints.extend(of_items.into_iter().map(|name| format!("inner({name})")));
    }
}

/// Checks of descriptions that only the compiler can put together.
fn assertions(args: &Args) -> Option<TokenStream> {
    let assertions: Vec<TokenStream> = args
        .fields
        .iter()
        .filter_map(|field| {
            let message = format!("the description of `{}` is blank, and the model needs one", field.name);
            field.description.as_ref()?.assertion(&message)
        })
        .collect();
    let import = paths::import(&args.krate);
    (!assertions.is_empty()).then(|| quote!(const _: () = { #import #(#assertions)* };))
}

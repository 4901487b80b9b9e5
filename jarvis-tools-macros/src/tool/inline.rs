//! Arguments that are parameters: the struct that they are decoded into.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Lit;

use super::model::Property;
use crate::keys::Given;
use crate::paths;
use crate::value::{self, Default, Switch};

/// The struct that inline arguments are decoded into.
pub(super) fn arguments(properties: &[Property]) -> TokenStream {
    let (jarvis, arguments) = (paths::alias(), paths::arguments());
    let (serde, schemars) = (paths::behind_alias(paths::SERDE), paths::behind_alias(paths::SCHEMARS));
    let fields = properties.iter().map(field);
    let defaults = properties.iter().filter_map(default);
    let assertions = properties.iter().filter_map(|property| {
        let message = format!("the description of `{}` is blank, and the model needs one", property.name);
        property.description.as_ref()?.assertion(&message)
    });
    let is_sensitive =
        |property: &&Property| matches!(property.keys.sensitive, Some(Given { value: Switch(true), .. }));
    let sensitive: Vec<&String> =
        properties.iter().filter(is_sensitive).map(|property| &property.name).collect();
    let sensitive = (!sensitive.is_empty())
        .then(|| quote!(const SENSITIVE: &'static [&'static str] = &[#(#sensitive),*];));
    quote! {
        #[derive(#jarvis::serde::Deserialize, #jarvis::schemars::JsonSchema)]
        #[serde(crate = #serde)]
        #[schemars(crate = #schemars)]
        struct #arguments {
            #(#fields)*
        }

        impl #jarvis::ToolArgs for #arguments {
            #sensitive
        }

        #(#defaults)*
        #(#assertions)*
    }
}

fn field(property: &Property) -> TokenStream {
    let Property { ident, kind, keys, .. } = property;
    let mut serde = Vec::new();
    if let Some(name) = &keys.name {
        let name = &name.value.value;
        serde.push(quote!(rename = #name));
    }
    match keys.default.as_ref().map(|given| &given.value) {
        Some(Default::OfType) => serde.push(quote!(default)),
        Some(Default::Given(_)) => {
            let function = paths::default_of(ident).to_string();
            serde.push(quote!(default = #function));
        }
        None => {}
    }
    let mut schemars = Vec::new();
    if let Some(description) = &property.description {
        let description = description.value();
        schemars.push(quote!(description = #description));
    }
    if let Some(Given { value, .. }) = &keys.range {
        let bounds = &value.0;
        schemars.push(quote!(range(#bounds)));
    }
    if let Some(Given { value, .. }) = &keys.length {
        let bounds = &value.0;
        schemars.push(quote!(length(#bounds)));
    }
    if let Some(Given { value, .. }) = &keys.pattern {
        let pattern = &value.0;
        schemars.push(quote!(regex(pattern = #pattern)));
    }
    if let Some(Given { value, .. }) = &keys.example {
        let example = &value.0;
        schemars.push(quote!(example = &#example));
    }
    let serde = (!serde.is_empty()).then(|| quote!(#[serde(#(#serde),*)]));
    quote! {
        #serde
        #[schemars(#(#schemars),*)]
        #ident: #kind,
    }
}

/// The function that gives a default; a text becomes whatever type can be made of it.
fn default(property: &Property) -> Option<TokenStream> {
    let Some(Given { value: Default::Given(value), .. }) = &property.keys.default else { return None };
    let (jarvis, kind) = (paths::alias(), &property.kind);
    let function = paths::default_of(&property.ident);
    let value = match value::literal(value) {
        Some(Lit::Str(text)) => quote!(#jarvis::Into::into(#text)),
        _ => value.to_token_stream(),
    };
    Some(quote!(fn #function() -> #kind { #value }))
}

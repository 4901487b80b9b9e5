//! Arguments that are parameters: the struct that they are decoded into.
//!
//! It has a parameter for each field's type, so that a type which lacks something is reported once, where the
//! user wrote it, and not in what is derived.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Lit, Type};

use super::model::Property;
use crate::keys::Given;
use crate::value::{self, Bounds, Default, Switch};
use crate::{paths, types};

/// The struct of these arguments, with what belongs to it.
pub(super) fn items(properties: &[Property]) -> TokenStream {
    let (jarvis, arguments) = (paths::alias(), name(properties));
    let serde = paths::behind_alias(paths::SERDE);
    let parameters: Vec<Ident> = (0..properties.len()).map(parameter).collect();
    let fields = properties.iter().zip(&parameters).map(|(property, parameter)| field(property, parameter));
    let described =
        properties.iter().zip(&parameters).map(|(property, parameter)| described(property, parameter));
    let defaults = properties.iter().filter_map(default);
    let assertions = properties.iter().filter_map(|property| {
        let message = format!("the description of `{}` is blank, and the model needs one", property.name);
        property.description.as_ref()?.assertion(&message)
    });
    let sensitive = sensitive(properties);
    let (generator, object) = (paths::local("generator"), paths::local("object"));
    let bounded = quote!(<#(#parameters: #jarvis::Argument),*>);
    quote! {
        #[derive(#jarvis::serde::Deserialize)]
        #[serde(crate = #serde)]
        struct #arguments<#(#parameters),*> {
            #(#fields)*
        }

        impl #bounded #jarvis::schemars::JsonSchema for #arguments<#(#parameters),*> {
            fn schema_name() -> #jarvis::Cow<'static, str> {
                #jarvis::Cow::Borrowed("Arguments")
            }

            fn json_schema(#generator: &mut #jarvis::schemars::SchemaGenerator) -> #jarvis::schemars::Schema {
                let mut #object = #jarvis::Object::new(#generator);
                #(#described)*
                #jarvis::Object::finish(#object)
            }
        }

        impl #bounded #jarvis::ToolArgs for #arguments<#(#parameters),*> {
            #sensitive
        }

        const fn __arguments #bounded() -> #jarvis::Arguments<#arguments<#(#parameters),*>> {
            #jarvis::arguments::<#arguments<#(#parameters),*>>()
        }

        #(#defaults)*
        #(#assertions)*
    }
}

/// The struct with the types that the user wrote.
pub(super) fn kind(properties: &[Property]) -> TokenStream {
    let (arguments, kinds) = (name(properties), properties.iter().map(|property| &property.kind));
    quote!(#arguments<#(#kinds),*>)
}

/// What is known of it.
pub(super) fn arguments(properties: &[Property]) -> TokenStream {
    let kinds = properties.iter().map(|property| &property.kind);
    quote!(__arguments::<#(#kinds),*>())
}

/// What the function is called with for an argument.
pub(super) fn passed(property: &Ident, properties: &[Property]) -> TokenStream {
    let (jarvis, args) = (paths::alias(), paths::local("args"));
    let keys =
        properties.iter().find(|other| other.ident == *property).map(|other| (&other.kind, &other.keys));
    match keys.and_then(|(kind, keys)| keys.default.as_ref().map(|given| (kind, &given.value))) {
        None => quote!(#args.#property),
        Some((_, Default::Given(_))) => {
            let default = paths::default_of(property);
            quote!(#jarvis::Given::or(#args.#property, #default))
        }
        Some((kind, Default::OfType)) => {
            quote!(#jarvis::Given::or(#args.#property, <#kind as #jarvis::Default>::default))
        }
    }
}

/// A name that none of the arguments' types has.
fn name(properties: &[Property]) -> Ident {
    let mut name = paths::arguments();
    let is_taken = |name: &Ident| {
        let mut kinds = properties.iter().map(|property| &property.kind);
        kinds.any(|kind: &Type| types::names(kind.to_token_stream(), name).is_some())
    };
    while is_taken(&name) {
        name = format_ident!("{name}_");
    }
    name
}

fn parameter(index: usize) -> Ident {
    format_ident!("__A{index}", span = Span::mixed_site())
}

fn sensitive(properties: &[Property]) -> Option<TokenStream> {
    let is_sensitive =
        |property: &&Property| matches!(property.keys.sensitive, Some(Given { value: Switch(true), .. }));
    let names: Vec<&String> = properties.iter().filter(is_sensitive).map(|property| &property.name).collect();
    (!names.is_empty()).then(|| quote!(const SENSITIVE: &'static [&'static str] = &[#(#names),*];))
}

fn field(property: &Property, parameter: &Ident) -> TokenStream {
    let (jarvis, Property { ident, keys, .. }) = (paths::alias(), property);
    let rename = keys.name.as_ref().map(|given| &given.value.value).map(|name| quote!(rename = #name,));
    let Some(_) = &keys.default else {
        let serde = rename.map(|rename| quote!(#[serde(#rename)]));
        return quote!(#serde #ident: #parameter,);
    };
    let absent = paths::behind_alias("absent");
    quote!(#[serde(#rename default = #absent)] #ident: #jarvis::Given<#parameter>,)
}

/// The property's part of the schema.
fn described(property: &Property, parameter: &Ident) -> TokenStream {
    let (jarvis, object, name) = (paths::alias(), paths::local("object"), &property.name);
    let description = property.description.as_ref().map(crate::description::Description::value);
    let rules = rules(property);
    let rules =
        if rules.is_empty() { quote!(#jarvis::Vec::new()) } else { quote!(#jarvis::vec![#(#rules),*]) };
    quote!(#jarvis::Object::property::<#parameter>(&mut #object, #name, #description, #rules);)
}

fn rules(property: &Property) -> Vec<TokenStream> {
    let (jarvis, keys, kind) = (paths::alias(), &property.keys, &property.kind);
    let mut rules = Vec::new();
    if let Some(Given { value: Bounds { min, max }, .. }) = &keys.range {
        rules.extend(min.as_ref().map(|bound| quote!(#jarvis::Rule::minimum(#bound))));
        rules.extend(max.as_ref().map(|bound| quote!(#jarvis::Rule::maximum(#bound))));
    }
    if let Some(Given { value: Bounds { min, max }, .. }) = &keys.length {
        rules.extend(min.as_ref().map(|bound| quote!(#jarvis::Rule::MinLength(#bound))));
        rules.extend(max.as_ref().map(|bound| quote!(#jarvis::Rule::MaxLength(#bound))));
    }
    if let Some(Given { value, .. }) = &keys.pattern {
        let pattern = &value.0;
        rules.push(quote!(#jarvis::Rule::pattern(#pattern)));
    }
    if let Some(Given { value, .. }) = &keys.example {
        let example = &value.0;
        rules.push(quote!(#jarvis::Rule::example(#example)));
    }
    rules.extend(keys.default.as_ref().map(|given| {
        let value = match &given.value {
            Default::Given(_) => {
                let default = paths::default_of(&property.ident);
                quote!(#default())
            }
            Default::OfType => quote!(<#kind as #jarvis::Default>::default()),
        };
        quote!(#jarvis::Shown(#value).__jarvis_rule())
    }));
    rules
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

//! What a tool's function says, decided by its form.

use darling::Error;
use darling::error::Accumulator;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Ident, ReturnType, Type, parse_quote};

use super::parse::{ArgKeys, Function, Parameter, ToolKeys};
use crate::description::Description;
use crate::value::Default;
use crate::{paths, types};

/// The two forms of arguments, for messages.
pub(crate) const FORMS: &str = "a tool takes one struct with `#[derive(ToolArgs)]`, or single arguments, each with a doc comment or `#[arg(...)]`";

pub(crate) struct Tool {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) description: Option<Description>,
    pub(crate) keys: ToolKeys,
    pub(crate) owner: Owner,
    pub(crate) arguments: Arguments,
    /// What the function is called with, in the order of its parameters.
    pub(crate) passed: Vec<Passed>,
    pub(crate) output: Type,
    pub(crate) run: Run,
}

/// Whose the function is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// It is a free function.
    Nobody,
    /// It is a method of a value, in a `#[toolset]`.
    Value,
}

/// Where the arguments come from.
pub(crate) enum Arguments {
    None,
    Struct(Box<Type>),
    Inline(Vec<Property>),
}

/// A parameter that is an argument of its own.
pub(crate) struct Property {
    pub(crate) ident: Ident,
    pub(crate) kind: Type,
    pub(crate) name: String,
    pub(crate) description: Option<Description>,
    pub(crate) keys: ArgKeys,
}

/// What a parameter of the function is filled with.
pub(crate) enum Passed {
    Struct,
    Property(Ident),
    /// The context; the type is what stands behind the `&`.
    Context(Box<Type>),
}

/// How and where the function runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    /// An `async fn`, in place.
    Async,
    /// An `async fn`, on a thread of its own.
    AsyncBlocking,
    /// A plain `fn`, on a thread of its own.
    Blocking,
    /// A plain `fn`, in place.
    Inline,
}

impl Tool {
    pub(crate) fn of(function: &Function, keys: ToolKeys, owner: Owner, errors: &mut Accumulator) -> Self {
        let ident = function.signature.ident.clone();
        let name = match &keys.name {
            Some(given) => given.value.value.clone(),
            None => ident.unraw().to_string(),
        };
        let description = match &keys.description {
            Some(given) => Description::of_value(&given.value.0),
            None => Description::of_docs(&function.attributes),
        };
        let output = match &function.signature.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, kind) => (**kind).clone(),
        };
        let (arguments, passed) = sort(&function.parameters, errors);
        let run = run(function, &keys);
        Self { ident, name, description, keys, owner, arguments, passed, output, run }
    }

    /// What single arguments are made of beside their names, for checks: types and defaults.
    pub(crate) fn inline_parts(&self) -> Vec<(&'static str, TokenStream)> {
        let Arguments::Inline(properties) = &self.arguments else { return Vec::new() };
        let parts = properties.iter().flat_map(|property| {
            let default = match property.keys.default.as_ref().map(|given| &given.value) {
                Some(Default::Given(value)) => {
                    Some(("the default of a single argument", value.to_token_stream()))
                }
                Some(Default::OfType) | None => None,
            };
            [("the type of a single argument", property.kind.to_token_stream())].into_iter().chain(default)
        });
        parts.collect()
    }
}

fn run(function: &Function, keys: &ToolKeys) -> Run {
    let says = |key: &Option<crate::keys::Given<crate::value::Switch>>| {
        key.as_ref().is_some_and(|given| given.value.0)
    };
    match (function.signature.asyncness.is_some(), says(&keys.blocking), says(&keys.inline)) {
        (true, false, _) => Run::Async,
        (true, true, _) => Run::AsyncBlocking,
        (false, _, false) => Run::Blocking,
        (false, _, true) => Run::Inline,
    }
}

/// Sorts the parameters by their form; what fits into none is reported and left out.
fn sort(parameters: &[Parameter], errors: &mut Accumulator) -> (Arguments, Vec<Passed>) {
    let (mut structs, mut properties, mut passed) = (Vec::new(), Vec::new(), Vec::new());
    let mut contexts = 0;
    for parameter in parameters {
        if let Some(attribute) = parameter.attributes.iter().find(|found| paths::is(found, paths::CFG)) {
            let message = "a parameter of a tool is always there; put `#[cfg(...)]` on two functions instead";
            errors.push(Error::custom(message).with_span(attribute));
        }
        if parameter.is_marked() {
            if let Some(property) = property(parameter, errors) {
                passed.push(Passed::Property(property.ident.clone()));
                properties.push(property);
            }
        } else if let Type::Reference(reference) = &parameter.kind {
            contexts += 1;
            if reference.mutability.is_some() || reference.lifetime.is_some() {
                let message = "the context of a call is `&ToolContext`, without `mut` or a lifetime; \
                               an argument is of an owned type, with a doc comment or `#[arg(...)]`";
                errors.push(Error::custom(message).with_span(&parameter.kind));
            } else if contexts == 2 {
                let message = "a second reference: a tool takes one `&ToolContext`; \
                               an argument is of an owned type, with a doc comment or `#[arg(...)]`";
                errors.push(Error::custom(message).with_span(&parameter.kind));
            }
            passed.push(Passed::Context(reference.elem.clone()));
        } else {
            passed.push(Passed::Struct);
            structs.push(parameter);
        }
    }
    (arguments(&structs, properties, errors), passed)
}

fn arguments(structs: &[&Parameter], properties: Vec<Property>, errors: &mut Accumulator) -> Arguments {
    match structs {
        [] if properties.is_empty() => Arguments::None,
        [] => Arguments::Inline(properties),
        [only] if properties.is_empty() => {
            let kind = &only.kind;
            if let Some(span) = types::opaque(kind) {
                let message = format!("`impl Trait` has no schema; {FORMS}");
                errors.push(Error::custom(message).with_span(&span));
            } else if types::borrowed(kind).is_some() {
                let message = "arguments can't borrow, since each call brings its own; use a struct that owns its fields";
                errors.push(Error::custom(message).with_span(kind));
            }
            Arguments::Struct(Box::new(kind.clone()))
        }
        [_, second, ..] if properties.is_empty() => {
            let message = format!("a second parameter without a description: {FORMS}");
            errors.push(Error::custom(message).with_span(&second.pattern));
            Arguments::None
        }
        several => {
            for parameter in several {
                let message = format!("a parameter without a description among described ones: {FORMS}");
                errors.push(Error::custom(message).with_span(&parameter.pattern));
            }
            Arguments::Inline(properties)
        }
    }
}

fn property(parameter: &Parameter, errors: &mut Accumulator) -> Option<Property> {
    let keys = parameter.keys(errors);
    let kind = parameter.kind.clone();
    if let Some(span) = types::opaque(&kind) {
        errors.push(Error::custom("`impl Trait` has no schema; use a type with a name").with_span(&span));
    } else if types::borrowed(&kind).is_some() {
        let message = "borrowed arguments aren't possible, since each call brings its own: \
                       use the owned type (`String` for `&str`, `Vec<T>` for `&[T]`); \
                       the context `&ToolContext` takes no doc comment and no `#[arg]`";
        errors.push(Error::custom(message).with_span(&kind));
    }
    let Some(ident) = parameter.ident() else {
        let message =
            "an argument needs a name for the model; write `name: Type` and take the value apart in the body";
        errors.push(Error::custom(message).with_span(&parameter.pattern.span()));
        return None;
    };
    let name = match &keys.name {
        Some(given) => given.value.value.clone(),
        None => ident.unraw().to_string(),
    };
    let description = match &keys.description {
        Some(given) => Description::of_value(&given.value.0),
        None => Description::of_docs(&parameter.marks),
    };
    Some(Property { ident: ident.clone(), kind, name, description, keys })
}

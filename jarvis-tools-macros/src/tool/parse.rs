//! A function and the keys of its attributes, as they are written.

use darling::ast::NestedMeta;
use darling::error::Accumulator;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Ident, Pat, Path, Signature, Token, Type, Visibility};

use crate::keys::{items, items_of, keys};
use crate::paths;
use crate::value::{Amount, Bounds, Count, CratePath, Default, Duration, Metadata, Switch, Text, Value};

keys! {
    /// What `#[tool(…)]` says.
    pub(crate) struct ToolKeys {
        "name" name: Text,
        "title" title: Text,
        "description" description: Value,
        "category" category: Text,
        "cost_estimate" cost_estimate: Amount,
        "latency_estimate" latency_estimate: Amount,
        "requires_confirmation" requires_confirmation: Switch,
        "timeout" timeout: Duration,
        "blocking" blocking: Switch,
        "inline" inline: Switch,
        "sequential" sequential: Switch,
        "read_only" read_only: Switch,
        "destructive" destructive: Switch,
        "idempotent" idempotent: Switch,
        "open_world" open_world: Switch,
        "strict" strict: Switch,
        "deny_unknown" deny_unknown: Switch,
        "repair" repair: Switch,
        "max_result_bytes" max_result_bytes: Count,
        "register" register: Switch,
        "metadata" metadata: Metadata,
        "crate" krate: CratePath,
    }
}

keys! {
    /// What `#[arg(…)]` says of a parameter.
    pub(crate) struct ArgKeys {
        "name" name: Text,
        "description" description: Value,
        "default" default: Default,
        "range" range: Bounds,
        "length" length: Bounds,
        "pattern" pattern: Value,
        "example" example: Value,
        "sensitive" sensitive: Switch,
    }
}

impl ToolKeys {
    pub(crate) fn parse(attribute: TokenStream, errors: &mut Accumulator) -> Self {
        let mut keys = Self::default();
        keys.read(&items_of(attribute, errors), errors);
        keys
    }

    /// As [`parse`](Self::parse), of an attribute that is still there.
    pub(crate) fn of_attribute(attribute: &Attribute, errors: &mut Accumulator) -> Self {
        let mut keys = Self::default();
        keys.read(&items(attribute, errors), errors);
        keys
    }

    /// The path of the framework.
    pub(crate) fn krate(&self) -> Path {
        self.krate.as_ref().map_or_else(paths::default_crate, |given| given.value.0.clone())
    }
}

/// A function whose body is left as it is, since it may be half written.
pub(crate) struct Function {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    pub(crate) parameters: Vec<Parameter>,
    /// A further `#[tool]`, which is taken off.
    pub(crate) second: Option<Attribute>,
    body: TokenTree,
}

/// A parameter, and what is said about it for the model.
pub(crate) struct Parameter {
    pub(crate) pattern: Pat,
    pub(crate) kind: Type,
    /// The doc comments and `#[arg(…)]`, which rustc takes on no parameter.
    pub(crate) marks: Vec<Attribute>,
    /// Everything else, which stays.
    pub(crate) attributes: Vec<Attribute>,
}

impl Parse for Function {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        if is_other_item(input) {
            return Err(input.error("`#[tool]` goes on a function"));
        }
        Self::behind(attributes, visibility, input)
    }
}

impl Function {
    /// A function whose attributes and visibility are read.
    pub(crate) fn behind(
        mut attributes: Vec<Attribute>,
        visibility: Visibility,
        input: ParseStream,
    ) -> syn::Result<Self> {
        let second = attributes.extract_if(.., |attribute| paths::is_tool(attribute)).last();
        let mut signature: Signature = input.parse()?;
        let body = input.parse()?;
        let parameters = signature.inputs.iter_mut().filter_map(Parameter::take).collect();
        Ok(Self { attributes, visibility, signature, parameters, second, body })
    }

    /// The conditions under which it is compiled.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes.iter().filter(|attribute| paths::is(attribute, paths::CFG))
    }
}

/// Whether an item starts here that is plainly no function.
fn is_other_item(input: ParseStream) -> bool {
    input.peek(Token![struct])
        || input.peek(Token![enum])
        || input.peek(Token![union])
        || input.peek(Token![mod])
        || input.peek(Token![impl])
        || input.peek(Token![trait])
        || input.peek(Token![use])
        || input.peek(Token![type])
        || input.peek(Token![static])
}

impl Parameter {
    /// Takes the marks off a parameter; none for `self`.
    fn take(input: &mut FnArg) -> Option<Self> {
        let FnArg::Typed(input) = input else { return None };
        let is_mark =
            |attribute: &Attribute| paths::is(attribute, paths::DOC) || paths::is(attribute, paths::ARG);
        let (marks, attributes): (Vec<_>, Vec<_>) = input.attrs.drain(..).partition(is_mark);
        input.attrs.clone_from(&attributes);
        Some(Self { pattern: (*input.pat).clone(), kind: (*input.ty).clone(), marks, attributes })
    }

    /// Whether it is an argument of its own.
    pub(crate) fn is_marked(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Its name, if it has one.
    pub(crate) fn ident(&self) -> Option<&Ident> {
        match &self.pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(&name.ident),
            _ => None,
        }
    }

    pub(crate) fn keys(&self, errors: &mut Accumulator) -> ArgKeys {
        let mut keys = ArgKeys::default();
        // All of them in one list, so that a key given in two attributes is given twice.
        let mut all: Vec<NestedMeta> = Vec::new();
        for attribute in self.marks.iter().filter(|attribute| paths::is(attribute, paths::ARG)) {
            all.extend(items(attribute, errors));
        }
        keys.read(&all, errors);
        keys
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { attributes, visibility, signature, body, .. } = self;
        tokens.extend(quote!(#(#attributes)* #visibility #signature #body));
    }
}

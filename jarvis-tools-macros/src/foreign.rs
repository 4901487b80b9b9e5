//! The attributes of serde and schemars, read only as far as they must agree.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Lit, Meta, Token};

use crate::paths;
use crate::value::literal;

/// The keys of all attributes of one name. What isn't understood is left out: its own macro reports it.
pub(crate) struct Keys(Vec<Key>);

/// A key of another macro's attribute.
pub(crate) struct Key {
    name: Ident,
    /// `!key`, by which schemars ignores a key of serde.
    negated: bool,
    value: Value,
}

enum Value {
    Word,
    Expr(Expr),
    List(TokenStream),
}

impl Keys {
    pub(crate) fn read(attributes: &[Attribute], name: &str) -> Self {
        let lists = attributes.iter().filter(|attribute| paths::is(attribute, name));
        let tokens = lists.filter_map(|attribute| match &attribute.meta {
            Meta::List(list) => Some(list.tokens.clone()),
            Meta::Path(_) | Meta::NameValue(_) => None,
        });
        Self(tokens.flat_map(keys).collect())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Key> {
        self.0.iter().find(|key| !key.negated && key.name == name)
    }

    pub(crate) fn negated(&self, name: &str) -> Option<&Key> {
        self.0.iter().find(|key| key.negated && key.name == name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

impl Key {
    pub(crate) fn span(&self) -> Span {
        self.name.span()
    }

    /// The text of `key = "text"`, or of `key(deserialize = "text")`.
    pub(crate) fn text(&self) -> Option<String> {
        match &self.value {
            Value::Expr(value) => match literal(value)? {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            Value::List(_) => self.inner().get("deserialize").and_then(Self::text),
            Value::Word => None,
        }
    }

    /// The value as an expression, if it has one.
    pub(crate) fn expr(&self) -> Option<&Expr> {
        match &self.value {
            Value::Expr(value) => Some(value),
            Value::Word | Value::List(_) => None,
        }
    }

    /// The keys in the parentheses of `key(…)`.
    pub(crate) fn inner(&self) -> Keys {
        match &self.value {
            Value::List(tokens) => Keys(keys(tokens.clone())),
            Value::Word | Value::Expr(_) => Keys(Vec::new()),
        }
    }

    /// Whether both say the same.
    pub(crate) fn same_value(&self, other: &Self) -> bool {
        let shown = |key: &Self| match &key.value {
            Value::Word => String::new(),
            Value::Expr(value) => value.to_token_stream().to_string(),
            Value::List(tokens) => tokens.to_string(),
        };
        shown(self) == shown(other)
    }
}

fn keys(tokens: TokenStream) -> Vec<Key> {
    let parsed = Punctuated::<Key, Token![,]>::parse_terminated.parse2(tokens);
    parsed.map(|keys| keys.into_iter().collect()).unwrap_or_default()
}

impl Parse for Key {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let negated = input.parse::<Option<Token![!]>>()?.is_some();
        let name = input.call(Ident::parse_any)?;
        let value = if input.parse::<Option<Token![=]>>()?.is_some() {
            Value::Expr(input.parse()?)
        } else if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            Value::List(content.parse()?)
        } else {
            Value::Word
        };
        Ok(Self { name, negated, value })
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn reads_what_serde_and_schemars_take() {
        let attributes: [Attribute; 2] = [
            parse_quote!(#[schemars(!default, range(min = 1), rename(deserialize = "b", serialize = "a"))]),
            parse_quote!(#[schemars(extend("x-unit" = "m"))]),
        ];
        let keys = Keys::read(&attributes, "schemars");
        assert!(keys.negated("default").is_some() && !keys.has("default"));
        assert_eq!(keys.get("rename").and_then(Key::text).as_deref(), Some("b"));
        assert!(keys.has("extend") && keys.has("range"));
    }
}

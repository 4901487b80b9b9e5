//! Keys of our own attributes: each table of them is a struct, read with every mistake gathered.

use darling::ast::NestedMeta;
use darling::error::Accumulator;
use darling::{Error, FromMeta};
use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned as _;
use syn::{Attribute, Meta, Path};

use crate::rules;

/// A key's value and the place of the key.
pub(crate) struct Given<T> {
    pub(crate) value: T,
    pub(crate) key: Span,
}

/// Declares a table of keys as a struct in which each key may be given once.
///
/// A key with a wrong value is reported and left out, so that the rest can still be checked.
macro_rules! keys {
    ($(#[$doc:meta])* $visibility:vis struct $Keys:ident { $($key:literal $field:ident: $Value:ty,)+ }) => {
        $(#[$doc])*
        #[derive(Default)]
        $visibility struct $Keys {
            $($visibility $field: Option<$crate::keys::Given<$Value>>,)+
        }

        impl $Keys {
            const KEYS: &'static [&'static str] = &[$($key),+];

            /// Adds the keys of a list, as far as they are valid.
            $visibility fn read(
                &mut self,
                items: &[darling::ast::NestedMeta],
                errors: &mut darling::error::Accumulator,
            ) {
                for item in items {
                    match errors.handle($crate::keys::key_of(item, Self::KEYS)).as_deref() {
                        $(Some($key) => $crate::keys::set(&mut self.$field, $key, item, errors),)+
                        _ => {}
                    }
                }
            }
        }
    };
}

pub(crate) use keys;

/// The items in the parentheses of an attribute; none for the bare word.
pub(crate) fn items(attribute: &Attribute, errors: &mut Accumulator) -> Vec<NestedMeta> {
    match &attribute.meta {
        Meta::Path(_) => Vec::new(),
        Meta::List(list) => items_of(list.tokens.clone(), errors),
        Meta::NameValue(pair) => {
            errors.push(Error::custom("expected keys in parentheses").with_span(&pair.eq_token));
            Vec::new()
        }
    }
}

/// The items of a list; what isn't one is reported.
pub(crate) fn items_of(tokens: TokenStream, errors: &mut Accumulator) -> Vec<NestedMeta> {
    let items = NestedMeta::parse_meta_list(tokens).map_err(Error::from);
    errors.handle(items).unwrap_or_default()
}

/// The key that an item gives a value for, out of those that there are.
pub(crate) fn key_of(item: &NestedMeta, keys: &[&str]) -> darling::Result<String> {
    let Some(path) = path_of(item) else {
        return Err(Error::custom("expected `key` or `key = value`").with_span(item));
    };
    let key = shown(path);
    if keys.contains(&key.as_str()) {
        return Ok(key);
    }
    let help = match rules::nearest(&key, keys) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if keys.len() == 1 => format!("expected `{}`", keys.concat()),
        None => format!("expected one of `{}`", keys.join("`, `")),
    };
    Err(Error::custom(format_args!("unknown key `{key}`; {help}")).with_span(path))
}

/// Reads a key's value into its place.
pub(crate) fn set<T: FromMeta>(
    place: &mut Option<Given<T>>,
    key: &str,
    item: &NestedMeta,
    errors: &mut Accumulator,
) {
    let span = path_of(item).map_or_else(|| item.span(), syn::spanned::Spanned::span);
    if place.is_some() {
        errors.push(Error::custom(format_args!("`{key}` is given twice; keep one")).with_span(&span));
        return;
    }
    *place = errors.handle(T::from_nested_meta(item)).map(|value| Given { value, key: span });
}

fn path_of(item: &NestedMeta) -> Option<&Path> {
    match item {
        NestedMeta::Meta(meta) => Some(meta.path()),
        NestedMeta::NameValueInvalidExpr(pair) => Some(&pair.path),
        NestedMeta::Lit(_) => None,
    }
}

fn shown(path: &Path) -> String {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    segments.join("::")
}

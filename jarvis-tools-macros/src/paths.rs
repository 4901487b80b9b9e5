//! Every name that the expansions share with the framework and with other macros, once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{Attribute, Path, parse_quote};

/// The attribute on functions.
pub(crate) const TOOL: &str = "tool";
/// The attribute on parameters and fields.
pub(crate) const ARG: &str = "arg";
/// Doc comments.
pub(crate) const DOC: &str = "doc";
/// Conditional compilation.
pub(crate) const CFG: &str = "cfg";
/// The attributes of the deserializer.
pub(crate) const SERDE: &str = "serde";
/// The attributes of the schema.
pub(crate) const SCHEMARS: &str = "schemars";
/// Attributes of other crates that schemars reads constraints from.
pub(crate) const VALIDATE: &str = "validate";
pub(crate) const GARDE: &str = "garde";

/// The framework's crate, unless the `crate` key names another path to it.
pub(crate) fn default_crate() -> Path {
    parse_quote!(::jarvis_tools)
}

/// The alias by which an expansion names everything of the framework.
pub(crate) fn alias() -> Ident {
    Ident::new("__jarvis", Span::mixed_site())
}

/// The alias for a piece of the expansion about which a message should point at this place.
pub(crate) fn alias_at(place: Span) -> Ident {
    Ident::new("__jarvis", at(place))
}

/// A place in the user's code, for names that aren't the user's.
pub(crate) fn at(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}

/// A variable of the expansion, which neither hides the user's names nor is hidden by them.
pub(crate) fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The import of the alias.
pub(crate) fn import(krate: &Path) -> TokenStream {
    let alias = alias();
    quote!(use #krate::__private as #alias;)
}

/// The path of a crate behind the alias, as serde's and schemars' `crate` keys want it.
pub(crate) fn behind_alias(krate: &str) -> String {
    format!("{}::{krate}", alias())
}

/// The hidden struct of inline arguments.
pub(crate) fn arguments() -> Ident {
    Ident::new("__Arguments", Span::mixed_site())
}

/// The function that makes the default of an inline argument.
pub(crate) fn default_of(property: &Ident) -> Ident {
    format_ident!("__default_{}", property.unraw(), span = Span::mixed_site())
}

/// Whether the attribute is of this name.
pub(crate) fn is(attribute: &Attribute, name: &str) -> bool {
    attribute.path().is_ident(name)
}

/// Whether the attribute is `#[tool]`, by whatever path.
pub(crate) fn is_tool(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|segment| segment.ident == TOOL)
}

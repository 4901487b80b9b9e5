//! A tool's spec, as constants.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::model::Tool;
use super::parse::ToolKeys;
use crate::keys::Given;
use crate::paths;
use crate::value::{Amount, Count, Switch, Text};

/// The spec, without what it doesn't say.
pub(crate) fn meta(tool: &Tool) -> TokenStream {
    let jarvis = paths::alias();
    let name = &tool.name;
    let description = tool.description.as_ref().map(crate::description::Description::value);
    let keys = keys(&tool.keys);
    quote! {
        #jarvis::ToolMeta {
            name: #name,
            description: #description,
            #keys
            place: #jarvis::concat!(#jarvis::file!(), ":", #jarvis::line!()),
            ..#jarvis::ToolMeta::DEFAULT
        }
    }
}

fn keys(keys: &ToolKeys) -> TokenStream {
    let jarvis = paths::alias();
    let mut fields = TokenStream::new();
    let mut field = |name: &str, value: Option<TokenStream>| {
        if let Some(value) = value {
            let name = format_ident!("{name}");
            fields.extend(quote!(#name: #value,));
        }
    };
    let some = |value: TokenStream| quote!(#jarvis::Option::Some(#value));
    let switch = |given: &Option<Given<Switch>>| given.as_ref().map(|given| given.value.0.to_token_stream());
    let text = |given: &Option<Given<Text>>| given.as_ref().map(|given| given.value.value.to_token_stream());
    let amount = |given: &Option<Given<Amount>>| given.as_ref().map(|given| given.value.0.to_token_stream());
    let count = |given: &Option<Given<Count>>| given.as_ref().map(|given| given.value.0.to_token_stream());
    field("title", text(&keys.title).map(some));
    field("category", text(&keys.category));
    field("cost_estimate", amount(&keys.cost_estimate));
    field("latency_estimate", amount(&keys.latency_estimate));
    field("requires_confirmation", switch(&keys.requires_confirmation));
    field("timeout", keys.timeout.as_ref().map(|given| some(given.value.to_token_stream())));
    field("sequential", switch(&keys.sequential));
    field("strict", switch(&keys.strict));
    field("deny_unknown", switch(&keys.deny_unknown));
    field("repair", switch(&keys.repair));
    field("max_result_bytes", count(&keys.max_result_bytes).map(some));
    field("read_only", switch(&keys.read_only).map(some));
    field("destructive", switch(&keys.destructive).map(some));
    field("idempotent", switch(&keys.idempotent).map(some));
    field("open_world", switch(&keys.open_world).map(some));
    field(
        "metadata",
        keys.metadata.as_ref().map(|given| {
            let entries = given.value.0.iter().map(|(name, value)| quote!((#name, #value)));
            quote!(&[#(#entries),*])
        }),
    );
    fields
}

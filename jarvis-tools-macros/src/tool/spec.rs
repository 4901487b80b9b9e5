//! A tool's spec, as constants.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::model::Tool;
use super::parse::ToolKeys;
use crate::description::Description;
use crate::keys::Given;
use crate::paths;
use crate::value::MetadataValue;

/// The spec, as far as the attribute says something.
pub(crate) fn spec(tool: &Tool) -> TokenStream {
    let jarvis = paths::alias();
    let name = &tool.name;
    let description = tool.description.as_ref().map(Description::value);
    let keys = keys(&tool.keys);
    quote!(#jarvis::Spec::new(#name, #description, &[#(#keys),*]))
}

fn keys(keys: &ToolKeys) -> Vec<TokenStream> {
    let texts = [("Title", &keys.title), ("Category", &keys.category)];
    let amounts = [("CostEstimate", &keys.cost_estimate), ("LatencyEstimate", &keys.latency_estimate)];
    // What is off unless it is said, and what may be left open.
    let switches = [
        ("RequiresConfirmation", &keys.requires_confirmation),
        ("Sequential", &keys.sequential),
        ("Strict", &keys.strict),
        ("DenyUnknown", &keys.deny_unknown),
        ("Repair", &keys.repair),
    ];
    let annotations = [
        ("ReadOnly", &keys.read_only),
        ("Destructive", &keys.destructive),
        ("Idempotent", &keys.idempotent),
        ("OpenWorld", &keys.open_world),
    ];
    let mut all = Vec::new();
    for (name, given) in texts {
        all.extend(given.as_ref().map(|given| key(name, &given.value.value)));
    }
    for (name, given) in amounts {
        all.extend(given.as_ref().map(|given| key(name, &given.value.0)));
    }
    all.extend(keys.timeout.as_ref().map(|given| key("Timeout", &given.value.milliseconds())));
    for (name, given) in switches {
        all.extend(given.as_ref().filter(|given| given.value.0).map(|_| word(name)));
    }
    all.extend(keys.max_result_bytes.as_ref().map(|given| key("MaxResultBytes", &given.value.0)));
    for (name, given) in annotations {
        all.extend(given.as_ref().map(|given| key(name, &given.value.0)));
    }
    if let Some(Given { value, .. }) = &keys.metadata {
        all.extend(value.0.iter().map(|(name, value)| metadata(name, value)));
    }
    all
}

fn word(name: &str) -> TokenStream {
    let (jarvis, name) = (paths::alias(), Ident::new(name, Span::call_site()));
    quote!(#jarvis::Key::#name)
}

fn key(name: &str, value: &impl ToTokens) -> TokenStream {
    let key = word(name);
    quote!(#key(#value))
}

fn metadata(name: &str, value: &MetadataValue) -> TokenStream {
    let (variant, value) = match value {
        MetadataValue::Text(text) => (word("MetaText"), text.to_token_stream()),
        MetadataValue::Bool(switch) => (word("MetaBool"), switch.to_token_stream()),
        MetadataValue::Integer(number) => (word("MetaInteger"), number.to_token_stream()),
        MetadataValue::Float(number) => (word("MetaFloat"), number.to_token_stream()),
    };
    quote!(#variant(#name, #value))
}

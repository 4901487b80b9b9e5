//! The function as it was, and the tool beside it.

use darling::Error;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Lit, Path};

use super::model::{Arguments, Passed, Property, Run, Tool};
use super::parse::{Function, ToolKeys};
use crate::keys::Given;
use crate::value::{self, Amount, Count, Default, Switch, Text};
use crate::{paths, types};

pub(crate) fn tool(function: &Function, tool: &Tool) -> TokenStream {
    let Tool { ident, name, .. } = tool;
    let jarvis = paths::alias();
    let arguments = arguments(&tool.arguments);
    let hidden = match &tool.arguments {
        Arguments::Inline(properties) => Some(hidden_struct(properties)),
        Arguments::None | Arguments::Struct(_) => None,
    };
    let assertion = tool.description.as_ref().and_then(|description| {
        description.assertion("the tool's description is blank, and the model needs one")
    });
    let (meta, output, run) = (meta(tool), &tool.output, run(tool));
    let body = quote! {
        use #jarvis::dispatch::*;

        #hidden
        #assertion

        static __DEFINITION: #jarvis::LazyDefinition<#arguments> =
            #jarvis::define::<#arguments>(#meta, || (&&&#jarvis::Probe::<#output>::NEW).output_schema());

        impl #jarvis::ToolFunction for #ident {
            const NAME: &'static str = #name;
            const NEW: Self = Self {};
        }

        impl #jarvis::Tool for #ident {
            fn spec(&self) -> &#jarvis::ToolSpec {
                __DEFINITION.spec()
            }

            fn check(&self) -> #jarvis::Result<(), #jarvis::DefinitionError> {
                __DEFINITION.check()
            }

            fn prepare<'a>(
                &'a self,
                arguments: &str,
                context: &'a #jarvis::ToolContext,
            ) -> #jarvis::Result<#jarvis::Prepared<'a>, #jarvis::ArgumentErrors> {
                __DEFINITION.decode(arguments, context).map(|decoded| #run)
            }
        }
    };
    item(function, &tool.keys.krate(), &body)
}

/// What stands beside a function that can't be a tool, so that its name can be used and the mistakes are all
/// that is reported.
pub(crate) fn stub(function: &Function, krate: &Path, error: Error) -> TokenStream {
    let error = error.write_errors();
    // In an `impl` block there can't be a struct.
    if function.signature.receiver().is_some() || types::own_type(&function.signature).is_some() {
        return quote!(#function #error);
    }
    let (ident, jarvis) = (&function.signature.ident, paths::alias());
    let item = item(
        function,
        krate,
        &quote! {
            impl #jarvis::ToolFunction for #ident {
                const NAME: &'static str = "";
                const NEW: Self = Self {};
            }

            impl #jarvis::Tool for #ident {
                fn spec(&self) -> &#jarvis::ToolSpec {
                    #jarvis::unfinished()
                }

                fn prepare<'a>(
                    &'a self,
                    _: &str,
                    _: &'a #jarvis::ToolContext,
                ) -> #jarvis::Result<#jarvis::Prepared<'a>, #jarvis::ArgumentErrors> {
                    #jarvis::unfinished()
                }
            }
        },
    );
    quote!(#item #error)
}

/// The function, the hidden struct and the block around everything else.
fn item(function: &Function, krate: &Path, body: &TokenStream) -> TokenStream {
    let (visibility, ident) = (&function.visibility, &function.signature.ident);
    let conditions: Vec<&Attribute> =
        function.attributes.iter().filter(|attribute| paths::is(attribute, paths::CFG)).collect();
    let import = paths::import(krate);
    quote! {
        #function

        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, unreachable_pub, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #ident {}

        #(#conditions)*
        #[allow(deprecated, clippy::needless_update)]
        const _: () = {
            #import
            #body
        };
    }
}

/// The type of the arguments.
fn arguments(arguments: &Arguments) -> TokenStream {
    match arguments {
        Arguments::None => {
            let jarvis = paths::alias();
            quote!(#jarvis::NoArguments)
        }
        Arguments::Struct(kind) => kind.to_token_stream(),
        Arguments::Inline(_) => paths::arguments().to_token_stream(),
    }
}

/// The spec, without what it doesn't say.
fn meta(tool: &Tool) -> TokenStream {
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

/// The call of the function with decoded arguments.
fn run(tool: &Tool) -> TokenStream {
    let jarvis = paths::alias();
    let ident = &tool.ident;
    let arguments = if matches!(tool.arguments, Arguments::None) { quote!(_) } else { quote!(args) };
    let takes_context = tool.passed.iter().any(|passed| matches!(passed, Passed::Context(_)));
    let passed = tool.passed.iter().map(|passed| match passed {
        Passed::Struct => quote!(args),
        Passed::Property(name) => quote!(args.#name),
        Passed::Context(kind) => quote!(#jarvis::context::<#kind>(context)),
    });
    let call = quote!(#ident(#(#passed),*));
    let context = if takes_context { quote!(context) } else { quote!(_) };
    // A message about the arguments' type belongs there.
    let place = paths::at(tool.arguments.span().unwrap_or_else(|| ident.span()));
    match tool.run {
        Run::Async => {
            let sent = sent(tool, &quote!(#call.await));
            let run = quote_spanned!(place=> run);
            quote!(decoded.#run(move |#arguments| async move { #sent }))
        }
        Run::AsyncBlocking => {
            let sent = sent(tool, &quote!(runtime.block_on(#call)));
            let run = quote_spanned!(place=> run_blocking);
            quote!({
                let runtime = #jarvis::Runtime::current();
                decoded.#run(move |#arguments, #context| #sent)
            })
        }
        Run::Blocking => {
            let (sent, run) = (sent(tool, &call), quote_spanned!(place=> run_blocking));
            quote!(decoded.#run(|#arguments, #context| #sent))
        }
        Run::Inline => {
            let (sent, run) = (sent(tool, &call), quote_spanned!(place=> run_inline));
            quote!(decoded.#run(|#arguments, #context| #sent))
        }
    }
}

/// What the function returned, as an output; a message about its type belongs there.
fn sent(tool: &Tool, value: &TokenStream) -> TokenStream {
    let (jarvis, output) = (paths::alias(), &tool.output);
    let place = paths::at(output.span());
    let convert = quote_spanned!(place=> convert);
    quote!((&&&&&&#jarvis::Probe::<#output>::NEW).kind().#convert(#value))
}

impl Arguments {
    /// Where the type of the arguments stands.
    fn span(&self) -> Option<Span> {
        match self {
            Self::Struct(kind) => Some(kind.span()),
            Self::None | Self::Inline(_) => None,
        }
    }
}

/// The struct that inline arguments are decoded into.
fn hidden_struct(properties: &[Property]) -> TokenStream {
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

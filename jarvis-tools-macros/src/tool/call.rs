//! The call of a tool's function, and what becomes of what it returns.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::inline;
use super::model::{Arguments, Owner, Passed, Run, Tool};
use crate::paths;

/// What the framework calls: the arguments' type, the result's schema, and the call with decoded arguments.
pub(crate) fn handler(tool: &Tool) -> TokenStream {
    let (jarvis, output) = (paths::alias(), &tool.output);
    let (arguments, call) = (arguments(tool), call(tool));
    let decoded = paths::local("decoded");
    let this = if tool.owner == Owner::Value { paths::local("this").to_token_stream() } else { quote!(_) };
    // Other handlers get the context where they run.
    let context = if tool.run == Run::Async { context(tool) } else { quote!(_) };
    quote! {
        #arguments,
        || (&&&#jarvis::Probe::<#output>::NEW).__jarvis_output_schema(),
        |#this, #decoded, #context| #call,
    }
}

/// The call of the function with decoded arguments.
fn call(tool: &Tool) -> TokenStream {
    let jarvis = paths::alias();
    // A message about the arguments' type belongs there.
    let place = match &tool.arguments {
        Arguments::Struct(kind) => kind.span(),
        Arguments::None | Arguments::Inline(_) => tool.ident.span(),
    };
    let method = |name| syn::Ident::new(name, paths::at(place));
    let (decoded, runtime, this) = (paths::local("decoded"), paths::local("runtime"), paths::local("this"));
    let arguments = match &tool.arguments {
        Arguments::None => quote!(_),
        Arguments::Struct(_) | Arguments::Inline(_) => paths::local("args").to_token_stream(),
    };
    let context = context(tool);
    let called = called(tool);
    let run = match tool.run {
        Run::Async => {
            let (run, sent) = (method("run"), sent(tool, &quote!(#called.await)));
            return quote!(#decoded.#run(move |#arguments| async move { #sent }));
        }
        Run::Inline => {
            let (run, sent) = (method("run_inline"), sent(tool, &called));
            return quote!(#decoded.#run(move |#arguments, #context| #sent));
        }
        Run::AsyncBlocking => {
            let (run, sent) =
                (method("run_blocking"), sent(tool, &quote!(#jarvis::Runtime::block_on(&#runtime, #called))));
            quote! {
                let #runtime = #jarvis::Runtime::current();
                #decoded.#run(move |#arguments, #context| #sent)
            }
        }
        Run::Blocking => {
            let (run, sent) = (method("run_blocking"), sent(tool, &called));
            quote!(#decoded.#run(move |#arguments, #context| #sent))
        }
    };
    // A handler on another thread may go on after its call was given up, so it shares the value.
    match tool.owner {
        Owner::Value => quote!({ let #this = #jarvis::Arc::clone(#this); #run }),
        Owner::Nobody => quote!({ #run }),
    }
}

fn called(tool: &Tool) -> TokenStream {
    let context = context(tool);
    let (jarvis, ident) = (paths::alias(), &tool.ident);
    let properties = match &tool.arguments {
        Arguments::Inline(properties) => properties.as_slice(),
        Arguments::None | Arguments::Struct(_) => &[],
    };
    let passed = tool.passed.iter().map(|passed| match passed {
        Passed::Struct => paths::local("args").to_token_stream(),
        Passed::Property(name) => inline::passed(name, properties),
        Passed::Context(kind) => quote!(#jarvis::context::<#kind>(#context)),
    });
    match tool.owner {
        Owner::Value => {
            let this = paths::local("this");
            quote!(Self::#ident(&#this #(, #passed)*))
        }
        Owner::Nobody => quote!(#ident(#(#passed),*)),
    }
}

/// What the function returned, as an output; a message about its type belongs there.
fn sent(tool: &Tool, value: &TokenStream) -> TokenStream {
    let (jarvis, output) = (paths::alias(), &tool.output);
    let place = paths::at(output.span());
    let convert = quote_spanned!(place=> convert);
    quote!((&&&&&&#jarvis::Probe::<#output>::NEW).__jarvis_kind().#convert(#value))
}

/// The type of the arguments.
pub(super) fn kind(tool: &Tool) -> TokenStream {
    let jarvis = paths::alias();
    match &tool.arguments {
        Arguments::None => quote!(#jarvis::NoArguments),
        Arguments::Struct(kind) => kind.to_token_stream(),
        Arguments::Inline(properties) => inline::kind(properties),
    }
}

/// What is known of the arguments by their type.
fn arguments(tool: &Tool) -> TokenStream {
    let jarvis = paths::alias();
    match &tool.arguments {
        Arguments::None => quote!(#jarvis::arguments::<#jarvis::NoArguments>()),
        Arguments::Struct(kind) => quote!(#jarvis::arguments::<#kind>()),
        Arguments::Inline(properties) => inline::arguments(properties),
    }
}

/// The name of the context, if the function takes it.
fn context(tool: &Tool) -> TokenStream {
    let takes_context = tool.passed.iter().any(|passed| matches!(passed, Passed::Context(_)));
    if takes_context { paths::local("context").to_token_stream() } else { quote!(_) }
}

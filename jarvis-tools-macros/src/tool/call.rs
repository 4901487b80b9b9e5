//! The call of a tool's function, and what becomes of what it returns.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::model::{Arguments, Owner, Passed, Run, Tool};
use crate::paths;

/// The call of the function with decoded arguments.
pub(crate) fn call(tool: &Tool) -> TokenStream {
    let jarvis = paths::alias();
    // A message about the arguments' type belongs there.
    let place = match &tool.arguments {
        Arguments::Struct(kind) => kind.span(),
        Arguments::None | Arguments::Inline(_) => tool.ident.span(),
    };
    let method = |name| syn::Ident::new(name, paths::at(place));
    let arguments = if matches!(tool.arguments, Arguments::None) { quote!(_) } else { quote!(args) };
    let takes_context = tool.passed.iter().any(|passed| matches!(passed, Passed::Context(_)));
    let context = if takes_context { quote!(context) } else { quote!(_) };
    let called = called(tool);
    let run = match tool.run {
        Run::Async => {
            let (run, sent) = (method("run"), sent(tool, &quote!(#called.await)));
            return quote!(decoded.#run(move |#arguments| async move { #sent }));
        }
        Run::Inline => {
            let (run, sent) = (method("run_inline"), sent(tool, &called));
            return quote!(decoded.#run(move |#arguments, #context| #sent));
        }
        Run::AsyncBlocking => {
            let (run, sent) =
                (method("run_blocking"), sent(tool, &quote!(#jarvis::Runtime::block_on(&runtime, #called))));
            quote! {
                let runtime = #jarvis::Runtime::current();
                decoded.#run(move |#arguments, #context| #sent)
            }
        }
        Run::Blocking => {
            let (run, sent) = (method("run_blocking"), sent(tool, &called));
            quote!(decoded.#run(move |#arguments, #context| #sent))
        }
    };
    // A handler on another thread may go on after its call was given up, so it shares the value.
    match tool.owner {
        Owner::Value => quote!({ let this = #jarvis::Arc::clone(this); #run }),
        Owner::Nobody => quote!({ #run }),
    }
}

fn called(tool: &Tool) -> TokenStream {
    let (jarvis, ident) = (paths::alias(), &tool.ident);
    let passed = tool.passed.iter().map(|passed| match passed {
        Passed::Struct => quote!(args),
        Passed::Property(name) => quote!(args.#name),
        Passed::Context(kind) => quote!(#jarvis::context::<#kind>(context)),
    });
    match tool.owner {
        Owner::Value => quote!(Self::#ident(&this #(, #passed)*)),
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

/// The schema of what the function returns, if it has one.
pub(crate) fn output_schema(tool: &Tool) -> TokenStream {
    let (jarvis, output) = (paths::alias(), &tool.output);
    quote!(|| (&&&#jarvis::Probe::<#output>::NEW).__jarvis_output_schema())
}

/// The type of the arguments.
pub(crate) fn arguments(tool: &Tool) -> TokenStream {
    match &tool.arguments {
        Arguments::None => {
            let jarvis = paths::alias();
            quote!(#jarvis::NoArguments)
        }
        Arguments::Struct(kind) => kind.to_token_stream(),
        Arguments::Inline(_) => paths::arguments().to_token_stream(),
    }
}

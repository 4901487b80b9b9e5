//! The function as it was, and the tool beside it.

use darling::Error;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Path};

use super::model::{Arguments, Tool};
use super::parse::Function;
use super::{call, inline, spec};
use crate::keys::Given;
use crate::value::Switch;
use crate::{paths, types};

pub(super) fn tool(function: &Function, tool: &Tool) -> TokenStream {
    let jarvis = paths::alias();
    let (ident, items, spec, arguments) = (&tool.ident, items(tool), spec::spec(tool), call::kind(tool));
    let (handler, registration) = (call::handler(tool), registration(tool));
    let body = quote! {
        use #jarvis::dispatch::*;

        #items

        impl #jarvis::ToolFunction for #ident {
            const SPEC: #jarvis::Spec = #spec;

            fn tool() -> &'static dyn #jarvis::Tool {
                static TOOL: #jarvis::Function<(), #arguments> =
                    #jarvis::function(<#ident as #jarvis::ToolFunction>::SPEC, #handler);
                &TOOL
            }
        }

        #registration
    };
    item(function, &tool.keys.krate(), &body)
}

/// The entry by which the tool is discovered, if it is.
fn registration(tool: &Tool) -> Option<TokenStream> {
    let (jarvis, ident) = (paths::alias(), &tool.ident);
    let is_registered = matches!(tool.keys.register, Some(Given { value: Switch(true), .. }));
    is_registered.then(|| quote!(#jarvis::inventory::submit! { #jarvis::registered::<#ident>() }))
}

/// What a tool needs beside its own parts: the struct of inline arguments, and checks of its description.
pub(crate) fn items(tool: &Tool) -> TokenStream {
    let hidden = match &tool.arguments {
        Arguments::Inline(properties) => Some(inline::items(properties)),
        Arguments::None | Arguments::Struct(_) => None,
    };
    let assertion = tool.description.as_ref().and_then(|description| {
        description.assertion("the tool's description is blank, and the model needs one")
    });
    quote!(#hidden #assertion)
}

/// What stands beside a function that can't be a tool, so that its name can be used and the mistakes are all
/// that is reported.
pub(super) fn stub(function: &Function, krate: &Path, error: Error) -> TokenStream {
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
                const SPEC: #jarvis::Spec = #jarvis::Spec::new("", "", &[]);

                fn tool() -> &'static dyn #jarvis::Tool {
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
    let conditions: Vec<&Attribute> = function.conditions().collect();
    let import = paths::import(krate);
    quote! {
        #function

        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, unreachable_pub, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #ident {}

        #(#conditions)*
        #[allow(deprecated)]
        const _: () = {
            #import
            #body
        };
    }
}

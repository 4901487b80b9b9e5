//! The block as it was, and the list of its tools beside it.

use darling::Error;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Path};

use super::check::is_borrowed;
use super::parse::Block;
use crate::paths;
use crate::tool::{self, Function, Tool};

pub(super) fn toolset(block: &Block, tools: &[(&Function, Tool)], krate: &Path) -> TokenStream {
    let (jarvis, methods, this) = (paths::alias(), paths::local("methods"), paths::local("this"));
    let tools = tools.iter().map(|(function, tool)| added(function, tool));
    let body = quote! {
        let mut #methods = #jarvis::Methods::of(#this);
        #(#tools)*
        #jarvis::Methods::list(#methods)
    };
    let list = list(block, krate, &body);
    quote!(#block #list)
}

/// A method, added to the list.
fn added(function: &Function, tool: &Tool) -> TokenStream {
    let (jarvis, methods) = (paths::alias(), paths::local("methods"));
    let conditions = function.conditions();
    let (items, spec, handler) = (tool::items(tool), tool::spec(tool), tool::handler(tool));
    quote! {
        #(#conditions)*
        {
            #items
            #jarvis::Methods::add(&mut #methods, #spec, #handler);
        }
    }
}

/// What stands beside a block with mistakes, so that these are all that is reported.
pub(super) fn stub(block: &Block, krate: &Path, error: Error) -> TokenStream {
    let error = error.write_errors();
    // A value that borrows can't have tools, and of a trait there may be several blocks.
    let list = (!is_borrowed(block) && block.of_trait.is_none()).then(|| {
        let jarvis = paths::alias();
        list(block, krate, &quote!(#jarvis::unfinished()))
    });
    quote!(#block #list #error)
}

fn list(block: &Block, krate: &Path, body: &TokenStream) -> TokenStream {
    let (jarvis, import) = (paths::alias(), paths::import(krate));
    let conditions: Vec<&Attribute> =
        block.attributes.iter().filter(|attribute| paths::is(attribute, paths::CFG)).collect();
    let (parameters, _, bounds) = block.generics.split_for_impl();
    let (own_type, this) = (&block.own_type, paths::local("this"));
    quote! {
        #(#conditions)*
        #[allow(deprecated, unused_variables)]
        const _: () = {
            #import
            use #jarvis::dispatch::*;

            impl #parameters #jarvis::Toolset for #own_type #bounds {
                fn tools_of(#this: #jarvis::Arc<Self>) -> #jarvis::Vec<#jarvis::Arc<dyn #jarvis::Tool>> {
                    #body
                }
            }
        };
    }
}

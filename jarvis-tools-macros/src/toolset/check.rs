//! The rules that a toolset as a whole must keep.

use darling::Error;
use darling::error::Accumulator;
use proc_macro2::Span;
use syn::GenericParam;
use syn::spanned::Spanned as _;

use super::parse::Block;
use crate::tool::{Function, Tool};
use crate::types;

pub(super) fn check(block: &Block, tools: &[(&Function, Tool)], errors: &mut Accumulator) {
    if let Some((path, _)) = &block.of_trait {
        let message = "the tools of a value are methods of its type, not of a trait: \
                       put `#[toolset]` on an `impl` block without a trait, whose methods call those of the trait";
        report(errors, path.span(), message);
    }
    borrowed(block, errors);
    if tools.is_empty() {
        let message = "no method of this block is a tool; put `#[tool]` on those that a model may call";
        report(errors, block.impl_token.span, message);
    }
    for (index, (function, tool)) in tools.iter().enumerate() {
        depends(block, tool, errors);
        // Under conditions at most one of them may be there, which only the registry sees.
        let same = |(other, before): &(&Function, Tool)| {
            before.name == tool.name && other.conditions().next().is_none()
        };
        if function.conditions().next().is_none() && tools[..index].iter().any(same) {
            let span = tool.keys.name.as_ref().map_or_else(|| tool.ident.span(), |given| given.value.span);
            let message = format!(
                "two tools of this toolset are called `{}`; give one of them another `name = \"…\"`",
                tool.name
            );
            report(errors, span, message);
        }
    }
}

fn report(errors: &mut Accumulator, span: Span, message: impl std::fmt::Display) {
    errors.push(Error::custom(message).with_span(&span));
}

/// A value that borrows can't be shared by tools that live as long as they like.
fn borrowed(block: &Block, errors: &mut Accumulator) {
    let message = "the tools live on without the place where they were made, so their value can't borrow; \
                   own what it holds, or share it by an `Arc`";
    if let Some(parameter) = lifetime(block) {
        report(errors, parameter, message);
    } else if let Some(span) = types::borrowed(&block.own_type) {
        report(errors, span, message);
    }
}

fn lifetime(block: &Block) -> Option<Span> {
    block.generics.params.iter().find_map(|parameter| match parameter {
        GenericParam::Lifetime(lifetime) => Some(lifetime.span()),
        GenericParam::Type(_) | GenericParam::Const(_) => None,
    })
}

/// Whether the value of the toolset borrows.
pub(super) fn is_borrowed(block: &Block) -> bool {
    lifetime(block).is_some() || types::borrowed(&block.own_type).is_some()
}

/// Single arguments become a struct outside of the block, where neither `Self` nor its parameters have a meaning.
fn depends(block: &Block, tool: &Tool, errors: &mut Accumulator) {
    for (what, tokens) in tool.inline_parts() {
        for parameter in &block.generics.params {
            let name = match parameter {
                GenericParam::Type(parameter) => &parameter.ident,
                GenericParam::Const(parameter) => &parameter.ident,
                GenericParam::Lifetime(_) => continue,
            };
            if let Some(span) = types::names(tokens.clone(), name) {
                let message = format!(
                    "{what} can't depend on `{name}`; for that, take one struct with `#[derive(ToolArgs)]`"
                );
                report(errors, span, message);
            }
        }
        if let Some(span) = types::own_type_in(tokens) {
            report(errors, span, format!("{what} can't say `Self`; write the type's name"));
        }
    }
}

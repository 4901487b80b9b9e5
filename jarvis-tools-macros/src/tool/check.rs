//! The rules that a tool's function and its keys must keep.

use darling::Error;
use darling::error::Accumulator;
use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Receiver, ReceiverKind, ReturnType, Safety};

use super::model::{Arguments, Owner, Property, Run, Tool};
use super::parse::{Function, ToolKeys};
use crate::keys::Given;
use crate::value::Switch;
use crate::{rules, types};

pub(crate) fn check(function: &Function, tool: &Tool, errors: &mut Accumulator) {
    attributes(function, errors);
    match tool.owner {
        Owner::Nobody => free(function, errors),
        Owner::Value => method(function, &tool.keys, errors),
    }
    signature(function, errors);
    output(function, errors);
    name(tool, errors);
    description(tool, errors);
    thread(tool, errors);
    if tool.owner == Owner::Nobody {
        registration(&tool.keys, errors);
    }
    if let Arguments::Inline(properties) = &tool.arguments {
        for (index, property) in properties.iter().enumerate() {
            self::property(property, &properties[..index], errors);
        }
    }
}

fn report(errors: &mut Accumulator, span: Span, message: impl std::fmt::Display) {
    errors.push(Error::custom(message).with_span(&span));
}

fn attributes(function: &Function, errors: &mut Accumulator) {
    if let Some(second) = &function.second {
        report(errors, second.span(), "a second `#[tool]`: put all keys into one");
    }
}

/// A function outside of `impl` blocks.
fn free(function: &Function, errors: &mut Accumulator) {
    if let Some(receiver) = function.signature.receiver() {
        let message = "a method is a tool of a value: put `#[toolset]` on its `impl` block; \
                       a function outside of it needs no `self`";
        report(errors, receiver.span(), message);
    } else if let Some(place) = types::own_type(&function.signature) {
        let message = "a function in an `impl` block is a tool only as a method: \
                       put `#[toolset]` on the block and give it `&self`, or move it out and write the type's name";
        report(errors, place, message);
    }
}

/// A method in a `#[toolset]`.
fn method(function: &Function, keys: &ToolKeys, errors: &mut Accumulator) {
    let signature = &function.signature;
    match signature.receiver() {
        None => {
            let message =
                "a tool of a toolset is a method: give it `&self`, or move it out of the `impl` block";
            report(errors, signature.ident.span(), message);
        }
        Some(receiver) => receiver_of_method(receiver, errors),
    }
    if let Some(given) = &keys.krate {
        let message = "all tools of a toolset name the same crate; write it there: `#[toolset(crate = …)]`";
        report(errors, given.key, message);
    }
    if let Some(Given { value: Switch(true), key }) = keys.register {
        let message = "a method can't be discovered, since it needs a value; \
                       remove `register` and add the value's `tools()` to the registry";
        report(errors, key, message);
    }
}

fn receiver_of_method(receiver: &Receiver, errors: &mut Accumulator) {
    let message = match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => return,
        ReceiverKind::Reference(_, _, Some(_)) => {
            "calls run side by side, so a tool takes `&self`; keep what changes in a `Mutex` or an atomic"
        }
        ReceiverKind::Value => "a tool is called many times, so it can't use up its value; write `&self`",
        _ => "a tool of a toolset takes `&self`",
    };
    report(errors, receiver.span(), message);
}

fn signature(function: &Function, errors: &mut Accumulator) {
    let signature = &function.signature;
    if !signature.generics.params.is_empty() {
        let message = "a tool has one schema, so its function can't be generic; write the types out";
        report(errors, signature.generics.span(), message);
    } else if let Some(bounds) = &signature.generics.where_clause {
        report(errors, bounds.span(), "a tool's function isn't generic, so it has no `where`; remove it");
    }
    if let Safety::Unsafe(word) = &signature.safety {
        let message = "a model can't keep the promises of an `unsafe fn`; make a safe function the tool";
        report(errors, word.span(), message);
    }
    if let Some(abi) = &signature.abi {
        report(errors, abi.span(), "a tool is called from Rust; remove `extern`");
    }
    if let Some(word) = &signature.constness {
        report(errors, word.span(), "a tool runs when it is called; remove `const`");
    }
    if let Some(dots) = &signature.variadic {
        let message = "a tool's arguments are all known; use a parameter of type `Vec<T>`";
        report(errors, dots.span(), message);
    }
}

fn output(function: &Function, errors: &mut Accumulator) {
    let ReturnType::Type(_, kind) = &function.signature.output else { return };
    // A lifetime parameter is reported as such.
    if !function.signature.generics.params.is_empty() {
        return;
    }
    if let Some(span) = types::opaque(kind) {
        report(errors, span, "a tool's result is of a type with a name; write it instead of `impl Trait`");
    } else if let Some(span) = types::borrowed_output(kind) {
        let message = "a tool's result can't borrow, since it outlives the call; \
                       return the owned type (`String` for `&str`) or `&'static str`";
        report(errors, span, message);
    }
}

fn name(tool: &Tool, errors: &mut Accumulator) {
    if rules::is_tool_name(&tool.name) {
        return;
    }
    let rule = "a tool's name has 1 to 64 characters out of ASCII letters, digits, `_` and `-`";
    if let Some(given) = &tool.keys.name {
        report(errors, given.value.span, rule);
    } else {
        let message = format!("{rule}; give it one with `#[tool(name = \"…\")]`");
        report(errors, tool.ident.span(), message);
    }
}

fn description(tool: &Tool, errors: &mut Accumulator) {
    if tool.description.is_some() {
        return;
    }
    let message = format!(
        "the tool `{}` has no description, by which a model knows when to call it; \
         write a doc comment on the function or `#[tool(description = \"…\")]`",
        tool.name
    );
    let span = tool.keys.description.as_ref().map_or_else(|| tool.ident.span(), |given| given.key);
    report(errors, span, message);
}

fn thread(tool: &Tool, errors: &mut Accumulator) {
    let Some(Given { value: Switch(true), key }) = tool.keys.inline else { return };
    if matches!(tool.keys.blocking, Some(Given { value: Switch(true), .. })) {
        let message = "`inline` runs in place and `blocking` on a thread of its own; keep one of them";
        report(errors, key, message);
    } else if tool.run == Run::Async {
        report(errors, key, "an `async fn` runs in place anyway; remove `inline`");
    }
}

fn registration(keys: &ToolKeys, errors: &mut Accumulator) {
    if cfg!(feature = "discover") {
        return;
    }
    if let Some(Given { value: Switch(true), key }) = keys.register {
        let message = "`register` needs the feature `discover` of `jarvis-tools`: \
                       switch it on in `Cargo.toml`, or list the tool in `tools![]`";
        report(errors, key, message);
    }
}

fn property(property: &Property, before: &[Property], errors: &mut Accumulator) {
    let span = property.keys.name.as_ref().map_or_else(|| property.ident.span(), |given| given.value.span);
    let name = &property.name;
    if !rules::is_property_name(name) {
        let rule = "an argument's name has 1 to 64 characters out of ASCII letters, digits, `_`, `-` and `.`";
        match property.keys.name {
            Some(_) => report(errors, span, rule),
            None => report(errors, span, format!("{rule}; give it one with `#[arg(name = \"…\")]`")),
        }
    } else if before.iter().any(|other| other.name == *name) {
        report(errors, span, format!("two arguments are called `{name}`; give one of them another name"));
    }
    if property.description.is_none() {
        let message = format!(
            "the argument `{name}` has no description, which the model needs; \
             write a doc comment before it or `#[arg(description = \"…\")]`"
        );
        let span =
            property.keys.description.as_ref().map_or_else(|| property.ident.span(), |given| given.key);
        report(errors, span, message);
    }
}

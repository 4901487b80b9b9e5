//! The rules that keep a struct's schema and its decoder from saying different things.

use darling::Error;
use darling::error::Accumulator;
use proc_macro2::Span;
use syn::GenericParam;
use syn::spanned::Spanned as _;

use super::model::{Args, Field};
use crate::foreign::{Key, Keys};
use crate::{rules, types, value};

/// Keys of a struct by which it is read in another shape than its fields have.
const RESHAPING: [&str; 5] = ["from", "try_from", "transparent", "remote", "tag"];

/// Keys of a struct that schemars reads for itself, and the decoder doesn't.
const STRUCT_OVERRIDES: [&str; 3] = ["rename_all", "default", "deny_unknown_fields"];

pub(crate) fn check(args: &Args, errors: &mut Accumulator) {
    container(args, errors);
    for (index, field) in args.fields.iter().enumerate() {
        if !args.generics.lifetimes().any(|_| true) && types::borrowed(&field.kind).is_some() {
            let message = "arguments can't borrow, since each call brings its own; \
                           use the owned type (`String` for `&str`, `Vec<T>` for `&[T]`)";
            errors.push(Error::custom(message).with_span(&field.kind));
        }
        visibility(field, errors);
        if field.is_skipped() {
            continue;
        }
        decoder(field, errors);
        bounds(field, errors);
        if field.is_flattened() {
            flattened(args, field, errors);
        } else {
            name(field, &args.fields[..index], errors);
            description(field, errors);
        }
    }
}

fn report(errors: &mut Accumulator, span: Span, message: impl std::fmt::Display) {
    errors.push(Error::custom(message).with_span(&span));
}

fn container(args: &Args, errors: &mut Accumulator) {
    if let Some(GenericParam::Lifetime(lifetime)) =
        args.generics.params.iter().find(|parameter| matches!(parameter, GenericParam::Lifetime(_)))
    {
        let message = "arguments can't borrow, since each call brings its own; \
                       use owned types in the fields (`String` for `&str`) and remove the lifetime";
        errors.push(Error::custom(message).with_span(lifetime));
    }
    for name in RESHAPING {
        if let Some(key) = args.serde.get(name).or_else(|| args.schemars.get(name)) {
            let message = format!(
                "with `{name}` the arguments are read in another shape than this struct has; \
                 derive `ToolArgs` on a struct that is read as it stands"
            );
            report(errors, key.span(), message);
        }
    }
    for name in ["with", "schema_with"] {
        if let Some(key) = args.schemars.get(name) {
            let message = format!("with `{name}` the schema is that of another type; remove it");
            report(errors, key.span(), message);
        }
    }
    for name in STRUCT_OVERRIDES {
        overridden(name, &args.serde, &args.schemars, errors);
    }
}

/// Reports a key that schemars reads in place of serde's, unless both say the same.
fn overridden(name: &str, serde: &Keys, schemars: &Keys, errors: &mut Accumulator) {
    let differs = |own: &&Key| serde.get(name).is_none_or(|other| !own.same_value(other));
    if let Some(own) = schemars.get(name).filter(differs) {
        let message = format!(
            "`#[schemars({name})]` changes the schema and not the decoder; write it in `#[serde(...)]`, which both read"
        );
        report(errors, own.span(), message);
    }
    if let Some(own) = schemars.negated(name).filter(|_| serde.has(name)) {
        let message = format!(
            "`!{name}` changes the schema, while the decoder still goes by `#[serde({name})]`; remove it"
        );
        report(errors, own.span(), message);
    }
}

/// The schema must show a field exactly if the decoder reads it, and in the same place.
fn visibility(field: &Field, errors: &mut Accumulator) {
    for name in ["skip", "skip_deserializing"] {
        if let Some(key) = field.schemars.get(name).filter(|_| !field.is_skipped()) {
            let message = format!(
                "the schema wouldn't show this field, which the decoder reads; write `#[serde({name})]`, which both read"
            );
            report(errors, key.span(), message);
        }
        if let Some(key) = field.schemars.negated(name).filter(|_| field.is_skipped()) {
            report(
                errors,
                key.span(),
                "the schema would show this field, which the decoder leaves out; remove it",
            );
        }
    }
    overridden("flatten", &field.serde, &field.schemars, errors);
    overridden("default", &field.serde, &field.schemars, errors);
    if let Some(key) = field.schemars.get("required") {
        let message = "the schema would require this field, while the decoder takes its absence; \
                       remove `required`, and use the type without `Option` if it must be there";
        report(errors, key.span(), message);
    }
}

/// What reads the field in a way that the schema can't see.
fn decoder(field: &Field, errors: &mut Accumulator) {
    for name in ["deserialize_with", "with"] {
        if let Some(key) = field.serde.get(name)
            && !field.schemars.has("with")
            && !field.schemars.has("schema_with")
        {
            let message = format!(
                "the schema can't see what `{name}` reads; \
                 add `#[schemars(with = \"T\")]` with the type `T` that the model should send"
            );
            report(errors, key.span(), message);
        }
    }
    if let Some(key) = field.serde.get("alias") {
        let message = "a schema can't say that a field has two names; \
                       remove `alias`, or keep the one name with `rename`";
        report(errors, key.span(), message);
    }
}

fn bounds(field: &Field, errors: &mut Accumulator) {
    for name in ["range", "length"] {
        let bounds = field.schemars.get(name).map(Key::inner);
        let bound = |side| bounds.as_ref().and_then(|keys: &Keys| keys.get(side)).and_then(Key::expr);
        if let (Some(min), Some(max)) = (bound("min"), bound("max"))
            && value::are_crossed(min, max)
        {
            report(errors, min.span(), value::CROSSED);
        }
    }
}

fn flattened(args: &Args, field: &Field, errors: &mut Accumulator) {
    if types::mentions(&field.kind, &args.ident) {
        let message = format!("`{}` flattened into itself has no end; remove `flatten`", args.ident);
        errors.push(Error::custom(message).with_span(&field.kind));
    }
    if field.is_sensitive() {
        // Its name is the key of nothing, so that nothing would be hidden.
        let message =
            "a flattened field has no value of its own to hide; put its sensitive fields into this struct";
        errors.push(Error::custom(message).with_span(&field.ident));
    }
}

fn name(field: &Field, before: &[Field], errors: &mut Accumulator) {
    let given = field.serde.get("rename");
    let span = given.map_or_else(|| field.ident.span(), Key::span);
    let name = &field.name;
    if !rules::is_property_name(name) {
        let message = format!(
            "`{name}` can't be the name of a property, which has 1 to 64 characters out of \
             ASCII letters, digits, `_`, `-` and `.`; give it one with `#[serde(rename = \"…\")]`"
        );
        report(errors, span, message);
    } else if before.iter().any(|other| !other.is_skipped() && !other.is_flattened() && other.name == *name) {
        report(errors, span, format!("two fields are called `{name}`; give one of them another name"));
    }
    let in_schema = match (field.schemars.get("rename"), field.schemars.negated("rename")) {
        (Some(key), _) => key.text().map(|text| (key, text)),
        (None, Some(key)) if given.is_some() => Some((key, field.ident.to_string())),
        _ => None,
    };
    if let Some((key, other)) = in_schema.filter(|(_, other)| other != name) {
        let message = format!(
            "the schema would call this field `{other}` and the decoder `{name}`; \
             write `#[serde(rename = \"{other}\")]`, which both read"
        );
        report(errors, key.span(), message);
    }
}

fn description(field: &Field, errors: &mut Accumulator) {
    if field.description.is_none() {
        let message = format!(
            "the field `{}` has no description, which the model needs; write a doc comment on it",
            field.name
        );
        report(errors, field.ident.span(), message);
    }
}

//! The canonical schema of a tool's arguments, its compiled form, and values checked against it.

mod node;

mod format;

mod pattern;

mod keys;

mod compile;

mod check;

mod stream;

mod opaque;

mod witness;

mod canonical;

mod idle;

mod draft;

mod generate;

use serde_json::Value;

use crate::error::Refusal;

#[cfg(feature = "testing")]
pub(crate) use check::is_about_rounding;
pub(crate) use check::{
    Absent, Checker, Named, Verdict, Views, accepted, number_fits, text_fits, unrepresentable, verdict,
};
pub(crate) use draft::Draft;
pub(crate) use generate::{Describe, of_input, of_output};
pub(crate) use idle::refuse_idle;
pub(crate) use keys::KeyKind;
pub(crate) use node::Compiled;
pub(crate) use node::{ArrayRules, Id, ObjectRules, Others, Rule, Stream, Tag, Types};
pub(crate) use opaque::is_opaque;
#[cfg(feature = "testing")]
pub(crate) use witness::Random;
pub(crate) use witness::Witnesses;

/// A schema from elsewhere and its compiled form.
pub(crate) fn foreign(mut schema: Value, deny_unknown: bool) -> Result<(Value, Compiled), Refusal> {
    compile::refuse_deep(&schema)?;
    let Value::Object(root) = &mut schema else {
        return Err(Refusal::new("", "the parameters are a JSON Schema, which is an object"));
    };
    match root.get("type") {
        None => {
            root.insert("type".to_owned(), "object".into());
        }
        Some(word) if word == "object" => {}
        Some(_) => return Err(Refusal::new("/type", "the root must be of type object: arguments are named")),
    }
    root.entry("properties").or_insert_with(|| Value::Object(serde_json::Map::new()));
    if deny_unknown {
        canonical::close(&mut schema);
    }
    let compiled = compile::compile(&schema, compile::Source::Foreign)?;
    Ok((schema, stream::plan(compiled)))
}

/// The compiled form of a tool's published schema, to make up arguments after it.
#[cfg(feature = "testing")]
pub(crate) fn of_spec(schema: &Value) -> Result<Compiled, Refusal> {
    compile::compile(schema, compile::Source::Type)
}

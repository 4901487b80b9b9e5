//! Our reader of JSON against `serde_json`, through a tool that takes any object.
//!
//! The two differ on purpose: blank text and null are the empty object, a byte order mark is skipped, repeated
//! keys and numbers that nothing holds are refused.

use std::sync::OnceLock;

use jarvis_tools::{ArgumentErrorKind, ArgumentErrors, Definition, ToolContext, ToolSpec};
use serde_json::{Number, Value, json};

use crate::{are_bounded, text_of};

/// A definition that takes any object.
fn open() -> &'static Definition {
    static OPEN: OnceLock<Definition> = OnceLock::new();
    OPEN.get_or_init(|| {
        let spec = ToolSpec::new("open", "Takes what comes.", json!({ "type": "object" }));
        Definition::from_schema(spec).expect("the schema is one")
    })
}

fn read(text: &str) -> Result<Value, ArgumentErrors> {
    let context = ToolContext::new("fuzz", "open");
    let read = open().decode::<Value>(text, &context).map(|decoded| decoded.into_parts().0);
    if let Err(errors) = &read {
        are_bounded(errors);
    }
    read
}

/// Holds the two readers against each other.
///
/// # Panics
///
/// If they differ where they should not.
pub fn check(data: &[u8]) {
    let text = text_of(data);
    let ours = read(text);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_matches([' ', '\n', '\r', '\t']).is_empty() {
        assert_eq!(ours.expect("blank text is no arguments"), json!({}));
        return;
    }
    let theirs = serde_json::from_str::<Value>(text);
    hold(&ours, &theirs);
    // What is no object is read all the same, and compared inside of one.
    if theirs.is_ok_and(|value| !value.is_object()) {
        let text = format!("{{\"v\":{text}}}");
        hold(&read(&text), &serde_json::from_str::<Value>(&text));
    }
}

fn hold(ours: &Result<Value, ArgumentErrors>, theirs: &serde_json::Result<Value>) {
    match (ours, theirs) {
        (Ok(ours), Ok(Value::Null)) => assert_eq!(*ours, json!({})),
        (Ok(ours), Ok(theirs)) => assert!(same(ours, theirs), "{ours} is not {theirs}"),
        (Ok(ours), Err(error)) => panic!("taken as {ours}, but: {error}"),
        (Err(errors), Ok(theirs)) => {
            let repeated = |kind: &ArgumentErrorKind| matches!(kind, ArgumentErrorKind::DuplicateParameter);
            // Of repeated keys the others keep the last value only.
            let repeats = errors.problems().iter().any(|problem| repeated(&problem.kind));
            let wanted = |kind: &ArgumentErrorKind| match kind {
                ArgumentErrorKind::DuplicateParameter => true,
                ArgumentErrorKind::OutOfRange { .. } => repeats || holds_large(theirs),
                ArgumentErrorKind::InvalidNesting { .. } => !theirs.is_object(),
                _ => false,
            };
            let odd = errors.problems().iter().find(|problem| !wanted(&problem.kind));
            assert!(odd.is_none(), "refused, but it is {theirs}: {errors}");
        }
        (Err(errors), Err(error)) => {
            let mut kinds = errors.problems().iter().map(|problem| &problem.kind);
            let malformed = kinds.all(|kind| matches!(kind, ArgumentErrorKind::Malformed(_)));
            // Of repeated keys only the first value is looked at.
            assert!(malformed || error.to_string().contains("number out of range"), "{errors}: {error}");
        }
    }
}

/// Whether there is a number that was too large for an integer, or that a repeated key may hide.
fn holds_large(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64() && number.as_f64().is_some_and(|float| float.abs() >= 9e18),
        Value::Array(items) => items.iter().any(holds_large),
        Value::Object(entries) => entries.values().any(holds_large),
        _ => false,
    }
}

/// Equality, but for the sign of zero, which a whole number doesn't have.
fn same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => same_number(ours, theirs),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|(ours, theirs)| ours.0 == theirs.0 && same(ours.1, theirs.1))
        }
        _ => ours == theirs,
    }
}

fn same_number(ours: &Number, theirs: &Number) -> bool {
    ours == theirs || (ours.as_f64() == Some(0.0) && theirs.as_f64() == Some(0.0))
}

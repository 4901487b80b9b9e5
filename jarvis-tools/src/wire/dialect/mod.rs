//! Schemas as providers take them, a file each dialect; here is what they have in common.

mod references;

mod pattern;

mod first_keys;

pub(super) mod gemini;

pub(super) mod strict;

use serde_json::{Map, Value};

use crate::error::Refusal;
use crate::names::CHAT_PROPERTY;
use crate::spec::ToolSpec;
use crate::walk::{Pointer, each};

/// The whole schema of a tool, without the limits of Rust's types; the names of its properties are such as
/// chat providers take.
pub(super) fn plain(spec: &ToolSpec) -> Result<Value, Refusal> {
    let mut parameters = spec.parameters().clone();
    each(&mut parameters, &mut Pointer::default(), &mut |schema, at| {
        if spec.is_typed() {
            drop_type_limits(schema);
        }
        check_names(schema, at)
    })?;
    Ok(parameters)
}

fn check_names(schema: &Map<String, Value>, at: &mut Pointer) -> Result<(), Refusal> {
    let Some(Value::Object(properties)) = schema.get("properties") else { return Ok(()) };
    match properties.keys().find(|name| !CHAT_PROPERTY.fits(name)) {
        None => Ok(()),
        Some(name) => Err(at.at("properties", |at| {
            at.at(name.as_str(), |at| at.refuse(format!("a property's name has {}", CHAT_PROPERTY.words())))
        })),
    }
}

/// Leaves out bounds that only restate the limits of a wide Rust type, but for `minimum: 0`, which models
/// need. For schemas of Rust types only: elsewhere every bound is its author's.
///
/// The bounds of 8 and 16 bits stay, since an author writes such numbers too.
fn drop_type_limits(schema: &mut Map<String, Value>) {
    let (low, high) = (schema.get("minimum"), schema.get("maximum"));
    let both = low.zip(high).is_some_and(|(low, high)| are_type_limits(low, high));
    // Nobody writes the ends of 64 bits, also where the other bound is an author's.
    let drops_low = both || low.and_then(Value::as_i64) == Some(i64::MIN);
    let drops_high = both || high.and_then(Value::as_u64).is_some_and(|high| WIDEST.contains(&high));
    let unsigned = low.and_then(Value::as_i64) == Some(0);
    schema.retain(|keyword, _| match keyword.as_str() {
        "minimum" => !drops_low || unsigned,
        "maximum" => !drops_high,
        _ => true,
    });
}

const WIDEST: [u64; 2] = [i64::MAX.unsigned_abs(), u64::MAX];

fn are_type_limits(low: &Value, high: &Value) -> bool {
    match (low.as_i64(), high.as_i64(), high.as_u64()) {
        (Some(low), Some(high), _) => {
            let signed = [(i64::from(i32::MIN), i64::from(i32::MAX)), (i64::MIN, i64::MAX)];
            signed.contains(&(low, high)) || (low, high) == (0, i64::from(u32::MAX))
        }
        (Some(0), None, Some(high)) => high == u64::MAX,
        _ => {
            let limit = f64::from(f32::MAX);
            low.as_f64() == Some(-limit) && high.as_f64() == Some(limit)
        }
    }
}

/// Closes the objects of a schema, where that can be said without looking at other parts of it.
pub(crate) fn close(schema: &mut Value) {
    let open = |schema: &Map<String, Value>| {
        schema.contains_key("properties")
            && !["additionalProperties", "unevaluatedProperties", "anyOf", "oneOf", "allOf", "$ref", "if"]
                .iter()
                .any(|keyword| schema.contains_key(*keyword))
    };
    // Nothing is refused but a depth that no checked schema has; what lies below it stays open.
    let _ = each(schema, &mut Pointer::default(), &mut |schema, at| {
        if open(schema) && !at.is_listed() {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        Ok(())
    });
}

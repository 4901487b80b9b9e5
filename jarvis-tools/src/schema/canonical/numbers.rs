//! Numbers carry the bounds of their Rust types, so that the schema says what the decoder takes.

use serde_json::{Map, Number, Value};

use crate::error::Refusal;
use crate::json::Decimal;

/// The numeric formats of schemars, and the bounds of the Rust types that they stand for.
const INTEGERS: [(&str, i128, i128); 10] = [
    ("int8", i8::MIN as i128, i8::MAX as i128),
    ("int16", i16::MIN as i128, i16::MAX as i128),
    ("int32", i32::MIN as i128, i32::MAX as i128),
    ("int64", i64::MIN as i128, i64::MAX as i128),
    ("int", isize::MIN as i128, isize::MAX as i128),
    ("uint8", 0, u8::MAX as i128),
    ("uint16", 0, u16::MAX as i128),
    ("uint32", 0, u32::MAX as i128),
    ("uint64", 0, u64::MAX as i128),
    ("uint", 0, usize::MAX as i128),
];

/// Adds the bounds of the type that a numeric format names, and takes the format away.
pub(super) fn bounds(object: &mut Map<String, Value>, pointer: &str) -> Result<(), Refusal> {
    let format = object.get("format").and_then(Value::as_str);
    let (least, most) = match format {
        Some("int128" | "uint128") => {
            return Err(Refusal::new(
                pointer,
                "128-bit integers can't be sent as JSON numbers; use i64, u64 or a text",
            ));
        }
        Some("float") => (Number::from_f64(f64::from(f32::MIN)), Number::from_f64(f64::from(f32::MAX))),
        format => INTEGERS
            .iter()
            .find(|(name, ..)| format == Some(*name))
            .map_or((None, None), |(_, least, most)| (Number::from_i128(*least), Number::from_i128(*most))),
    };
    if let (Some(least), Some(most)) = (least, most) {
        object.remove("format");
        bound(object, "minimum", least, pointer)?;
        bound(object, "maximum", most, pointer)?;
    }
    // A 64-bit float is what a number of JSON is.
    if object.get("format").is_some_and(|format| format == "double") {
        object.remove("format");
    }
    whole_bounds(object);
    Ok(())
}

/// Sets a bound, unless a narrower one is there.
fn bound(object: &mut Map<String, Value>, keyword: &str, own: Number, pointer: &str) -> Result<(), Refusal> {
    let Some(Value::Number(said)) = object.get(keyword) else {
        object.insert(keyword.to_owned(), own.into());
        return Ok(());
    };
    let order = Decimal::of(&said.to_string()).compare(&Decimal::of(&own.to_string()));
    let loosens = if keyword == "minimum" { order.is_lt() } else { order.is_gt() };
    if loosens {
        return Err(Refusal::new(
            format!("{pointer}/{keyword}"),
            format!("the range goes to {said}, but the type ends at {own}"),
        ));
    }
    Ok(())
}

/// Writes the bounds of integers as integers.
fn whole_bounds(object: &mut Map<String, Value>) {
    if object.get("type").is_some_and(|word| word == "integer") {
        for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] {
            let whole = match object.get(keyword) {
                Some(Value::Number(number)) => {
                    Decimal::of(&number.to_string()).to_integer().and_then(Number::from_i128)
                }
                _ => None,
            };
            if let Some(whole) = whole {
                object.insert(keyword.to_owned(), whole.into());
            }
        }
    }
}

//! Text into a `Value`, validated by `jsonschema`, and the value into the type.

use std::hint::black_box;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Failure;
use crate::harness::Contender;
use crate::scenarios::expect;

/// Decoding by the same schema as ours.
pub(crate) fn validated<T: DeserializeOwned>(schema: &Value, text: &Arc<str>) -> Result<Contender, Failure> {
    let validator = jsonschema::validator_for(schema)?;
    let decode = move |text: &str| {
        let value: Value = serde_json::from_str(text).ok()?;
        if !validator.is_valid(&value) {
            return None;
        }
        serde_json::from_value::<T>(value).ok()
    };
    expect(decode(text).is_some(), || "jsonschema: the arguments are refused".to_owned())?;
    let text = Arc::clone(text);
    Ok(Contender::of("`Value`, `jsonschema`, `from_value`", move || {
        drop(black_box(decode(black_box(&text))));
    }))
}

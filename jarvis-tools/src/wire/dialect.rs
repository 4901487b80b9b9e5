//! What all dialects have in common.

use serde_json::{Map, Value};

use crate::walk::{Pointer, each};

/// Leaves out bounds that only restate the limits of a wide Rust type, but for `minimum: 0`, which models
/// need. For schemas of Rust types only: elsewhere every bound is its author's.
///
/// The bounds of 8 and 16 bits stay, since an author writes such numbers too.
pub(super) fn drop_type_limits(schema: &mut Map<String, Value>) {
    let (Some(low), Some(high)) = (schema.get("minimum"), schema.get("maximum")) else { return };
    let restates = match (low.as_i64(), high.as_i64(), high.as_u64()) {
        (Some(low), Some(high), _) => {
            let signed = [(i64::from(i32::MIN), i64::from(i32::MAX)), (i64::MIN, i64::MAX)];
            signed.contains(&(low, high)) || (low, high) == (0, i64::from(u32::MAX))
        }
        (Some(0), None, Some(high)) => high == u64::MAX,
        _ => {
            let limit = f64::from(f32::MAX);
            low.as_f64() == Some(-limit) && high.as_f64() == Some(limit)
        }
    };
    if restates {
        let unsigned = low.as_i64() == Some(0);
        schema.retain(|keyword, _| keyword != "maximum" && (keyword != "minimum" || unsigned));
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

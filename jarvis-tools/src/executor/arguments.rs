//! Arguments that somebody saw and edited.

use serde_json::Value;

use crate::redact::{REDACTED, read, shown};
use crate::spec::ToolSpec;

/// Puts what was redacted back into arguments that somebody edited, from the text that they were shown for;
/// whether nothing redacted is left.
pub(super) fn restore(spec: &ToolSpec, edited: &mut Value, text: &str) -> bool {
    if spec.sensitive.is_empty() {
        return true;
    }
    if let Some(original) = read(text) {
        put_back(edited, &original, &shown(spec, text, false));
    }
    !spec.sensitive.iter().any(|path| holds_redacted(edited, path))
}

/// Puts back what is redacted in a value that was shown as `redacted` and stands for `original`.
fn put_back(edited: &mut Value, original: &Value, redacted: &Value) {
    match (edited, original, redacted) {
        (edited, original, redacted) if *edited == REDACTED && redacted != original => {
            edited.clone_from(original);
        }
        (Value::Object(edited), Value::Object(original), Value::Object(redacted)) => {
            for (key, value) in edited {
                if let (Some(original), Some(redacted)) = (original.get(key), redacted.get(key)) {
                    put_back(value, original, redacted);
                }
            }
        }
        (Value::Array(edited), Value::Array(original), Value::Array(redacted)) => {
            let places = places(edited, redacted);
            for (item, place) in edited.iter_mut().zip(places) {
                if let Some(place) = place {
                    put_back(item, &original[place], &redacted[place]);
                }
            }
        }
        _ => {}
    }
}

/// Which items of a list that was shown the items of an edited one are; none where it can't be told.
fn places(edited: &[Value], shown: &[Value]) -> Vec<Option<usize>> {
    let same_length = edited.len() == shown.len();
    let kept = |place: usize| same_length && edited[place] == shown[place];
    let only_one_edited = same_length && (0..edited.len()).filter(|place| !kept(*place)).count() == 1;
    let place = |(place, item): (usize, &Value)| {
        if kept(place) || only_one_edited {
            return Some(place);
        }
        let mut equal = (0..shown.len()).filter(|other| shown[*other] == *item);
        let first = equal.next()?;
        equal.next().is_none().then_some(first)
    };
    edited.iter().enumerate().map(place).collect()
}

/// Whether something redacted stands at a path, or in place of what the path leads through.
fn holds_redacted(value: &Value, path: &str) -> bool {
    match value {
        Value::Object(object) => {
            object.get(path).is_some_and(|value| *value == REDACTED)
                || path.match_indices('.').any(|(place, _)| {
                    object.get(&path[..place]).is_some_and(|value| holds_redacted(value, &path[place + 1..]))
                })
        }
        Value::Array(items) => items.iter().any(|item| holds_redacted(item, path)),
        other => *other == REDACTED,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check_restored(text: &str, edited: Value, expected: Option<Value>) {
        let spec = ToolSpec::new("t", "", Value::Null).sensitive("a").sensitive("b.x");
        let mut restored = edited;
        let whole = restore(&spec, &mut restored, text);
        assert_eq!(whole.then_some(restored), expected);
    }

    #[test]
    fn what_was_redacted_is_put_back() {
        let text = r#"{"a":{"k":1},"b":[{"x":1},{"x":2,"y":3}],"c":4}"#;
        check_restored(
            text,
            json!({ "a": REDACTED, "b": [{ "x": REDACTED }, { "x": 7, "y": 8 }], "c": 9 }),
            Some(json!({ "a": { "k": 1 }, "b": [{ "x": 1 }, { "x": 7, "y": 8 }], "c": 9 })),
        );
        check_restored(
            text,
            json!({ "b": REDACTED }),
            Some(json!({ "b": [{ "x": 1 }, { "x": 2, "y": 3 }] })),
        );
        check_restored(text, json!({ "b": [{}, { "x": REDACTED }] }), Some(json!({ "b": [{}, { "x": 1 }] })));
        check_restored(text, json!({ "b": [{}, {}, { "x": REDACTED, "y": 4 }] }), None);
        check_restored(
            text,
            json!({ "b": [{ "x": REDACTED, "y": 3 }] }),
            Some(json!({ "b": [{ "x": 2, "y": 3 }] })),
        );
        check_restored(
            text,
            json!({ "b": [{ "x": REDACTED, "y": 3 }, { "x": REDACTED }] }),
            Some(json!({ "b": [{ "x": 2, "y": 3 }, { "x": 1 }] })),
        );
        check_restored(
            text,
            json!({ "b": [{ "x": REDACTED }, { "x": REDACTED, "y": 9 }] }),
            Some(json!({ "b": [{ "x": 1 }, { "x": 2, "y": 9 }] })),
        );
        // Which is which can't be told any more.
        check_restored(text, json!({ "b": [{ "x": REDACTED, "y": 9 }] }), None);
        check_restored(text, json!({ "b": [{ "x": REDACTED, "y": 9 }, { "x": REDACTED, "y": 8 }] }), None);
        check_restored(r#"{"b":[{"x":1},{"x":2}]}"#, json!({ "b": [{ "x": REDACTED }] }), None);
        check_restored("{}", json!({ "a": REDACTED, "c": 1 }), None);
        check_restored("{}", json!({ "c": REDACTED }), Some(json!({ "c": REDACTED })));
        check_restored("oops", json!(REDACTED), None);
    }
}

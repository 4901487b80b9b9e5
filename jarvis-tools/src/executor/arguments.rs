//! Argument text as events and confirmations show it.

use serde_json::{Map, Value};

use crate::spec::ToolSpec;

/// What stands for a value that must not be seen.
const REDACTED: &str = "[redacted]";

/// The arguments as a value, without the sensitive ones.
///
/// Where they can't be told apart (the text was mended, or is no object), a tool that has sensitive
/// parameters shows nothing.
pub(super) fn shown(spec: &ToolSpec, text: &str, mended: bool) -> Value {
    let plain = text.trim_start_matches('\u{feff}').trim();
    let parsed = match plain {
        "" | "null" => Ok(Value::Object(Map::new())),
        _ => serde_json::from_str(plain),
    };
    if spec.sensitive.is_empty() {
        return parsed.unwrap_or_else(|_| text.into());
    }
    match parsed {
        Ok(Value::Object(mut arguments)) if !mended => {
            for path in &spec.sensitive {
                redact(&mut arguments, path);
            }
            Value::Object(arguments)
        }
        _ => REDACTED.into(),
    }
}

/// Puts what was redacted back into arguments that somebody edited, from the text that they were shown for;
/// whether nothing redacted is left.
pub(super) fn restore(spec: &ToolSpec, edited: &mut Value, text: &str, mended: bool) -> bool {
    let plain = text.trim_start_matches('\u{feff}').trim();
    let original = (!mended).then(|| serde_json::from_str::<Value>(plain).ok()).flatten();
    // Every path is restored, also behind one that can't be.
    let lost = spec.sensitive.iter().filter(|path| !restore_inside(edited, original.as_ref(), path));
    lost.count() == 0
}

fn restore_inside(edited: &mut Value, original: Option<&Value>, path: &str) -> bool {
    match edited {
        Value::Object(object) => {
            let inside = |key: &str| original.and_then(|original| original.get(key));
            let mut whole = match object.get_mut(path) {
                Some(value) => put_back(value, inside(path)),
                None => true,
            };
            for (place, _) in path.match_indices('.') {
                let (key, rest) = (&path[..place], &path[place + 1..]);
                if let Some(value) = object.get_mut(key) {
                    whole &= restore_inside(value, inside(key), rest);
                }
            }
            whole
        }
        Value::Array(items) => {
            let mut whole = true;
            for (place, item) in items.iter_mut().enumerate() {
                whole &= restore_inside(item, original.and_then(|original| original.get(place)), path);
            }
            whole
        }
        other => put_back(other, original),
    }
}

fn put_back(value: &mut Value, original: Option<&Value>) -> bool {
    if value != REDACTED {
        return true;
    }
    let Some(original) = original else { return false };
    value.clone_from(original);
    true
}

/// Redacts what stands at a path: a key, or keys joined with dots, each perhaps inside of lists.
fn redact(object: &mut Map<String, Value>, path: &str) {
    if let Some(value) = object.get_mut(path) {
        *value = REDACTED.into();
    }
    for (place, _) in path.match_indices('.') {
        if let Some(value) = object.get_mut(&path[..place]) {
            redact_inside(value, &path[place + 1..]);
        }
    }
}

fn redact_inside(value: &mut Value, path: &str) {
    match value {
        Value::Object(object) => redact(object, path),
        Value::Array(items) => items.iter_mut().for_each(|item| redact_inside(item, path)),
        Value::Null => {}
        // No object where one was expected: it may hold the secret in another form.
        other => *other = REDACTED.into(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(sensitive: &[&str], text: &str, expected: Value) {
        let mut spec = ToolSpec::new("t", "", Value::Null);
        spec.sensitive = sensitive.iter().map(|&path| path.to_owned()).collect();
        assert_eq!(shown(&spec, text, false), expected);
    }

    #[test]
    fn sensitive_arguments_are_redacted() {
        check(&[], r#"{"a":1}"#, json!({ "a": 1 }));
        check(&[], "{oops", json!("{oops"));
        check(&[], " ", json!({}));
        check(&["a"], r#"{"a":{"x":1},"b":2}"#, json!({ "a": REDACTED, "b": 2 }));
        check(&["a.x"], r#"{"a":{"x":1,"y":2}}"#, json!({ "a": { "x": REDACTED, "y": 2 } }));
        check(
            &["a.x"],
            r#"{"a":[{"x":1},{"y":2},"s",null]}"#,
            json!({ "a": [{ "x": REDACTED }, { "y": 2 }, REDACTED, null] }),
        );
        check(&["a.b"], r#"{"a.b":1}"#, json!({ "a.b": REDACTED }));
        check(&["a"], "{oops", json!(REDACTED));
        check(&["a"], r#""{\"a\":1}""#, json!(REDACTED));
    }

    #[track_caller]
    fn check_restored(text: &str, edited: Value, expected: Option<Value>) {
        let spec = ToolSpec::new("t", "", Value::Null).sensitive("a").sensitive("b.x");
        let mut restored = edited;
        let whole = restore(&spec, &mut restored, text, false);
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
        check_restored(text, json!({ "b": [{}, {}, { "x": REDACTED }] }), None);
        check_restored("{}", json!({ "a": REDACTED, "c": 1 }), None);
        check_restored("{}", json!({ "c": REDACTED }), Some(json!({ "c": REDACTED })));
        check_restored("oops", json!(REDACTED), None);
    }
}

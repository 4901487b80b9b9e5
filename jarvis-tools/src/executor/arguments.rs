//! Argument text as events and confirmations show it.

use serde_json::{Map, Value};

use crate::json::{self, Node};
use crate::spec::ToolSpec;

/// What stands for a value that must not be seen.
const REDACTED: &str = "[redacted]";

/// The arguments as a value, without the sensitive ones.
///
/// Where they can't be told apart (the text may be mended, or is no object), a tool that has sensitive
/// parameters shows nothing.
pub(super) fn shown(spec: &ToolSpec, text: &str, may_be_mended: bool) -> Value {
    let read = read(text);
    if spec.sensitive.is_empty() {
        return read.unwrap_or_else(|| text.into());
    }
    match read {
        Some(Value::Object(mut arguments)) if !may_be_mended => {
            for path in &spec.sensitive {
                redact(&mut arguments, path);
            }
            Value::Object(arguments)
        }
        _ => REDACTED.into(),
    }
}

/// The value of a text, with the reader that decodes arguments: what it takes can be shown.
fn read(text: &str) -> Option<Value> {
    match json::parse(text).ok()?.root {
        Node::Null => Some(Value::Object(Map::new())),
        root => Some(root.to_value()),
    }
}

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
        check(
            &["a"],
            r#"{"a":1,"b":1e400,"c":18446744073709551616}"#,
            json!({
                "a": REDACTED, "b": "1e400", "c": "18446744073709551616",
            }),
        );
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

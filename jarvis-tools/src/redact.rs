//! Argument text as events and confirmations show it.

use serde_json::{Map, Value};

use crate::json::{self, Node};
use crate::spec::ToolSpec;

/// What stands for a value that must not be seen.
pub(crate) const REDACTED: &str = "[redacted]";

/// The arguments as a value, without the sensitive ones.
///
/// Where they can't be told apart (the text may be mended, or is no object), a tool that has sensitive
/// parameters shows nothing.
pub(crate) fn shown(spec: &ToolSpec, text: &str, may_be_mended: bool) -> Value {
    if spec.sensitive.is_empty() {
        return readable(text);
    }
    match read(text) {
        Some(Value::Object(mut arguments)) if !may_be_mended => {
            for path in &spec.sensitive {
                redact(&mut arguments, path);
            }
            Value::Object(arguments)
        }
        _ => REDACTED.into(),
    }
}

/// The value of a text, or the text itself where it has none.
pub(crate) fn readable(text: &str) -> Value {
    read(text).unwrap_or_else(|| text.into())
}

/// The value of a text, with the reader that decodes arguments: what it takes can be shown.
pub(crate) fn read(text: &str) -> Option<Value> {
    match json::parse(text).ok()?.root {
        Node::Null => Some(Value::Object(Map::new())),
        root => Some(root.to_value()),
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
}

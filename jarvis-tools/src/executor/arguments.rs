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
}

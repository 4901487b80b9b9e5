//! Shapes that schemars writes in a way that models or checks read badly.

use serde_json::{Map, Value, json};

use crate::schema::keys;

/// Unit enums are one list of values, also where variants have docs, which move into the description.
pub(super) fn unit_enum(object: &mut Map<String, Value>) {
    for keyword in ["oneOf", "anyOf"] {
        let Some(forms) = object.get(keyword).and_then(Value::as_array) else { continue };
        let Some(variants) = forms.iter().map(variant).collect::<Option<Vec<_>>>() else { continue };
        let mut lines: Vec<String> =
            object.get("description").and_then(Value::as_str).map(str::to_owned).into_iter().collect();
        let mut values = Vec::new();
        for (names, docs) in variants {
            if let (Some(docs), [name]) = (docs, names) {
                lines.push(format!("- {}: {docs}", name.as_str().unwrap_or_default()));
            }
            values.extend(names.iter().cloned());
        }
        object.remove(keyword);
        object.insert("type".to_owned(), "string".into());
        object.insert("enum".to_owned(), values.into());
        if !lines.is_empty() {
            object.insert("description".to_owned(), lines.join("\n").into());
        }
    }
}

/// The texts of a form that consists of nothing else, and its docs.
fn variant(form: &Value) -> Option<(&[Value], Option<&str>)> {
    let form = form.as_object()?;
    if form.get("type")? != "string" {
        return None;
    }
    let known = ["type", "const", "enum", "description", "title", "deprecated"];
    if !form.keys().all(|keyword| known.contains(&keyword.as_str())) {
        return None;
    }
    let values = match (form.get("enum"), form.get("const")) {
        (Some(Value::Array(values)), None) => values.as_slice(),
        (None, Some(constant)) => std::slice::from_ref(constant),
        _ => return None,
    };
    values.iter().all(Value::is_string).then_some((values, form.get("description").and_then(Value::as_str)))
}

/// Tuples of one type are a list of it, of fixed length.
pub(super) fn tuple(object: &mut Map<String, Value>) {
    let Some(Value::Array(first)) = object.get("prefixItems") else { return };
    let [head, rest @ ..] = first.as_slice() else { return };
    let fixed = ["minItems", "maxItems"]
        .iter()
        .all(|keyword| object.get(*keyword).and_then(Value::as_u64) == u64::try_from(first.len()).ok());
    if fixed && !object.contains_key("items") && rest.iter().all(|other| other == head) {
        let head = head.clone();
        object.remove("prefixItems");
        object.insert("items".to_owned(), head);
    }
}

/// Maps are `additionalProperties`, with a pattern for their keys where these are no free texts.
pub(super) fn keyed_map(object: &mut Map<String, Value>) {
    let closed = object.get("additionalProperties").is_some_and(|others| *others == Value::Bool(false));
    if !closed || object.contains_key("properties") {
        return;
    }
    let Some(Value::Object(patterns)) = object.get("patternProperties") else { return };
    let mut patterns = patterns.iter();
    if let (Some((pattern, value)), None) = (patterns.next(), patterns.next()) {
        let (names, value) = (json!({ "pattern": pattern }), value.clone());
        object.remove("patternProperties");
        object.insert("additionalProperties".to_owned(), value);
        name_keys(object, names);
    }
}

/// Says of a map which keys it has, beside what is said of them already.
pub(in crate::schema) fn name_keys(map: &mut Map<String, Value>, names: Value) {
    let Some(Value::Object(said)) = map.get_mut("propertyNames") else {
        map.insert("propertyNames".to_owned(), names);
        return;
    };
    // What schemars says of integers is less than what is known now.
    if said.get("pattern").and_then(Value::as_str).is_some_and(|pattern| keys::WRITTEN.contains(&pattern)) {
        said.remove("pattern");
    }
    let Value::Object(names) = names else { return };
    if names.keys().any(|keyword| said.contains_key(keyword)) {
        match said.entry("allOf").or_insert_with(|| json!([])) {
            Value::Array(all) => all.push(Value::Object(names)),
            other => *other = json!([{ "allOf": other.take() }, names]),
        }
    } else {
        said.extend(names);
    }
}

/// Types of which schemars says less than is true, known by exactly what it says of them.
pub(super) fn standard_type(object: &mut Map<String, Value>) {
    match object.get("format").and_then(Value::as_str) {
        Some("ip") => {
            object.remove("format");
            object.insert("anyOf".to_owned(), json!([{ "format": "ipv4" }, { "format": "ipv6" }]));
        }
        Some("partial-time") => pattern(object, &format!("^{CLOCK}$")),
        Some("partial-date-time") => pattern(object, &format!("^{DAY}T{CLOCK}$")),
        _ => {}
    }
    let integer = |most: u64| json!({ "type": "integer", "minimum": 0, "maximum": most });
    let said =
        |secs: &str, nanos: &str| json!({ secs: integer(u64::MAX), nanos: integer(u64::from(u32::MAX)) });
    if let Some(Value::Object(parts)) = object.get_mut("properties") {
        // Durations.
        if said("secs", "nanos").as_object() == Some(parts) {
            parts.insert("nanos".to_owned(), integer(MOST_NANOS));
        }
        // Points in time, which some platforms hold as a signed number.
        if said("secs_since_epoch", "nanos_since_epoch").as_object() == Some(parts) {
            parts.insert("secs_since_epoch".to_owned(), integer(i64::MAX.unsigned_abs()));
            parts.insert("nanos_since_epoch".to_owned(), integer(MOST_NANOS));
        }
    }
    time_delta(object);
}

/// A nanosecond less than a second.
const MOST_NANOS: u64 = 999_999_999;

/// A time of day without an offset, as a pattern.
const CLOCK: &str = r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?";

/// A date, as a pattern; whether the month has that many days is left to the type.
const DAY: &str = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])";

fn pattern(object: &mut Map<String, Value>, pattern: &str) {
    object.remove("format");
    object.entry("pattern").or_insert_with(|| pattern.into());
}

/// chrono's difference of times, seconds and nanoseconds, which ends where milliseconds leave 64 bits.
fn time_delta(object: &mut Map<String, Value>) {
    const MOST_SECONDS: i64 = i64::MAX / 1000 - 1;
    let Some(Value::Array(parts)) = object.get_mut("prefixItems") else { return };
    let said = json!([
        { "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX },
        { "type": "integer", "minimum": 0, "exclusiveMaximum": MOST_NANOS + 1 },
    ]);
    if said.as_array() == Some(parts) {
        parts[0] = json!({ "type": "integer", "minimum": -MOST_SECONDS, "maximum": MOST_SECONDS });
    }
}

//! Arguments as a model makes them that goes by a rendered schema.

use jarvis_tools::ToolSpec;
use jarvis_tools::testing::arbitrary_arguments;
use serde_json::{Map, Value, json};

/// A rendered schema as JSON Schema: capitals and `nullable` undone.
pub(super) fn json_schema(rendered: &Value) -> Value {
    match rendered {
        Value::Object(object) => of_object(object),
        other => other.clone(),
    }
}

fn of_object(object: &Map<String, Value>) -> Value {
    let mut out = Map::new();
    let nullable = object.get("nullable") == Some(&Value::Bool(true));
    for (keyword, value) in object {
        let value = match keyword.as_str() {
            "nullable" | "propertyOrdering" | "example" | "title" | "default" => continue,
            "type" => lower(value, nullable),
            "enum" if nullable => {
                let mut values = value.as_array().cloned().unwrap_or_default();
                values.push(Value::Null);
                Value::Array(values)
            }
            "properties" | "$defs" => match value {
                Value::Object(named) => {
                    named.iter().map(|(name, inner)| (name.clone(), json_schema(inner))).collect()
                }
                other => other.clone(),
            },
            "anyOf" => value.as_array().into_iter().flatten().map(json_schema).collect(),
            "items" => json_schema(value),
            _ => value.clone(),
        };
        out.insert(keyword.clone(), value);
    }
    Value::Object(out)
}

fn lower(word: &Value, nullable: bool) -> Value {
    match word {
        Value::String(word) if nullable => json!([word.to_lowercase(), "null"]),
        Value::String(word) => word.to_lowercase().into(),
        other => other.clone(),
    }
}

/// Some arguments that a schema takes.
pub(super) fn of(schema: &Value, count: u64) -> Vec<Value> {
    let spec = ToolSpec::new("t", "A test tool.", schema.clone());
    (0..count).map(|seed| arbitrary_arguments(&spec, seed)).filter(Value::is_object).collect()
}

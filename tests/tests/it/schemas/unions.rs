//! Enums of every kind.

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{gives, schema, typed};
use serde_json::{Value, json};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Plain {
    Red,
    DarkBlue,
}

/// How urgent it is.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Documented {
    /// It can wait.
    Low,
    /// It can't.
    High,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    Circle { radius: u8 },
    Empty,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "value", rename_all = "lowercase")]
enum Adjacent {
    Text(String),
    Pair { x: bool },
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum External {
    Text(String),
    Pair { x: bool },
    Nothing,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Many(Vec<String>),
    One(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Holder<T> {
    value: T,
}

fn of<T>() -> Value
where
    T: Serialize + for<'de> Deserialize<'de> + JsonSchema + Send + 'static,
{
    schema::<Holder<T>>()["properties"]["value"].clone()
}

/// Checks that these values arrive.
#[track_caller]
fn takes<T>(values: &[Value])
where
    T: Serialize + for<'de> Deserialize<'de> + JsonSchema + Send + 'static,
{
    for value in values {
        let arguments = json!({ "value": value });
        gives(typed::<Holder<T>>(), &arguments.to_string(), arguments);
    }
}

#[test]
fn unit_enums_are_one_list_of_values() {
    assert_eq!(of::<Plain>(), json!({ "type": "string", "enum": ["red", "dark-blue"] }));
    assert_eq!(
        of::<Documented>(),
        json!({
            "type": "string",
            "enum": ["low", "high"],
            "description": "How urgent it is.\n- low: It can wait.\n- high: It can't.",
        })
    );
    // An optional one has no null in its list.
    assert_eq!(of::<Option<Plain>>(), json!({ "type": "string", "enum": ["red", "dark-blue"] }));
    takes::<Plain>(&[json!("red")]);
    takes::<Vec<Option<Plain>>>(&[json!(["dark-blue", null])]);
}

/// The forms of a union, whichever keyword holds them.
#[track_caller]
fn forms(schema: &Value) -> Vec<Value> {
    let forms = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    forms.and_then(Value::as_array).cloned().unwrap_or_else(|| panic!("no union: {schema}"))
}

#[test]
fn internally_tagged_enums() {
    let byte = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    assert_eq!(
        forms(&of::<Internal>()),
        [
            json!({
                "type": "object",
                "properties": { "kind": { "type": "string", "const": "circle" }, "radius": byte },
                "required": ["kind", "radius"],
            }),
            json!({
                "type": "object",
                "properties": { "kind": { "type": "string", "const": "empty" } },
                "required": ["kind"],
            }),
        ]
    );
    takes::<Internal>(&[json!({ "kind": "circle", "radius": 1 }), json!({ "kind": "empty" })]);
}

#[test]
fn adjacently_tagged_enums() {
    let forms = forms(&of::<Adjacent>());
    assert_eq!(forms.len(), 3);
    assert_eq!(forms[0]["required"], json!(["kind", "value"]));
    assert_eq!(forms[0]["properties"]["value"], json!({ "type": "string" }));
    assert_eq!(forms[2]["required"], json!(["kind"]));
    takes::<Adjacent>(&[
        json!({ "kind": "text", "value": "x" }),
        json!({ "kind": "pair", "value": { "x": true } }),
        json!({ "kind": "nothing" }),
    ]);
}

#[test]
fn externally_tagged_enums() {
    let forms = forms(&of::<External>());
    assert_eq!(forms.len(), 3, "{forms:?}");
    for name in ["text", "pair"] {
        let form = forms.iter().find(|form| form["required"] == json!([name]));
        assert_eq!(form.map(|form| &form["additionalProperties"]), Some(&Value::Bool(false)), "{forms:?}");
    }
    takes::<External>(&[json!({ "text": "x" }), json!({ "pair": { "x": true } }), json!("nothing")]);
}

#[test]
fn untagged_enums() {
    assert_eq!(
        forms(&of::<Untagged>()),
        [json!({ "type": "array", "items": { "type": "string" } }), json!({ "type": "string" })]
    );
    takes::<Untagged>(&[json!(["a", "b"]), json!("a"), json!([])]);
}

//! OpenAI's strict mode: the objects of a union begin with different keys.

use jarvis_tools::wire::{anthropic, openai};
use jarvis_tools::{ToolSpec, WireError};
use serde_json::{Value, json};

/// A strict tool whose one parameter is a union of these forms.
fn spec(forms: &Value, definitions: &Value) -> ToolSpec {
    let parameters = json!({
        "type": "object",
        "properties": { "u": { "anyOf": forms } },
        "required": ["u"],
        "$defs": definitions,
    });
    ToolSpec::new("t", "Does it.", parameters).strict(true)
}

fn object(properties: Value) -> Value {
    let names: Vec<&String> = properties.as_object().expect("properties").keys().collect();
    json!({ "type": "object", "properties": properties, "required": names, "additionalProperties": false })
}

fn rendered(forms: &Value) -> Result<Value, WireError> {
    let rendered = openai::tools([&spec(forms, &json!({}))])?;
    assert_eq!(rendered.losses, []);
    Ok(rendered.tools[0]["function"]["parameters"]["properties"]["u"]["anyOf"].clone())
}

#[cfg(feature = "preserve_order")]
#[track_caller]
fn check(forms: Value, firsts: &[&[&str]]) {
    let written = rendered(&forms).expect("it can be rendered");
    let written = written.as_array().expect("forms");
    for ((form, written), keys) in forms.as_array().expect("forms").iter().zip(written).zip(firsts) {
        // Nothing but the order is another.
        assert_eq!(form["properties"], written["properties"]);
        let own: Vec<&String> = written["properties"].as_object().expect("properties").keys().collect();
        assert_eq!(own, *keys);
        assert_eq!(written["required"], json!(keys));
    }
}

#[cfg(feature = "preserve_order")]
#[test]
fn a_key_that_tells_comes_first() {
    let text = json!({ "type": "string" });
    let one = |value: &str| json!({ "type": "string", "const": value });
    // Nothing has to be done.
    check(
        json!([object(json!({ "b": text, "a": text })), object(json!({ "a": text, "b": text }))]),
        &[&["b", "a"], &["a", "b"]],
    );
    check(
        json!([object(json!({ "t": one("x"), "a": text })), object(json!({ "t": one("y") }))]),
        &[&["t", "a"], &["t"]],
    );
    // A tag that stands behind.
    check(
        json!([
            object(json!({ "a": text, "b": text, "t": one("x") })),
            object(json!({ "a": text, "t": one("y") }))
        ]),
        &[&["t", "a", "b"], &["t", "a"]],
    );
    // No tag, but keys of their own.
    check(
        json!([
            object(json!({ "a": text, "b": text })),
            object(json!({ "a": text, "c": text, "d": text })),
            object(json!({ "a": text }))
        ]),
        &[&["b", "a"], &["c", "a", "d"], &["a"]],
    );
}

#[test]
fn what_nothing_tells_apart_is_refused() {
    let text = json!({ "type": "string" });
    let lists = |values: Value| json!({ "type": "string", "enum": values });
    let same = json!([object(json!({ "a": text })), object(json!({ "a": { "type": "integer" } }))]);
    let overlap = json!([
        object(json!({ "t": lists(json!(["x", "y"])) })),
        object(json!({ "t": lists(json!(["y", "z"])) }))
    ]);
    let inside = json!([object(json!({ "a": text })), { "anyOf": [object(json!({ "a": text })), { "type": "null" }] }]);
    for (forms, key) in [(same, "'a'"), (overlap, "'t'"), (inside, "'a'")] {
        let error = rendered(&forms).expect_err("it can't be told apart");
        assert_eq!((error.tool_name(), error.schema_path()), (Some("t"), "/properties/u"), "{error}");
        assert!(
            error.reason().contains("begin with the same key") && error.reason().contains(key),
            "{error}"
        );
        // A tool that isn't strict is sent as it is, and so is one for a provider without that rule.
        openai::tools([&spec(&forms, &json!({})).strict(false)]).expect("it isn't strict");
        anthropic::tools([&spec(&forms, &json!({}))]).expect("there is no such rule");
    }
}

#[test]
fn objects_behind_references_count() {
    let text = json!({ "type": "string" });
    let definitions = json!({
        "A": object(json!({ "a": text })),
        "B": { "anyOf": [object(json!({ "b": text })), { "type": "null" }] },
    });
    let render = |forms: Value| openai::tools([&spec(&forms, &definitions)]);
    let to = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    render(json!([to("A"), to("B"), object(json!({ "c": text }))])).expect("they differ");
    for forms in [
        json!([to("A"), object(json!({ "a": text }))]),
        json!([{ "anyOf": [to("B")] }, object(json!({ "b": text }))]),
    ] {
        let error = render(forms.clone()).expect_err("they begin alike");
        assert!(error.reason().contains("begin with the same key"), "{forms}: {error}");
    }
}

#[test]
fn references_that_multiply_end() {
    let mut definitions = serde_json::Map::new();
    for place in 0..200 {
        let next = json!({ "$ref": format!("#/$defs/D{}", place + 1) });
        definitions.insert(format!("D{place}"), json!({ "anyOf": [next, next, { "type": "null" }] }));
    }
    definitions.insert("D200".to_owned(), object(json!({ "a": { "type": "string" } })));
    let spec = spec(&json!([{ "$ref": "#/$defs/D0" }, { "type": "null" }]), &definitions.into());
    openai::tools([&spec]).expect("one object is no two");
}

#[test]
fn patterns_that_strict_modes_do_not_take_stand_in_the_description() {
    let parameters = json!({
        "type": "object",
        "properties": {
            "ahead": { "type": "string", "pattern": "(?=a)b" },
            "back": { "type": "string", "pattern": r"(a)\1" },
            "bound": { "type": "string", "pattern": r"\ba" },
            "plain": { "type": "string", "pattern": "^a+$" },
        },
        "required": ["ahead", "back", "bound", "plain"],
    });
    let spec = ToolSpec::new("t", "Does it.", parameters).strict(true);
    let lost =
        |losses: &[jarvis_tools::wire::Loss]| losses.iter().map(|loss| loss.path.clone()).collect::<Vec<_>>();
    let chat = openai::tools([&spec]).expect("it can be rendered");
    assert_eq!(lost(&chat.losses), ["/properties/ahead", "/properties/back"]);
    let messages = anthropic::tools([&spec]).expect("it can be rendered");
    assert_eq!(lost(&messages.losses), ["/properties/ahead", "/properties/back", "/properties/bound"]);
    let properties = &messages.tools[0]["input_schema"]["properties"];
    assert_eq!(properties["ahead"], json!({ "type": "string", "description": r#"pattern: "(?=a)b""# }));
    assert_eq!(properties["plain"]["pattern"], "^a+$");
}

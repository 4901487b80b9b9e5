//! Chat Completions: definitions, calls and results.

use jarvis_tools::prelude::*;
use jarvis_tools::wire::openai;
use jarvis_tools::{Part, WireError};
use serde_json::{Value, json};

use crate::fixtures::{echo, executor, ping};

fn spec(name: &str, parameters: Value) -> ToolSpec {
    ToolSpec::new(name, "Does it.", parameters)
}

fn object(properties: &Value) -> Value {
    json!({ "type": "object", "properties": properties, "required": [] })
}

fn rendered(spec: &ToolSpec) -> Result<Value, WireError> {
    openai::tools([spec]).map(|mut rendered| rendered.tools.remove(0))
}

/// The strict parameters of these.
#[track_caller]
fn strict(parameters: Value) -> Value {
    let tool = rendered(&spec("t", parameters).strict(true)).unwrap();
    assert_eq!(tool["function"]["strict"], true);
    tool["function"]["parameters"].clone()
}

/// The strict form of one property that may be left out.
#[track_caller]
fn strict_property(property: Value) -> Value {
    strict(object(&json!({ "p": property })))["properties"]["p"].clone()
}

#[track_caller]
fn refused(parameters: Value, path: &str, reason: &str) {
    let error = rendered(&spec("t", parameters).strict(true)).unwrap_err();
    assert_eq!((error.tool_name(), error.schema_path()), (Some("t"), path), "{error}");
    assert!(error.reason().contains(reason), "{error}");
}

#[test]
fn a_definition() {
    let parameters = json!({
        "type": "object",
        "properties": { "city": { "type": "string", "description": "City name." } },
        "required": ["city"],
    });
    let expected = json!({
        "type": "function",
        "function": { "name": "weather", "description": "Does it.", "parameters": parameters },
    });
    assert_eq!(rendered(&spec("weather", parameters)).unwrap(), expected);
}

#[test]
fn limits_of_rust_types_are_left_out() {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "Only the schema matters.")]
    struct Numbers {
        byte: u8,
        #[schemars(range(min = 0, max = 255))]
        own: u32,
        signed: i32,
        wide: u64,
        #[schemars(range(min = 1))]
        most: u64,
        float: f32,
    }
    let tool = FnTool::new("t", "Does it.", |_: Numbers| async { Ok::<_, String>(()) }).unwrap();
    let rendered_type = rendered(tool.spec()).unwrap();
    assert_eq!(
        rendered_type["function"]["parameters"]["properties"],
        json!({
            "byte": { "type": "integer", "minimum": 0, "maximum": 255 },
            "own": { "type": "integer", "minimum": 0, "maximum": 255 },
            "signed": { "type": "integer" },
            "wide": { "type": "integer", "minimum": 0 },
            "most": { "type": "integer", "minimum": 1 },
            "float": { "type": "number" },
        })
    );
    let whole = tool.spec().to_openai_function();
    assert_eq!(whole["function"]["parameters"]["properties"]["signed"]["maximum"], i32::MAX);

    // In a schema from elsewhere every bound is its author's.
    let foreign = whole["function"]["parameters"].clone();
    assert_eq!(rendered(&spec("t", foreign.clone())).unwrap()["function"]["parameters"], foreign);
}

#[test]
fn b091_names_that_the_provider_refuses() {
    for name in ["calendar.create", "a/b", "", "é", &"x".repeat(65)] {
        let error = rendered(&spec(name, object(&json!({})))).unwrap_err();
        assert_eq!(error.tool_name(), Some(name));
    }
    rendered(&spec(&"x".repeat(64), object(&json!({})))).unwrap();
}

#[test]
fn b093_property_names_that_the_provider_refuses_at_any_depth() {
    let inner = object(&json!({ "Account Number": { "type": "integer" } }));
    let cases = [
        (inner.clone(), "/properties/Account Number"),
        (object(&json!({ "a": inner })), "/properties/a/properties/Account Number"),
        (
            object(&json!({ "a": { "type": "array", "items": inner } })),
            "/properties/a/items/properties/Account Number",
        ),
        (object(&json!({ "a": { "anyOf": [inner] } })), "/properties/a/anyOf/0/properties/Account Number"),
        (
            json!({ "type": "object", "properties": {}, "$defs": { "N": inner } }),
            "/$defs/N/properties/Account Number",
        ),
        (object(&json!({ "x".repeat(65): { "type": "null" } })), &format!("/properties/{}", "x".repeat(65))),
    ];
    for (parameters, path) in cases {
        let error = rendered(&spec("t", parameters)).unwrap_err();
        assert_eq!((error.tool_name(), error.schema_path()), (Some("t"), path));
    }
    rendered(&spec("t", object(&json!({ "a.b-c_1": { "type": "null" } })))).unwrap();
}

#[test]
fn b117_too_long_descriptions_and_too_many_tools_are_errors() {
    let mut long = spec("t", object(&json!({})));
    long.description = "é".repeat(1024);
    rendered(&long).unwrap();
    long.description.push('x');
    assert!(rendered(&long).unwrap_err().reason().contains("1025 characters"));

    let many: Vec<_> = (0..129).map(|place| spec(&format!("t{place}"), object(&json!({})))).collect();
    assert!(openai::tools(&many).unwrap_err().reason().contains("129"));
    assert_eq!(openai::tools(&many[1..]).unwrap().tools.len(), 128);
    assert!(openai::tools([&many[0], &many[0]]).is_err());
}

#[test]
fn strict_objects_are_closed_and_all_is_required_at_every_depth() {
    let inner = json!({
        "type": "object",
        "properties": { "x": { "type": "number" }, "y": { "type": "number" } },
        "required": ["x"],
    });
    let parameters = json!({
        "type": "object",
        "properties": { "at": inner, "list": { "type": "array", "items": inner } },
        "required": ["at"],
    });
    let strict_inner = json!({
        "type": "object",
        "properties": { "x": { "type": "number" }, "y": { "type": ["number", "null"] } },
        "required": ["x", "y"],
        "additionalProperties": false,
    });
    assert_eq!(
        strict(parameters),
        json!({
            "type": "object",
            "properties": { "at": strict_inner, "list": { "type": ["array", "null"], "items": strict_inner } },
            "required": ["at", "list"],
            "additionalProperties": false,
        })
    );
    let closed = json!({ "type": "object", "properties": {}, "required": [], "additionalProperties": false });
    assert_eq!(strict(json!({ "type": "object", "properties": {}, "required": [] })), closed);
    assert_eq!(strict(json!({ "type": "object" })), closed);
}

#[test]
fn strict_properties_that_may_be_left_out_take_null() {
    let cases = [
        (json!({ "type": "string" }), json!({ "type": ["string", "null"] })),
        (json!({ "type": ["string", "null"] }), json!({ "type": ["string", "null"] })),
        (json!({ "type": "null" }), json!({ "type": "null" })),
        (
            json!({ "type": "string", "enum": ["a", "b"] }),
            json!({ "type": ["string", "null"], "enum": ["a", "b", null] }),
        ),
        (
            json!({ "enum": [1, "b"] }),
            json!({ "type": ["integer", "string", "null"], "enum": [1, "b", null] }),
        ),
        (json!({ "const": "a" }), json!({ "type": ["string", "null"], "enum": ["a", null] })),
        (
            json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] }),
            json!({ "anyOf": [{ "type": "string" }, { "type": "integer" }, { "type": "null" }] }),
        ),
        (json!({ "$ref": "#/$defs/N" }), json!({ "anyOf": [{ "$ref": "#/$defs/N" }, { "type": "null" }] })),
    ];
    for (property, expected) in cases {
        assert_eq!(strict_property(property), expected);
    }
}

#[cfg(feature = "preserve_order")]
#[test]
fn strict_moves_what_it_can_not_say_into_the_description() {
    assert_eq!(
        strict_property(json!({
            "type": "string", "description": "A name.", "minLength": 2, "format": "uri", "default": "x",
            "title": "Name",
        })),
        json!({ "type": ["string", "null"],
                "description": "A name.\nminLength: 2; format: \"uri\"; default: \"x\"" })
    );
    assert_eq!(
        strict_property(json!({ "type": "string", "pattern": "^a(?=b)", "format": "date" })),
        json!({ "type": ["string", "null"], "format": "date", "description": "pattern: \"^a(?=b)\"" })
    );
    assert_eq!(
        strict_property(json!({ "type": "integer", "minimum": 1, "maximum": 14 })),
        json!({ "type": ["integer", "null"], "minimum": 1, "maximum": 14 })
    );
    assert_eq!(
        strict_property(json!({ "$ref": "#/$defs/N", "description": "A node." })),
        json!({ "anyOf": [{ "$ref": "#/$defs/N" }, { "type": "null" }], "description": "A node." })
    );
}

#[cfg(feature = "preserve_order")]
#[test]
fn strict_keeps_recursion_and_parameters_called_like_keywords() {
    let node = json!({
        "type": "object",
        "properties": { "next": { "$ref": "#/$defs/Node" } },
        "required": [],
    });
    let parameters = json!({
        "type": "object", "properties": { "root": { "$ref": "#/$defs/Node" } }, "required": ["root"],
        "$defs": { "Node": node },
    });
    let strict_node = strict(parameters)["$defs"]["Node"].clone();
    assert_eq!(strict_node["required"], json!(["next"]));
    assert_eq!(strict_node["additionalProperties"], false);

    let names =
        ["title", "type", "properties", "required", "format", "default", "$ref", "enum", "items", "anyOf"];
    let words: Vec<&str> = names.iter().copied().filter(|name| *name != "$ref").collect();
    let properties: serde_json::Map<_, _> =
        words.iter().map(|name| ((*name).to_owned(), json!({ "type": "string", "title": "T" }))).collect();
    let parameters = json!({ "type": "object", "properties": properties, "required": words });
    let plain = rendered(&spec("t", parameters.clone())).unwrap();
    assert_eq!(plain["function"]["parameters"], parameters);
    let strict = strict(parameters);
    for name in &words {
        assert_eq!(strict["properties"][name], json!({ "type": "string" }));
    }
    assert_eq!(strict["required"], json!(words));
}

#[test]
fn strict_refuses_what_has_no_strict_form() {
    let property = |property: Value| object(&json!({ "p": property }));
    let at = "/properties/p";
    refused(
        property(json!({ "type": "object", "additionalProperties": { "type": "string" } })),
        at,
        "any name",
    );
    refused(property(json!({ "type": "object" })), at, "any name");
    refused(property(json!({})), at, "any type");
    refused(property(json!({ "description": "Anything." })), at, "any type");
    refused(property(json!(true)), at, "any type");
    refused(property(json!({ "type": "array" })), at, "items");
    refused(property(json!({ "type": "array", "items": {} })), "/properties/p/items", "any type");
    refused(
        property(json!({ "type": "array", "items": false, "prefixItems": [{ "type": "string" }] })),
        "/properties/p/items",
        "any type",
    );
    refused(property(json!({ "allOf": [{ "type": "string" }], "type": "string" })), at, "allOf");
    refused(property(json!({ "$ref": "other.json" })), at, "another document");
    refused(json!({ "type": "object", "properties": {}, "anyOf": [{ "type": "object" }] }), "", "union");
    refused(json!([]), "", "no object schema");
}

#[test]
fn strict_counts_the_providers_limits() {
    let mut nested = json!({ "type": "string" });
    for _ in 0..11 {
        nested = object(&json!({ "a": nested }));
    }
    refused(nested, "/properties/a".repeat(10).as_str(), "10 levels");
    let many: Vec<String> = (0..1001).map(|place| place.to_string()).collect();
    refused(object(&json!({ "p": { "type": "string", "enum": many } })), "", "1000 enum values");
    let long: Vec<String> = (0..251).map(|place| format!("{place:0>100}")).collect();
    refused(object(&json!({ "p": { "type": "string", "enum": long } })), "/properties/p", "15000 characters");
}

#[test]
fn a_bottomless_schema_is_an_error_and_no_overflow() {
    let mut deep = json!({ "type": "string" });
    for _ in 0..150 {
        deep = json!({ "type": "array", "items": deep });
    }
    for strict in [false, true] {
        let error = rendered(&spec("t", object(&json!({ "p": deep }))).strict(strict)).unwrap_err();
        assert!(error.reason().contains("deep"), "{error}");
    }
}

fn message(calls: &Value) -> Value {
    json!({ "role": "assistant", "content": null, "tool_calls": calls })
}

#[test]
fn calls_of_a_response_a_message_and_a_list() {
    let list = json!([
        { "id": "c1", "type": "function", "function": { "name": "a", "arguments": "{\"x\": 1}" } },
        { "id": "c2", "type": "function", "function": { "name": "b", "arguments": "not json" } },
    ]);
    let expected = [ToolCall::new("c1", "a", "{\"x\": 1}"), ToolCall::new("c2", "b", "not json")];
    let response = json!({ "id": "r", "choices": [
        { "index": 0, "finish_reason": "tool_calls", "message": message(&list) },
        { "index": 1, "message": message(&json!([])) },
    ]});
    for form in [&response, &message(&list), &list] {
        assert_eq!(openai::calls(form).unwrap(), expected);
    }
}

#[test]
fn b101_arguments_may_be_text_json_null_or_absent() {
    let body = |function: Value| message(&json!([{ "id": "c1", "function": function }]));
    for (arguments, expected) in [
        (json!({ "a": 1 }), r#"{"a":1}"#),
        (json!(null), "{}"),
        (json!(""), ""),
        (json!([1]), "[1]"),
        (json!(5), "5"),
    ] {
        let calls = openai::calls(&body(json!({ "name": "f", "arguments": arguments }))).unwrap();
        assert_eq!(calls, [ToolCall::new("c1", "f", expected)]);
    }
    assert_eq!(openai::calls(&body(json!({ "name": "f" }))).unwrap()[0].arguments, "{}");
}

#[test]
fn b095_names_are_not_rewritten_and_odd_entries_are_still_answered() {
    let calls = openai::calls(&json!([
        { "id": "c1", "function": { "name": "functions.ping", "arguments": "{}" } },
        { "function": { "arguments": "{}" } },
        { "id": 7, "type": "custom", "custom": { "name": "grep", "input": "a b" } },
        { "id": null, "name": "flat", "arguments": {} },
        {},
    ]));
    assert_eq!(
        calls.unwrap(),
        [
            ToolCall::new("c1", "functions.ping", "{}"),
            ToolCall::new("", "", "{}"),
            ToolCall::new("7", "grep", "a b"),
            ToolCall::new("", "flat", "{}"),
            ToolCall::new("", "", "{}"),
        ]
    );
}

#[test]
fn the_legacy_call_counts_only_alone() {
    let legacy = json!({ "name": "f", "arguments": "{}" });
    let alone = json!({ "role": "assistant", "content": null, "function_call": legacy });
    assert_eq!(openai::calls(&alone).unwrap(), [ToolCall::new("", "f", "{}")]);
    let both = json!({ "tool_calls": [{ "id": "c1", "function": legacy }], "function_call": legacy });
    assert_eq!(openai::calls(&both).unwrap(), [ToolCall::new("c1", "f", "{}")]);
}

#[test]
fn responses_without_calls() {
    for response in [
        json!({ "choices": [] }),
        json!({ "choices": [{ "message": { "role": "assistant", "content": "hi" } }] }),
        json!({ "role": "assistant", "content": "hi", "tool_calls": null }),
        json!([]),
    ] {
        assert_eq!(openai::calls(&response).unwrap(), []);
    }
}

#[test]
fn hostile_responses_are_errors_in_words() {
    for (response, reason) in [
        (json!(null), "no object"),
        (json!("text"), "no object"),
        (json!({}), "neither"),
        (json!({ "error": { "message": "overloaded", "type": "x" } }), "overloaded"),
        (json!({ "error": "no credit" }), "no credit"),
        (json!({ "choices": {} }), "no list"),
        (json!({ "choices": [null] }), "no message"),
        (json!({ "choices": [{ "message": [] }] }), "no message"),
        (json!({ "choices": [{ "delta": {} }] }), "stream"),
        (json!({ "choices": [{ "message": {} }] }), "neither"),
        (message(&json!("x")), "no list"),
        (message(&json!([{}, 5])), "call 1 of the list is no object: 5"),
        (json!({ "function_call": 5 }), "no object"),
    ] {
        let error = openai::calls(&response).unwrap_err();
        assert!(error.to_string().contains(reason), "{response}: {error}");
    }
    let long = openai::calls(&json!({ "error": "x".repeat(100_000) })).unwrap_err();
    assert!(long.to_string().len() < 1000);
}

#[test]
fn any_json_is_read_without_a_panic() {
    let leaves = [json!(null), json!(1), json!("x"), json!([]), json!({})];
    let keys = [
        "choices",
        "message",
        "tool_calls",
        "function",
        "custom",
        "function_call",
        "id",
        "name",
        "arguments",
    ];
    let mut values: Vec<Value> = leaves.to_vec();
    for _ in 0..2 {
        let mut more = Vec::new();
        for value in values.iter().take(60) {
            more.push(json!([value]));
            more.extend(keys.iter().map(|key| json!({ *key: value })));
        }
        values.extend(more);
    }
    for value in &values {
        for response in [value.clone(), message(value), json!({ "choices": [{ "message": value }] })] {
            let _ = openai::calls(&response);
        }
    }
}

#[tokio::test]
async fn a_round_trip() {
    let executor = executor([echo(), ping()]);
    let response = json!({ "choices": [{ "message": message(&json!([
        { "id": "c1", "type": "function", "function": { "name": "echo", "arguments": "{\"text\":\"hi\"}" } },
        { "id": "c2", "type": "function", "function": { "name": "nope", "arguments": "{}" } },
        { "id": "c3", "type": "function", "function": { "name": "ping", "arguments": "{}" } },
    ]))}]});
    let results = executor.execute_all(&openai::calls(&response).unwrap()).await;
    let messages = openai::results(&results);
    assert_eq!(messages[0], json!({ "role": "tool", "tool_call_id": "c1", "content": "hi" }));
    assert_eq!(messages[1]["tool_call_id"], "c2");
    assert!(messages[1]["content"].as_str().unwrap().starts_with("Unknown tool 'nope'"));
    assert_eq!(messages[2], json!({ "role": "tool", "tool_call_id": "c3", "content": "pong" }));
    assert_eq!(openai::tools(executor.available_tools()).unwrap().tools.len(), 2);
}

#[test]
fn parts_that_a_message_can_not_hold_are_named() {
    let output = ToolOutput::text("one")
        .with_part(Part::Text { text: "two".into() })
        .with_part(Part::Image { data: "AAAA".into(), mime_type: "image/png".into() })
        .with_part(Part::Resource { uri: "file:///x".into(), mime_type: None, text: None });
    let messages = openai::results(&[ToolResult::new("c1", "t", Ok(output))]);
    assert_eq!(messages[0]["content"], "one\n\ntwo\n\n[image, image/png]\n\n[resource file:///x]");
}

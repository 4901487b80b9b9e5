//! Gemini: what only it has.

use jarvis_tools::ToolResult;
use jarvis_tools::prelude::*;
use jarvis_tools::wire::{ToolChoice, gemini};
use serde_json::{Value, json};

fn spec(parameters: Value) -> ToolSpec {
    ToolSpec::new("t", "Does it.", parameters)
}

/// The parameters of one property, and the losses.
#[track_caller]
fn property(property: Value) -> (Value, Vec<String>) {
    let parameters = json!({ "type": "object", "properties": { "p": property }, "required": ["p"] });
    let rendered = gemini::tools([&spec(parameters)]).unwrap();
    let own = rendered.tools[0]["functionDeclarations"][0]["parameters"]["properties"]["p"].clone();
    (own, rendered.losses.iter().map(ToString::to_string).collect())
}

#[track_caller]
fn refused(parameters: Value, path: &str, words: &str) {
    let error = gemini::tools([&spec(parameters)]).unwrap_err();
    assert_eq!(error.schema_path(), path, "{error}");
    assert!(error.reason().contains(words), "{error}");
}

#[test]
fn types_are_one_word_and_null_is_nullable() {
    for (given, expected) in [
        (
            json!({ "type": "string", "description": "It." }),
            json!({ "type": "STRING", "description": "It." }),
        ),
        (json!({ "type": ["string", "null"] }), json!({ "type": "STRING", "nullable": true })),
        (json!({ "const": "a" }), json!({ "type": "STRING", "enum": ["a"] })),
        (json!({ "enum": ["a", null] }), json!({ "type": "STRING", "enum": ["a"], "nullable": true })),
        (
            json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }], "description": "It." }),
            json!({ "type": "INTEGER", "nullable": true, "description": "It." }),
        ),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "type": "string", "description": "B." }], "description": "A." }),
            json!({ "anyOf": [
                { "type": "INTEGER", "description": "A." }, { "type": "STRING", "description": "A.\nB." },
            ]}),
        ),
        (json!({ "type": "integer", "exclusiveMinimum": 0 }), json!({ "type": "INTEGER", "minimum": 1 })),
        (
            json!({ "type": "array", "items": { "type": "boolean" } }),
            json!({ "type": "ARRAY", "items": { "type": "BOOLEAN" } }),
        ),
    ] {
        let (own, losses) = property(given.clone());
        assert_eq!(own, expected, "{given}");
        assert_eq!(losses, [] as [&str; 0]);
    }
}

#[test]
fn what_can_not_be_said_stands_in_the_description() {
    let (own, losses) = property(json!({ "type": "integer", "enum": [1, 2], "description": "A level." }));
    assert_eq!(own, json!({ "type": "INTEGER", "description": "A level.\none of: [1,2]" }));
    assert_eq!(losses, ["'t' at /properties/p: one of: [1,2]"]);
    let (own, _) = property(json!({ "type": "string", "format": "uuid" }));
    assert_eq!(own, json!({ "type": "STRING", "description": "format: \"uuid\"" }));
    let (own, _) = property(json!({ "type": "number", "exclusiveMinimum": 0.5, "multipleOf": 0.5 }));
    assert_eq!(own["description"], "exclusiveMinimum: 0.5; multipleOf: 0.5");
}

#[test]
fn what_has_no_form_is_refused() {
    let one = |property: Value| json!({ "type": "object", "properties": { "p": property } });
    let at = "/properties/p";
    refused(
        one(json!({ "type": "object", "additionalProperties": { "type": "string" } })),
        at,
        "known names",
    );
    refused(one(json!({ "type": "object", "properties": {} })), at, "known names");
    refused(one(json!({})), at, "any type");
    refused(one(json!(true)), at, "any type");
    refused(one(json!({ "type": ["string", "integer"] })), at, "one type");
    refused(one(json!({ "type": "array" })), at, "items");
    refused(one(json!({ "type": "array", "prefixItems": [{ "type": "string" }] })), at, "prefixItems");
    refused(one(json!({ "allOf": [{ "type": "string" }] })), at, "allOf");
    refused(
        json!({ "type": "object", "properties": { "a-b": { "type": "string" } } }),
        "/properties/a-b",
        "begins with no digit",
    );
    refused(
        json!({ "type": "object", "properties": { "1a": { "type": "string" } } }),
        "/properties/1a",
        "begins with no digit",
    );
    let node = json!({ "type": "object", "properties": { "next": { "$ref": "#/$defs/N" } }, "required": [] });
    let recursive =
        json!({ "type": "object", "properties": { "p": { "$ref": "#/$defs/N" } }, "$defs": { "N": node } });
    refused(recursive.clone(), "/properties/p/properties/next", "recursion");
    let whole = gemini::tools_as([&spec(recursive.clone())], gemini::Parameters::Whole).unwrap();
    assert_eq!(whole.tools[0]["functionDeclarations"][0]["parametersJsonSchema"], recursive);
    for name in ["1t", "-t", "a/b", &"x".repeat(64)] {
        let error =
            gemini::tools([&ToolSpec::new(name, "Does it.", json!({ "type": "object" }))]).unwrap_err();
        assert_eq!(error.tool_name(), Some(name));
    }
}

#[test]
fn references_are_written_out_and_bombs_end() {
    let parameters = json!({
        "type": "object", "properties": { "p": { "$ref": "#/$defs/N", "description": "It." } },
        "$defs": { "N": { "type": "integer", "description": "A number." } },
    });
    let rendered = gemini::tools([&spec(parameters)]).unwrap();
    let own = rendered.tools[0]["functionDeclarations"][0]["parameters"]["properties"]["p"].clone();
    assert_eq!(own, json!({ "type": "INTEGER", "description": "It.\nA number." }));
    let mut definitions = serde_json::Map::new();
    for level in 0..30 {
        let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        definitions
            .insert(format!("d{level}"), json!({ "type": "object", "properties": { "a": next, "b": next } }));
    }
    definitions.insert("d30".to_owned(), json!({ "type": "string" }));
    let bomb =
        json!({ "type": "object", "properties": { "p": { "$ref": "#/$defs/d0" } }, "$defs": definitions });
    assert!(gemini::tools([&spec(bomb)]).unwrap_err().reason().contains("schemas once written out"));
}

#[test]
fn a_tool_without_parameters_and_no_tools() {
    let rendered =
        gemini::tools([&spec(json!({ "type": "object", "properties": {}, "required": [] }))]).unwrap();
    assert_eq!(
        rendered.tools,
        [json!({ "functionDeclarations": [{ "name": "t", "description": "Does it." }] })]
    );
    assert_eq!(gemini::tools([] as [&ToolSpec; 0]).unwrap().tools, [] as [Value; 0]);
}

#[test]
fn properties_beside_a_union_move_into_its_forms() {
    let form = |kind: &str| json!({ "type": "object", "properties": { "kind": { "const": kind } }, "required": ["kind"] });
    let parameters = json!({
        "type": "object",
        "properties": { "id": { "type": "integer" } },
        "required": ["id"],
        "oneOf": [form("a"), form("b")],
    });
    let rendered = gemini::tools([&spec(parameters)]).unwrap();
    let forms = &rendered.tools[0]["functionDeclarations"][0]["parameters"]["anyOf"];
    assert_eq!(forms[1]["required"], json!(["id", "kind"]));
    assert_eq!(forms[1]["properties"]["kind"], json!({ "type": "STRING", "enum": ["b"] }));
    assert_eq!(forms[1]["properties"]["id"], json!({ "type": "INTEGER" }));
}

#[test]
fn signatures_and_the_providers_ids_stay() {
    let response = json!({ "candidates": [{ "content": { "parts": [
        { "functionCall": { "id": "x1", "name": "a", "args": {} }, "thoughtSignature": "s1" },
        { "function_call": { "name": "b", "args": { "n": 1 } }, "thought_signature": "s2" },
    ], "role": "model" }, "finishReason": "STOP" }]});
    let turn = gemini::turn(&response).unwrap();
    assert_eq!(
        turn.message["parts"],
        json!([
            { "functionCall": { "id": "x1", "name": "a", "args": {} }, "thoughtSignature": "s1" },
            { "thought_signature": "s2", "functionCall": { "name": "b", "args": { "n": 1 } } },
        ])
    );
    let results = [
        ToolResult::new(turn.calls[0].id.clone(), "a", ToolOutput::json(&json!({ "x": 1 }))),
        ToolResult::new(turn.calls[1].id.clone(), "b", Err(ToolError::failed("no"))),
    ];
    assert_eq!(
        gemini::results(&results),
        [json!({ "role": "user", "parts": [
            { "functionResponse": { "id": "x1", "name": "a", "response": { "result": { "x": 1 } } } },
            { "functionResponse": { "name": "b", "response": { "error": "no" } } },
        ]})]
    );
}

#[test]
fn a_prompt_that_was_blocked() {
    let turn = gemini::turn(&json!({ "promptFeedback": { "blockReason": "SAFETY" } })).unwrap();
    assert_eq!(turn.refusal.as_deref(), Some("the prompt was blocked: SAFETY"));
    assert!(turn.calls.is_empty());
    let choice = gemini::tool_choice(&ToolChoice::Tool("t".into()));
    assert_eq!(choice["functionCallingConfig"], json!({ "mode": "ANY", "allowedFunctionNames": ["t"] }));
}

#[cfg(feature = "preserve_order")]
#[test]
fn bounds_that_a_float_would_round_stand_in_the_description() {
    let exact = 1_i64 << 53;
    let (own, losses) = property(json!({ "type": "integer", "minimum": -exact, "maximum": exact }));
    assert_eq!(own, json!({ "type": "INTEGER", "minimum": -exact, "maximum": exact }));
    assert_eq!(losses, [] as [&str; 0]);
    let (own, losses) = property(json!({ "type": "integer", "minimum": exact + 1, "maximum": u64::MAX }));
    let words = "minimum: 9007199254740993; maximum: 18446744073709551615";
    assert_eq!(own, json!({ "type": "INTEGER", "description": words }));
    assert_eq!(losses.len(), 2, "{losses:?}");
    let (own, _) = property(json!({ "type": "integer", "exclusiveMinimum": exact }));
    assert_eq!(own, json!({ "type": "INTEGER", "description": "exclusiveMinimum: 9007199254740992" }));
}

#[test]
fn what_stands_beside_a_reference_is_told_or_refused() {
    let parameters = |target: Value, reference: Value| json!({ "type": "object", "properties": { "p": reference }, "required": [], "$defs": { "N": target } });
    let own = |target: Value, reference: Value| {
        let rendered = gemini::tools([&spec(parameters(target, reference))]).unwrap();
        let parameters = &rendered.tools[0]["functionDeclarations"][0]["parameters"];
        (parameters["properties"]["p"].clone(), rendered.losses.len())
    };
    let text = json!({ "type": "string", "description": "A name." });
    assert_eq!(
        own(text.clone(), json!({ "$ref": "#/$defs/N", "description": "It.", "minLength": 3 })),
        (json!({ "type": "STRING", "description": "It.\nminLength: 3\nA name." }), 1)
    );
    assert_eq!(
        own(
            json!({ "anyOf": [{ "type": "integer" }, text] }),
            json!({ "$ref": "#/$defs/N", "description": "It." })
        ),
        (
            json!({ "anyOf": [
                { "type": "INTEGER", "description": "It." },
                { "type": "STRING", "description": "It.\nA name." },
            ]}),
            0
        )
    );
    let object = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    refused(
        parameters(object.clone(), json!({ "$ref": "#/$defs/N", "properties": object["properties"] })),
        "/properties/p",
        "`properties` beside a reference",
    );
}

//! Anthropic's Messages: what only they have.

use jarvis_tools::prelude::*;
use jarvis_tools::wire::{ToolChoice, anthropic};
use jarvis_tools::{Part, ToolResult};
use serde_json::{Value, json};

fn spec(name: &str, parameters: Value) -> ToolSpec {
    ToolSpec::new(name, "Does it.", parameters)
}

#[test]
fn b092_a_union_as_the_parameters_is_refused() {
    for union in ["anyOf", "oneOf", "allOf"] {
        let parameters = json!({ "type": "object", "properties": {}, union: [{ "type": "object" }] });
        let error = anthropic::tools([&spec("t", parameters)]).unwrap_err();
        assert_eq!((error.tool_name(), error.schema_path()), (Some("t"), format!("/{union}").as_str()));
    }
    let inside = json!({ "type": "object", "properties": { "p": { "anyOf": [{ "type": "string" }, { "type": "null" }] } } });
    let rendered = anthropic::tools([&spec("t", inside.clone())]).unwrap();
    assert_eq!(rendered.tools, [json!({ "name": "t", "description": "Does it.", "input_schema": inside })]);
}

#[cfg(feature = "preserve_order")]
#[test]
fn strict_tools_lose_bounds_to_their_descriptions() {
    let parameters = json!({
        "type": "object",
        "properties": {
            "n": { "type": "integer", "minimum": 1, "maximum": 9, "description": "A number." },
            "list": { "type": "array", "items": { "type": "string", "minLength": 2 }, "minItems": 1, "maxItems": 3 },
        },
        "required": ["n"],
    });
    let rendered = anthropic::tools([&spec("t", parameters).strict(true)]).unwrap();
    assert_eq!(
        rendered.tools[0],
        json!({ "name": "t", "description": "Does it.", "strict": true, "input_schema": {
            "type": "object",
            "properties": {
                "n": { "type": "integer", "description": "A number.\nminimum: 1; maximum: 9" },
                "list": {
                    "type": "array",
                    "items": { "type": "string", "description": "minLength: 2" },
                    "minItems": 1,
                    "description": "maxItems: 3",
                },
            },
            "required": ["n"],
            "additionalProperties": false,
        }})
    );
    let losses: Vec<String> = rendered.losses.iter().map(ToString::to_string).collect();
    assert_eq!(
        losses,
        [
            "'t' at /properties/n: minimum: 1",
            "'t' at /properties/n: maximum: 9",
            "'t' at /properties/list/items: minLength: 2",
            "'t' at /properties/list: maxItems: 3",
        ]
    );
}

#[test]
fn the_limits_of_a_request_are_counted() {
    let optional: Value = (0..13).map(|place| (format!("p{place}"), json!({ "type": "string" }))).collect();
    let wide = json!({ "type": "object", "properties": optional, "required": [] });
    let [a, b] = ["a", "b"].map(|name| spec(name, wide.clone()).strict(true));
    anthropic::tools([&a]).unwrap();
    let error = anthropic::tools([&a, &b]).unwrap_err();
    assert!(error.reason().contains("24 properties") && error.reason().contains("26"), "{error}");
    let empty = json!({ "type": "object", "properties": {}, "required": [] });
    let many: Vec<ToolSpec> =
        (0..21).map(|place| spec(&format!("t{place}"), empty.clone()).strict(true)).collect();
    assert!(anthropic::tools(&many).unwrap_err().reason().contains("20 strict tools"));
    anthropic::tools(&many[1..]).unwrap();
    let node =
        json!({ "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } }, "required": [] });
    let recursive = json!({ "type": "object", "properties": { "root": { "$ref": "#/$defs/Node" } }, "$defs": { "Node": node } });
    let recursive = spec("t", recursive);
    anthropic::tools([&recursive]).unwrap();
    assert!(anthropic::tools([&recursive.strict(true)]).unwrap_err().reason().contains("refers to itself"));
}

#[test]
fn results_are_one_message_with_pictures() {
    let picture = Part::Image { data: "AAAA".into(), mime_type: "image/png".into() };
    let drawing = Part::Image { data: "AAAA".into(), mime_type: "image/svg+xml".into() };
    let output = ToolOutput::text("one").with_part(picture).with_part(drawing);
    let failed = ToolResult::new("c2", "t", Err(ToolError::failed("no")));
    let messages = anthropic::results(&[ToolResult::new("c1", "t", Ok(output)), failed]);
    assert_eq!(
        messages,
        [json!({ "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "c1", "is_error": false, "content": [
                { "type": "text", "text": "one\n\n[image, image/svg+xml]" },
                { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "AAAA" } },
            ]},
            { "type": "tool_result", "tool_use_id": "c2", "is_error": true,
              "content": [{ "type": "text", "text": "no" }] },
        ]})]
    );
    assert_eq!(anthropic::results(&[]), [] as [Value; 0]);
}

#[test]
fn a_refusal_and_blank_texts() {
    let turn = anthropic::turn(&json!({
        "role": "assistant", "stop_reason": "refusal",
        "content": [{ "type": "text", "text": "  " }, { "type": "text", "text": "I can't." }],
    }));
    let turn = turn.unwrap();
    assert_eq!(turn.refusal.as_deref(), Some("  I can't."));
    assert_eq!(turn.message["content"], json!([{ "type": "text", "text": "I can't." }]));
    let silent = anthropic::turn(&json!({ "role": "assistant", "content": [] })).unwrap();
    assert_eq!(silent.message["content"], json!([{ "type": "text", "text": "(empty)" }]));
}

#[test]
fn choices() {
    let written = [ToolChoice::Auto, ToolChoice::Never, ToolChoice::Required, ToolChoice::Tool("t".into())]
        .map(|choice| anthropic::tool_choice(&choice).to_string());
    assert_eq!(
        written,
        [r#"{"type":"auto"}"#, r#"{"type":"none"}"#, r#"{"type":"any"}"#, r#"{"name":"t","type":"tool"}"#]
            .map(|text| { text.parse::<Value>().unwrap().to_string() })
            .map(|text| if cfg!(feature = "preserve_order") && text.contains("name") {
                r#"{"type":"tool","name":"t"}"#.to_owned()
            } else {
                text
            })
    );
}

#[test]
fn recursion_is_found_also_outside_of_the_definitions() {
    let around = json!({
        "type": "object",
        "properties": { "a": {
            "type": "object",
            "properties": { "again": { "$ref": "#/properties/a" } },
            "required": [],
        }},
        "required": [],
        "$defs": { "N": { "type": "string" } },
    });
    let names = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/x~1y" } },
        "$defs": { "x/y": { "type": "object", "properties": { "again": { "$ref": "#/$defs/x~1y" } } } },
    });
    for parameters in [around, names] {
        let error = anthropic::tools([&spec("t", parameters.clone()).strict(true)]).unwrap_err();
        assert!(error.reason().contains("refers to itself"), "{parameters}: {error}");
    }
}

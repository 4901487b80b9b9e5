//! MCP's tools as JSON.

use jarvis_tools::prelude::*;
use jarvis_tools::wire::mcp;
use jarvis_tools::{Part, ToolResult};
use serde_json::json;

/// Says how warm it is.
#[derive(Serialize, JsonSchema)]
struct Warmth {
    celsius: f64,
}

/// Measures.
#[tool(title = "Thermometer", read_only, idempotent)]
async fn measure() -> Warmth {
    Warmth { celsius: 21.5 }
}

/// Counts.
#[tool]
async fn count() -> u8 {
    3
}

#[test]
fn definitions_hold_annotations_and_schemas_of_results() {
    let tools = tools![measure, count];
    let rendered = mcp::tools(tools.iter().map(|tool| tool.spec())).unwrap();
    let tool = &rendered.tools[0];
    assert_eq!((&tool["name"], &tool["title"]), (&json!("measure"), &json!("Thermometer")));
    assert_eq!(tool["inputSchema"]["type"], "object");
    assert_eq!(tool["outputSchema"]["properties"]["celsius"]["type"], "number");
    assert_eq!(tool["annotations"], json!({ "readOnlyHint": true, "idempotentHint": true }));
    assert_eq!(rendered.tools[1].get("outputSchema"), None);
    assert_eq!(rendered.losses[0].to_string(), "'count': the schema of results that are no objects");
}

#[test]
fn names_are_those_of_the_released_revisions() {
    let object = json!({ "type": "object" });
    mcp::tools([&ToolSpec::new("a.b-c_d", "Does it.", object.clone())]).unwrap();
    assert!(mcp::tools([&ToolSpec::new("a/b", "Does it.", object)]).is_err());
}

#[test]
fn a_request_is_a_call() {
    let request = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
                          "params": { "name": "measure", "arguments": { "a": 1 } } });
    assert_eq!(mcp::calls(&request).unwrap(), [ToolCall::new("7", "measure", r#"{"a":1}"#)]);
    assert_eq!(mcp::calls(&json!({ "name": "measure" })).unwrap(), [ToolCall::new("", "measure", "{}")]);
    assert!(mcp::calls(&json!({ "params": {} })).is_err());
}

#[test]
fn results_hold_all_their_parts() {
    let output = ToolOutput::json(&json!({ "celsius": 21.5 }))
        .unwrap()
        .with_part(Part::Text { text: "two".into() })
        .with_part(Part::Image { data: "AAAA".into(), mime_type: "image/png".into() })
        .with_part(Part::Audio { data: "BBBB".into(), mime_type: "audio/wav".into() })
        .with_part(Part::Resource {
            uri: "file:///x".into(),
            mime_type: Some("text/plain".into()),
            text: Some("x".into()),
        })
        .with_part(Part::Resource { uri: "file:///y".into(), mime_type: None, text: None });
    assert_eq!(
        mcp::results(&[
            ToolResult::new("c", "t", Ok(output)),
            ToolResult::new("c", "t", Err(ToolError::failed("no")))
        ]),
        [
            json!({ "isError": false, "structuredContent": { "celsius": 21.5 }, "content": [
                { "type": "text", "text": "{\"celsius\":21.5}" },
                { "type": "text", "text": "two" },
                { "type": "image", "data": "AAAA", "mimeType": "image/png" },
                { "type": "audio", "data": "BBBB", "mimeType": "audio/wav" },
                { "type": "resource", "resource": { "uri": "file:///x", "mimeType": "text/plain", "text": "x" } },
                { "type": "resource_link", "uri": "file:///y", "name": "file:///y" },
            ]}),
            json!({ "isError": true, "content": [{ "type": "text", "text": "no" }] }),
        ]
    );
}

//! OpenAI's Responses: what only they have.

use jarvis_tools::prelude::*;
use jarvis_tools::wire::ToolChoice;
use jarvis_tools::wire::openai::responses;
use jarvis_tools::{Part, ToolResult};
use serde_json::json;

#[test]
fn definitions_are_flat_and_say_whether_they_are_strict() {
    let parameters = json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": [] });
    let spec = ToolSpec::new("t", "Does it.", parameters.clone());
    assert_eq!(
        responses::tools([&spec]).unwrap().tools,
        [
            json!({ "type": "function", "name": "t", "description": "Does it.", "parameters": parameters, "strict": false })
        ]
    );
    let strict = responses::tools([&spec.strict(true)]).unwrap().tools.remove(0);
    assert_eq!(strict["strict"], true);
    assert_eq!(strict["parameters"]["required"], json!(["a"]));
    assert_eq!(
        responses::tool_choice(&ToolChoice::Tool("t".into())),
        json!({ "type": "function", "name": "t" })
    );
}

#[test]
fn items_of_other_kinds_stay_and_a_refusal_is_told() {
    let output = json!([
        { "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "x" },
        { "type": "message", "role": "assistant", "content": [{ "type": "refusal", "refusal": "No." }] },
        { "type": "custom_tool_call", "id": "ct_1", "call_id": "c1", "name": "grep", "input": "a b" },
        { "type": "web_search_call", "id": "ws_1", "status": "completed" },
    ]);
    let turn = responses::turn(&json!({ "status": "completed", "output": output })).unwrap();
    assert_eq!(turn.refusal.as_deref(), Some("No."));
    assert_eq!(turn.calls, [ToolCall::new("c1", "grep", "a b")]);
    assert_eq!(turn.message, output);
}

#[test]
fn an_item_that_is_incomplete_does_not_run() {
    let call = |id: &str, status: &str| json!({ "type": "function_call", "call_id": id, "name": "t", "arguments": "{}", "status": status });
    let response = json!({
        "status": "incomplete",
        "incomplete_details": { "reason": "max_output_tokens" },
        "output": [call("c1", "completed"), call("c2", "incomplete"), { "type": "reasoning", "id": "rs" }],
    });
    let turn = responses::turn(&response).unwrap();
    assert_eq!(turn.calls.len(), 1);
    assert_eq!(turn.unfinished, [ToolCall::new("c2", "t", "{}")]);
    assert_eq!(turn.finish_reason.as_deref(), Some("max_output_tokens"));
    // Thoughts that lead to nothing go too.
    assert_eq!(turn.message.as_array().unwrap().len(), 1);
}

#[test]
fn pictures_are_sent_as_such() {
    let picture = Part::Image { data: "AAAA".into(), mime_type: "image/png".into() };
    let output = ToolOutput::text("one").with_part(picture);
    assert_eq!(
        responses::results(&[
            ToolResult::new("c1", "t", Ok(output)),
            ToolResult::new("c2", "t", Ok(ToolOutput::text("two")))
        ]),
        [
            json!({ "type": "function_call_output", "call_id": "c1", "output": [
                { "type": "input_text", "text": "one" },
                { "type": "input_image", "image_url": "data:image/png;base64,AAAA" },
            ]}),
            json!({ "type": "function_call_output", "call_id": "c2", "output": "two" }),
        ]
    );
}

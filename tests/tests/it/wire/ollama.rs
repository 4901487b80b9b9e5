//! Ollama: what only it has.

use jarvis_tools::prelude::*;
use jarvis_tools::wire::ollama;
use jarvis_tools::{Part, ToolResult};
use serde_json::json;

#[test]
fn there_is_no_strict_mode_which_is_told() {
    let parameters = json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": [] });
    let rendered = ollama::tools([&ToolSpec::new("t", "Does it.", parameters.clone()).strict(true)]).unwrap();
    assert_eq!(rendered.tools[0]["function"]["parameters"], parameters);
    assert_eq!(rendered.losses[0].to_string(), "'t': Ollama has no strict mode for tools");
}

#[test]
fn arguments_are_objects_in_the_history_and_thoughts_stay() {
    let response = json!({ "message": {
        "role": "assistant", "content": "", "thinking": "Hm.",
        "tool_calls": [{ "function": { "index": 0, "name": "t", "arguments": { "n": 1 } } }],
    }, "done": true });
    let turn = ollama::turn(&response).unwrap();
    assert_eq!(
        turn.message,
        json!({ "role": "assistant", "content": "", "thinking": "Hm.",
                "tool_calls": [{ "function": { "name": "t", "arguments": { "n": 1 } } }] })
    );
}

#[test]
fn results_hold_pictures() {
    let picture = Part::Image { data: "AAAA".into(), mime_type: "image/png".into() };
    let results = [ToolResult::new("c1", "t", Ok(ToolOutput::text("one").with_part(picture)))];
    assert_eq!(
        ollama::results(&results),
        [json!({ "role": "tool", "tool_name": "t", "content": "one", "images": ["AAAA"] })]
    );
}

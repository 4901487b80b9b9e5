//! Servers with habits of their own.

use jarvis_tools::ToolResult;
use jarvis_tools::prelude::*;
use jarvis_tools::wire::compatible::{self, Host};
use serde_json::json;

#[test]
fn strict_where_there_is_such_a_mode() {
    let parameters = json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": [] });
    let spec = ToolSpec::new("t", "Does it.", parameters.clone()).strict(true);
    for (host, strict) in [
        (Host::VLLM, false),
        (Host::LLAMA_CPP, false),
        (Host::OPENROUTER, true),
        (Host::GROQ, false),
        (Host::MISTRAL, true),
        (Host::DEEPSEEK, false),
        (Host::DEEPSEEK.with_strict(true), true),
    ] {
        let rendered = compatible::tools(&host, [&spec]).unwrap();
        assert_eq!(rendered.tools[0]["function"].get("strict").is_some(), strict, "{}", host.name);
        assert_eq!(rendered.losses.is_empty(), strict, "{}", host.name);
        if !strict {
            assert_eq!(rendered.tools[0]["function"]["parameters"], parameters);
        }
    }
}

#[test]
fn ids_that_mistral_refuses_are_replaced_in_calls_and_history() {
    let call =
        |id: &str| json!({ "id": id, "type": "function", "function": { "name": "t", "arguments": "{}" } });
    let response = json!({ "choices": [{ "message": {
        "role": "assistant", "content": "", "tool_calls": [call("AbCd12345"), call("call_too_long"), call("")],
    }}]});
    let turn = compatible::turn(&Host::MISTRAL, &response).unwrap();
    let ids: Vec<&str> = turn.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["AbCd12345", "call00002", "call00001"]);
    let written: Vec<&str> = turn.message["tool_calls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|call| call["id"].as_str().unwrap())
        .collect();
    assert_eq!(written, ids);
    let other = compatible::turn(&Host::GROQ, &response).unwrap();
    assert_eq!(other.calls[1].id, "call_too_long");
}

#[test]
fn results_repeat_the_name_where_it_is_asked_for() {
    let results = [ToolResult::new("c1", "t", Ok(ToolOutput::text("x")))];
    assert_eq!(
        compatible::results(&Host::MISTRAL, &results),
        [json!({ "role": "tool", "tool_call_id": "c1", "content": "x", "name": "t" })]
    );
    assert!(compatible::results(&Host::VLLM, &results)[0].get("name").is_none());
}

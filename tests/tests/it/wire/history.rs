//! What is repeated to a provider is what it takes, whatever the model wrote.

use jarvis_tools::ToolResult;
use jarvis_tools::prelude::*;
use jarvis_tools::wire::stream::{AnthropicStream, ChatStream, GeminiStream};
use jarvis_tools::wire::{anthropic, compatible, gemini, openai};
use serde_json::{Value, json};

const ODD_NAMES: [(&str, &str, &str); 5] = [
    // As it is called, as chat providers take it back, and as Gemini does.
    ("functions.ping", "functions_ping", "functions.ping"),
    ("", "_", "_"),
    ("get weather", "get_weather", "get_weather"),
    ("1ærø", "1_r_", "_1_r_"),
    ("ping", "ping", "ping"),
];

#[test]
fn names_that_no_tool_can_have_are_repeated_as_one() {
    for (name, chat, own) in ODD_NAMES {
        let message =
            json!({ "tool_calls": [{ "id": "c", "function": { "name": name, "arguments": "{}" } }] });
        let turn = openai::turn(&message).expect("a message");
        // The call keeps it, since only the executor knows the tools.
        assert_eq!(turn.calls[0].name, name);
        assert_eq!(turn.message["tool_calls"][0]["function"]["name"], chat);
        let items = json!([{ "type": "function_call", "call_id": "c", "name": name, "arguments": "{}" }]);
        assert_eq!(openai::responses::turn(&items).expect("items").message[0]["name"], chat);
        let blocks = json!([{ "type": "tool_use", "id": "c", "name": name, "input": {} }]);
        assert_eq!(anthropic::turn(&blocks).expect("blocks").message["content"][0]["name"], chat);
        let parts = json!([{ "functionCall": { "name": name, "args": {} } }]);
        let turn = gemini::turn(&parts).expect("parts");
        assert_eq!(turn.message["parts"][0]["functionCall"]["name"], own);
        // Gemini finds the call of a result by its name.
        let result = ToolResult::new("c", name, Err(ToolError::failed("no")));
        let results = gemini::results(std::slice::from_ref(&result));
        assert_eq!(results[0]["parts"][0]["functionResponse"]["name"], own);
        assert_eq!(compatible::results(&compatible::Host::MISTRAL, &[result])[0]["name"], chat);
    }
    assert!(openai::tools([&ToolSpec::new("a.b", "Does it.", json!({ "type": "object" }))]).is_err());
}

#[test]
fn thoughts_that_lead_to_nothing_are_not_repeated() {
    let thought = json!({ "type": "thinking", "thinking": "Hm.", "signature": "s" });
    let hidden = json!({ "type": "redacted_thinking", "data": "x" });
    let call = json!({ "type": "tool_use", "id": "c", "name": "ping", "input": {} });
    let said = |content: Value| {
        let response = json!({ "role": "assistant", "content": content, "stop_reason": "max_tokens" });
        anthropic::turn(&response).expect("a response").message["content"].clone()
    };
    let empty = json!([{ "type": "text", "text": "(empty)" }]);
    assert_eq!(said(json!([thought, call])), empty);
    assert_eq!(said(json!([thought, hidden])), empty);
    assert_eq!(said(json!([thought, call, hidden, call])), json!([thought, call]));

    let thought = |id: &str| json!({ "type": "reasoning", "id": id, "summary": [] });
    let call = |id: &str| json!({ "type": "function_call", "id": id, "call_id": id, "name": "ping", "arguments": "{}" });
    let said = |output: Value| {
        let response = json!({ "status": "incomplete", "output": output });
        openai::responses::turn(&response).expect("a response").message
    };
    assert_eq!(said(json!([thought("r1"), call("f1")])), json!([]));
    assert_eq!(said(json!([thought("r1"), call("f1"), thought("r2")])), json!([thought("r1"), call("f1")]));
    assert_eq!(
        said(json!([thought("r1"), call("f1"), thought("r2"), call("f2")])),
        json!([thought("r1"), call("f1")])
    );
}

#[test]
fn no_two_items_of_a_history_have_one_id() {
    let call =
        json!({ "type": "function_call", "id": "f", "call_id": "c", "name": "ping", "arguments": "{}" });
    let turn = openai::responses::turn(&json!([call, call])).expect("items");
    assert_eq!(turn.calls.iter().map(|call| call.id.as_str()).collect::<Vec<_>>(), ["c", "call00001"]);
    assert_eq!((&turn.message[0]["id"], turn.message[1].get("id")), (&json!("f"), None));
}

#[test]
fn a_refusal_of_anthropic_is_told_whole_and_in_pieces() {
    for (words, told) in [("I can't.", "I can't."), ("", "the model refused without a reason")] {
        let content = json!([{ "type": "text", "text": words }]);
        let whole = json!({ "role": "assistant", "content": content, "stop_reason": "refusal" });
        let whole = anthropic::turn(&whole).expect("a response");
        let mut stream = AnthropicStream::new();
        for event in [
            json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": words } }),
            json!({ "type": "content_block_stop", "index": 0 }),
            json!({ "type": "message_delta", "delta": { "stop_reason": "refusal" } }),
        ] {
            stream.push_value(&event).expect("an event");
        }
        let streamed = stream.finish();
        assert_eq!((whole.refusal.as_deref(), streamed.refusal.as_deref()), (Some(told), Some(told)));
        assert!(whole.cut_off && streamed.cut_off);
    }
}

#[test]
fn thoughts_of_a_stream_are_repeated_under_their_own_key() {
    for key in ["reasoning_content", "reasoning"] {
        let mut stream = ChatStream::new();
        for delta in [json!({ key: "Two " }), json!({ key: "cities." }), json!({ "content": "Hi." })] {
            stream.push_value(&json!({ "choices": [{ "delta": delta }] })).expect("an event");
        }
        let message = stream.finish().into_chat_turn().message;
        assert_eq!(message, json!({ "role": "assistant", "content": "Hi.", key: "Two cities." }));
    }
    assert_eq!(
        ChatStream::new().finish().into_chat_turn().message,
        json!({ "role": "assistant", "content": "" })
    );
}

#[test]
fn a_chunk_with_pieces_of_arguments_is_no_whole_response() {
    let call = json!({ "name": "f", "partialArgs": [{ "jsonPath": "$.a", "stringValue": "x" }] });
    for call in [call, json!({ "name": "f", "willContinue": true })] {
        let parts = json!([{ "functionCall": call }]);
        for response in [parts.clone(), json!({ "candidates": [{ "content": { "parts": parts } }] })] {
            let error = gemini::turn(&response).expect_err("it is a piece").to_string();
            assert!(error.contains("piece of a stream"), "{error}");
            assert!(gemini::calls(&response).is_err());
        }
    }
    assert!(GeminiStream::new().finish().cut_off);
}

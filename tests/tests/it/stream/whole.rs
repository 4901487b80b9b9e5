//! What comes in pieces against the same response in one.

use jarvis_tools::wire::{self, Turn, WireError};
use serde_json::{Value, json};

use super::fixtures::{events, named, whole};

/// The events of a fixture as JSON.
fn values(name: &str) -> Vec<Value> {
    let events = events(name, [named(name)]);
    events.iter().filter_map(|event| serde_json::from_str(event).ok()).collect()
}

#[track_caller]
fn check(name: &str, turn: Result<Turn, WireError>) {
    let (streamed, errors) = whole(name);
    let turn = turn.expect("the response is one");
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(streamed.text, turn.text, "{name}");
    assert_eq!(streamed.calls, turn.calls, "{name}");
    let broken: Vec<_> =
        streamed.unfinished.iter().map(|call| (call.id(), call.name(), call.text())).collect();
    let want: Vec<_> = turn.unfinished.iter().map(|it| (&*it.id, &*it.name, &*it.arguments)).collect();
    assert_eq!(broken, want, "{name}");
    assert_eq!(streamed.refusal, turn.refusal, "{name}");
    assert_eq!(streamed.cut_off, turn.cut_off, "{name}");
    assert_eq!(streamed.finish_reason, turn.finish_reason, "{name}");
    assert_eq!(streamed.usage, turn.usage, "{name}");
}

#[test]
fn responses_are_the_same() {
    for name in ["responses_parallel.sse", "responses_incomplete.sse", "responses_refusal.sse"] {
        let end = values(name).pop().expect("there is an end");
        check(name, wire::openai::responses::turn(&end["response"]));
    }
}

#[test]
fn gemini_is_the_same() {
    for name in ["gemini_parallel.sse", "gemini_max_tokens.sse", "gemini_blocked.sse", "gemini_snake.sse"] {
        let chunks = values(name);
        let mut response = chunks.last().expect("there is an end").clone();
        if response.get("candidates").is_some() {
            let parts = chunks.iter().flat_map(|chunk| {
                chunk["candidates"][0]["content"]["parts"].as_array().cloned().unwrap_or_default()
            });
            // The text that only carries the end is no part of its own.
            let parts: Vec<Value> = parts.filter(|part| part["text"] != "").collect();
            response["candidates"][0]["content"]["parts"] = parts.into();
        }
        check(name, wire::gemini::turn(&response));
    }
}

#[test]
fn ollama_is_the_same() {
    for name in ["ollama_calls.ndjson", "ollama_length.ndjson"] {
        let lines = values(name);
        let mut response = lines.last().expect("there is an end").clone();
        let content: String = lines.iter().filter_map(|line| line["message"]["content"].as_str()).collect();
        let calls = lines.iter().filter_map(|line| line["message"]["tool_calls"].as_array()).flatten();
        response["message"]["tool_calls"] = calls.cloned().collect();
        response["message"]["content"] = content.into();
        check(name, wire::ollama::turn(&response));
    }
}

#[test]
fn anthropic_is_the_same() {
    let response = json!({
        "role": "assistant",
        "content": [
            { "type": "thinking", "thinking": "Two cities.", "signature": "c2ln" },
            { "type": "text", "text": "Let me see, Ærø." },
            { "type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": { "city": "Oslo", "days": 3 } },
            { "type": "tool_use", "id": "toolu_2", "name": "ping", "input": {} },
            { "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "x" } },
        ],
        "stop_reason": "tool_use",
        "usage": { "input_tokens": 40, "output_tokens": 55 },
    });
    let (streamed, _) = whole("anthropic_parallel.sse");
    let turn = wire::anthropic::turn(&response).expect("the response is one");
    assert_eq!(streamed.text, turn.text);
    assert_eq!((streamed.usage, streamed.finish_reason), (turn.usage, turn.finish_reason));
    let told = |calls: &[jarvis_tools::ToolCall]| -> Vec<_> {
        // The text of arguments is the model's own where it comes in pieces.
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("arguments are JSON");
        calls.iter().map(|call| (call.id.clone(), call.name.clone(), value(&call.arguments))).collect()
    };
    assert_eq!(told(&streamed.calls), told(&turn.calls));
}

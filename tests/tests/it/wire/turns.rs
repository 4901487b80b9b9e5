//! What models say, read whole: words beside calls, parallel calls, odd arguments, refusals, output that broke off;
//! and the message that the next request repeats.

use jarvis_tools::WireError;
use jarvis_tools::prelude::*;
use jarvis_tools::wire::{Turn, anthropic, gemini, ollama, openai};
use serde_json::{Value, json};

use crate::fixtures::{echo, executor, ping};

/// One provider: how it writes a turn of these words and calls, and how it is read.
struct Provider {
    name: &'static str,
    say: fn(text: &str, calls: &[Made], cut_off: bool) -> Value,
    read: fn(&Value) -> Result<Turn, WireError>,
    results: fn(&[jarvis_tools::ToolResult]) -> Vec<Value>,
    /// Whether ids are the provider's.
    has_ids: bool,
}

/// A call as a model made it: id, name, arguments.
type Made = (&'static str, &'static str, Value);

const PROVIDERS: [Provider; 5] = [
    Provider {
        name: "chat",
        say: |text, calls, cut_off| {
            let calls: Vec<Value> = calls
                .iter()
                .map(|(id, name, arguments)| json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } }))
                .collect();
            json!({
                "choices": [{
                    "finish_reason": if cut_off { "length" } else { "tool_calls" },
                    "message": { "role": "assistant", "content": text, "tool_calls": calls, "refusal": null },
                }],
                "usage": { "prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10 },
            })
        },
        read: openai::turn,
        results: openai::results,
        has_ids: true,
    },
    Provider {
        name: "responses",
        say: |text, calls, cut_off| {
            let mut output = vec![
                json!({ "type": "reasoning", "id": "rs_1", "summary": [] }),
                json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": text, "annotations": [] }] }),
            ];
            output.extend(calls.iter().map(|(id, name, arguments)| {
                json!({ "type": "function_call", "id": "fc_1", "call_id": id, "name": name, "arguments": arguments })
            }));
            let details = if cut_off { json!({ "reason": "max_output_tokens" }) } else { Value::Null };
            json!({
                "status": if cut_off { "incomplete" } else { "completed" },
                "incomplete_details": details,
                "error": null,
                "output": output,
                "usage": { "input_tokens": 7, "output_tokens": 3 },
            })
        },
        read: openai::responses::turn,
        results: openai::responses::results,
        has_ids: true,
    },
    Provider {
        name: "anthropic",
        say: |text, calls, cut_off| {
            let mut content = vec![
                json!({ "type": "thinking", "thinking": "Hm.", "signature": "s" }),
                json!({ "type": "text", "text": text }),
            ];
            content.extend(calls.iter().map(
                |(id, name, input)| json!({ "type": "tool_use", "id": id, "name": name, "input": input }),
            ));
            json!({
                "type": "message",
                "role": "assistant",
                "content": content,
                "stop_reason": if cut_off { "max_tokens" } else { "tool_use" },
                "usage": { "input_tokens": 7, "output_tokens": 3 },
            })
        },
        read: anthropic::turn,
        results: anthropic::results,
        has_ids: true,
    },
    Provider {
        name: "gemini",
        say: |text, calls, cut_off| {
            let mut parts = vec![json!({ "text": "Hm.", "thought": true }), json!({ "text": text })];
            parts.extend(calls.iter().map(|(_, name, args)| {
                json!({ "functionCall": { "name": name, "args": args }, "thoughtSignature": "s" })
            }));
            json!({
                "candidates": [{
                    "content": { "role": "model", "parts": parts },
                    "finishReason": if cut_off { "MAX_TOKENS" } else { "STOP" },
                }],
                "usageMetadata": { "promptTokenCount": 7, "candidatesTokenCount": 3 },
            })
        },
        read: gemini::turn,
        results: gemini::results,
        has_ids: false,
    },
    Provider {
        name: "ollama",
        say: |text, calls, cut_off| {
            let calls: Vec<Value> = calls
                .iter()
                .map(|(_, name, arguments)| json!({ "function": { "name": name, "arguments": arguments } }))
                .collect();
            json!({
                "message": { "role": "assistant", "content": text, "thinking": "Hm.", "tool_calls": calls },
                "done": true,
                "done_reason": if cut_off { "length" } else { "stop" },
                "prompt_eval_count": 7,
                "eval_count": 3,
            })
        },
        read: ollama::turn,
        results: ollama::results,
        has_ids: false,
    },
];

#[test]
fn words_stand_beside_parallel_calls() {
    for provider in &PROVIDERS {
        let calls = [
            ("c1", "echo", json!({ "text": "a" })),
            ("c2", "ping", json!({})),
            ("c3", "echo", json!({ "text": "b" })),
        ];
        let turn = (provider.read)(&(provider.say)("Let me see.", &calls, false)).unwrap();
        assert_eq!(turn.text, "Let me see.", "{}", provider.name);
        let ids = if provider.has_ids { ["c1", "c2", "c3"] } else { ["call00001", "call00002", "call00003"] };
        let expected = [
            (ids[0], "echo", r#"{"text":"a"}"#),
            (ids[1], "ping", "{}"),
            (ids[2], "echo", r#"{"text":"b"}"#),
        ]
        .map(|(id, name, arguments)| ToolCall::new(id, name, arguments));
        assert_eq!(turn.calls, expected, "{}", provider.name);
        assert_eq!((turn.cut_off, turn.unfinished.len()), (false, 0));
        let usage = turn.usage.unwrap();
        assert_eq!((usage.prompt_tokens, usage.completion_tokens), (7, 3), "{}", provider.name);
    }
}

#[test]
fn output_that_broke_off_calls_nothing_that_is_unfinished() {
    for provider in &PROVIDERS {
        let calls = [("c1", "ping", json!({})), ("c2", "echo", json!({ "text": "a" }))];
        let turn = (provider.read)(&(provider.say)("Hi", &calls, true)).unwrap();
        assert!(turn.cut_off, "{}", provider.name);
        assert_eq!(
            turn.calls.iter().map(|call| call.name.as_str()).collect::<Vec<_>>(),
            ["ping"],
            "{}",
            provider.name
        );
        assert_eq!(turn.unfinished[0].name, "echo", "{}", provider.name);
        let again = turn.message.to_string();
        assert!(again.contains("ping") && !again.contains("echo"), "{}: {again}", provider.name);
    }
}

#[test]
fn arguments_that_are_no_object_are_repeated_as_one() {
    for provider in &PROVIDERS {
        let calls = [
            ("c1", "a", json!("{\"x\": 1")),
            ("c2", "b", json!("")),
            ("c3", "c", Value::Null),
            ("c4", "d", json!([1])),
            ("c5", "e", json!({ "y": 1.5 })),
        ];
        let turn = (provider.read)(&(provider.say)("", &calls, false)).unwrap();
        let texts: Vec<&str> = turn.calls.iter().map(|call| call.arguments.as_str()).collect();
        assert_eq!(texts, ["{\"x\": 1", "", "{}", "[1]", r#"{"y":1.5}"#], "{}", provider.name);
        let again = (provider.read)(&turn.message).unwrap();
        let objects: Vec<Value> =
            again.calls.iter().map(|call| serde_json::from_str(&call.arguments).unwrap()).collect();
        assert_eq!(
            objects,
            [
                json!({ "malformed_arguments": "{\"x\": 1" }),
                json!({}),
                json!({}),
                json!({ "malformed_arguments": "[1]" }),
                json!({ "y": 1.5 }),
            ],
            "{}",
            provider.name
        );
        assert_eq!(again.message, turn.message, "{}", provider.name);
    }
}

#[test]
fn each_call_has_an_id_of_its_own() {
    let calls =
        [("", "a", json!({})), ("x", "b", json!({})), ("x", "c", json!({})), ("call00001", "d", json!({}))];
    for provider in PROVIDERS.iter().filter(|provider| provider.has_ids) {
        let turn = (provider.read)(&(provider.say)("", &calls, false)).unwrap();
        let ids: Vec<&str> = turn.calls.iter().map(|call| call.id.as_str()).collect();
        let first = if provider.name == "responses" { "fc_1" } else { "call00002" };
        // Responses have a second id to fall back on only where the first is absent.
        let expected = if first == "fc_1" {
            ["call00002", "x", "call00003", "call00001"]
        } else {
            [first, "x", "call00003", "call00001"]
        };
        assert_eq!(ids, expected, "{}", provider.name);
    }
}

#[tokio::test]
async fn each_call_has_one_result_in_order() {
    for provider in &PROVIDERS {
        let executor = executor([echo(), ping()]);
        let calls = [
            ("c1", "echo", json!({ "text": "a" })),
            ("c2", "nope", json!({})),
            ("c3", "ping", json!("oops")),
        ];
        let turn = (provider.read)(&(provider.say)("", &calls, false)).unwrap();
        let results = executor.execute_all(&turn.calls).await;
        let messages = (provider.results)(&results);
        let blocks: Vec<&Value> = match provider.name {
            "anthropic" => messages[0]["content"].as_array().unwrap().iter().collect(),
            "gemini" => messages[0]["parts"]
                .as_array()
                .unwrap()
                .iter()
                .map(|part| &part["functionResponse"])
                .collect(),
            _ => messages.iter().collect(),
        };
        assert_eq!(blocks.len(), 3, "{}", provider.name);
        let ids: Vec<Option<&str>> = blocks
            .iter()
            .map(|block| {
                ["tool_call_id", "call_id", "tool_use_id"].iter().find_map(|key| block[*key].as_str())
            })
            .collect();
        let expected = if provider.has_ids { [Some("c1"), Some("c2"), Some("c3")] } else { [None; 3] };
        assert_eq!(ids, expected, "{}", provider.name);
    }
}

#[test]
fn a_turn_without_calls() {
    for provider in &PROVIDERS {
        let turn = (provider.read)(&(provider.say)("Hi.", &[], false)).unwrap();
        assert_eq!((turn.text.as_str(), turn.calls.len()), ("Hi.", 0), "{}", provider.name);
        assert!(turn.message.to_string().contains("Hi."), "{}", provider.name);
        // Nothing at all was said, and the message is still one that providers take back.
        let silent = (provider.read)(&(provider.say)("", &[], false)).unwrap();
        assert_eq!(silent.text, "");
        assert!(!silent.message.is_null(), "{}", provider.name);
    }
}

#[test]
fn odd_responses_are_errors_in_words_and_never_panics() {
    let leaves =
        [json!(null), json!(1), json!("x"), json!([]), json!({}), json!([[]]), json!([{}]), json!(true)];
    let keys = [
        "choices",
        "message",
        "tool_calls",
        "function",
        "id",
        "name",
        "arguments",
        "content",
        "type",
        "input",
        "output",
        "candidates",
        "parts",
        "functionCall",
        "args",
        "error",
        "finish_reason",
        "usage",
        "done_reason",
        "params",
    ];
    let mut values: Vec<Value> = leaves.to_vec();
    for _ in 0..2 {
        let mut more = Vec::new();
        for value in values.iter().take(80) {
            more.push(json!([value]));
            more.extend(keys.iter().map(|key| json!({ *key: value })));
        }
        values.extend(more);
    }
    let wrap: [fn(&Value) -> Value; 6] = [
        Value::clone,
        |value| json!({ "choices": [{ "message": value, "finish_reason": "length" }] }),
        |value| json!({ "output": [value], "status": "incomplete" }),
        |value| json!({ "content": [value, { "type": "tool_use", "input": value, "id": value }] }),
        |value| json!({ "candidates": [{ "content": value, "finishReason": "MAX_TOKENS" }, { "content": { "parts": [value] } }] }),
        |value| json!({ "message": value, "done_reason": "length" }),
    ];
    for value in &values {
        for response in wrap.iter().map(|wrap| wrap(value)) {
            for provider in &PROVIDERS {
                if let Ok(turn) = (provider.read)(&response) {
                    // What is repeated can be read again, and says the same.
                    let again = (provider.read)(&turn.message)
                        .unwrap_or_else(|error| panic!("{}: {response}: {error}", provider.name));
                    assert_eq!(again.calls.len(), turn.calls.len(), "{}: {response}", provider.name);
                }
            }
        }
    }
}

#[test]
fn the_providers_own_errors_are_told() {
    for (read, response) in [
        (
            openai::turn as fn(&Value) -> Result<Turn, WireError>,
            json!({ "error": { "message": "overloaded" } }),
        ),
        (
            openai::responses::turn,
            json!({ "status": "failed", "error": { "code": "x", "message": "overloaded" } }),
        ),
        (
            anthropic::turn,
            json!({ "type": "error", "error": { "type": "overloaded_error", "message": "overloaded" } }),
        ),
        (gemini::turn, json!({ "error": { "code": 503, "message": "overloaded" } })),
        (ollama::turn, json!({ "error": "overloaded" })),
    ] {
        let error = read(&response).unwrap_err();
        assert!(error.to_string().contains("overloaded"), "{error}");
    }
}

#[test]
fn a_call_before_an_end_that_is_not_known_as_good_does_not_run() {
    let made = json!([{ "id": "c", "type": "function", "function": { "name": "f", "arguments": "{}" } }]);
    for (reason, cut_off) in [("stop", false), ("model_length", true), ("abort", true), ("error", true)] {
        let message = json!({ "role": "assistant", "content": "", "tool_calls": made });
        let response = json!({ "choices": [{ "message": message, "finish_reason": reason }] });
        let turn = openai::turn(&response).expect("a response");
        assert_eq!((turn.cut_off, turn.calls.is_empty()), (cut_off, cut_off), "{reason}");
    }
    let block = json!({ "type": "tool_use", "id": "t", "name": "f", "input": {} });
    let refused = json!({ "role": "assistant", "content": [block], "stop_reason": "refusal" });
    let turn = anthropic::turn(&refused).expect("a response");
    assert!(turn.cut_off && turn.calls.is_empty() && turn.unfinished.len() == 1);
}

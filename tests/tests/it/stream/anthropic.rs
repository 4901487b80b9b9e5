//! The events of Messages.

use jarvis_tools::ToolCall;
use jarvis_tools::wire::stream::AnthropicStream;
use serde_json::{Value, json};

fn begin(index: u8, input: Value) -> Value {
    let block = json!({ "type": "tool_use", "id": format!("toolu_{index}"), "name": "f", "input": input });
    json!({ "type": "content_block_start", "index": index, "content_block": block })
}

fn grow(index: u8, piece: &str) -> Value {
    let delta = json!({ "type": "input_json_delta", "partial_json": piece });
    json!({ "type": "content_block_delta", "index": index, "delta": delta })
}

fn stop(index: u8) -> Value {
    json!({ "type": "content_block_stop", "index": index })
}

fn end(reason: &str) -> Value {
    json!({ "type": "message_delta", "delta": { "stop_reason": reason } })
}

#[test]
fn a_block_that_never_stops_is_unfinished() {
    let mut stream = AnthropicStream::new();
    for event in
        [begin(0, json!({})), grow(0, "{}"), stop(0), begin(1, json!({})), grow(1, "{}"), end("tool_use")]
    {
        stream.push_value(&event).expect("it is right");
    }
    let finished = stream.finish();
    assert_eq!(finished.calls, [ToolCall::new("toolu_0", "f", "{}")]);
    assert_eq!(finished.unfinished[0].id(), "toolu_1");
}

#[test]
fn input_may_come_whole() {
    let mut stream = AnthropicStream::new();
    for event in [begin(0, json!({ "a": 1 })), stop(0), begin(1, json!({})), stop(1), end("tool_use")] {
        stream.push_value(&event).expect("it is right");
    }
    let want = [ToolCall::new("toolu_0", "f", "{\"a\":1}"), ToolCall::new("toolu_1", "f", "{}")];
    assert_eq!(stream.finish().calls, want);
}

#[test]
fn the_last_call_before_a_limit_is_unfinished_although_it_can_be_read() {
    for reason in ["max_tokens", "refusal", "model_context_window_exceeded", "odd"] {
        let mut stream = AnthropicStream::new();
        for event in [
            begin(0, json!({})),
            grow(0, "{}"),
            stop(0),
            begin(1, json!({})),
            grow(1, "{}"),
            stop(1),
            end(reason),
        ] {
            stream.push_value(&event).expect("it is right");
        }
        let finished = stream.finish();
        assert!(finished.cut_off, "{reason}");
        assert_eq!((finished.calls.len(), finished.unfinished.len()), (1, 1), "{reason}");
    }
}

#[test]
fn pieces_go_to_open_blocks_only() {
    let mut stream = AnthropicStream::new();
    stream.push_value(&begin(0, json!({}))).expect("it is right");
    assert!(stream.push_value(&begin(0, json!({}))).is_err());
    stream.push_value(&stop(0)).expect("it is right");
    assert!(stream.push_value(&grow(0, "{")).is_err());
    assert!(stream.push_value(&json!({ "type": "content_block_delta", "delta": {} })).is_err());
    assert!(stream.finish().calls.is_empty());
}

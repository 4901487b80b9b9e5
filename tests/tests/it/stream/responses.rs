//! The events of Responses.

use jarvis_tools::ToolCall;
use jarvis_tools::wire::stream::{ResponsesStream, Update};
use serde_json::{Value, json};

fn added(index: u8, item: Value) -> Value {
    json!({ "type": "response.output_item.added", "output_index": index, "item": item })
}

#[test]
fn the_end_of_a_call_counts() {
    let mut stream = ResponsesStream::new();
    let item = json!({ "type": "function_call", "id": "fc_1", "call_id": "c", "name": "f", "arguments": "" });
    stream.push_value(&added(0, item)).expect("it is right");
    let delta = json!({ "type": "response.function_call_arguments.delta", "item_id": "fc_1", "output_index": 0, "delta": "{\"a\": 1}" });
    stream.push_value(&delta).expect("it is right");
    let done = json!({ "type": "response.function_call_arguments.done", "item_id": "fc_1", "output_index": 0, "arguments": "{\"a\":1}" });
    assert_eq!(stream.push_value(&done).expect("it is right"), [Update::ArgumentsReplaced(0)]);
    stream
        .push_value(&json!({ "type": "response.completed", "response": { "status": "completed" } }))
        .expect("an end");
    let finished = stream.finish();
    assert_eq!((finished.calls, finished.cut_off), (vec![ToolCall::new("c", "f", "{\"a\":1}")], false));
}

#[test]
fn items_that_only_the_end_lists_are_read() {
    let response = json!({ "status": "completed", "output": [
        { "type": "message", "content": [{ "type": "output_text", "text": "Hi" }] },
        { "type": "function_call", "id": "fc_1", "call_id": "c", "name": "f", "arguments": "{}", "status": "completed" },
        { "type": "custom_tool_call", "id": "ct_1", "call_id": "d", "name": "g", "input": "free text" },
    ]});
    let mut stream = ResponsesStream::new();
    stream.push_value(&json!({ "type": "response.completed", "response": response })).expect("it is right");
    let finished = stream.finish();
    assert_eq!(finished.text, "Hi");
    assert_eq!(finished.calls, [ToolCall::new("c", "f", "{}"), ToolCall::new("d", "g", "free text")]);
}

#[test]
fn an_item_that_is_said_to_be_whole_is_also_where_the_rest_breaks_off() {
    let item = |status: &str| json!({ "type": "function_call", "id": "fc_1", "call_id": "c", "name": "f", "arguments": "{}", "status": status });
    for (status, whole) in [("completed", 1), ("incomplete", 0)] {
        let mut stream = ResponsesStream::new();
        stream.push_value(&added(0, item("in_progress"))).expect("it is right");
        let done = json!({ "type": "response.output_item.done", "output_index": 0, "item": item(status) });
        stream.push_value(&done).expect("it is right");
        let finished = stream.finish();
        assert!(finished.cut_off);
        assert_eq!((finished.calls.len(), finished.unfinished.len()), (whole, 1 - whole), "{status}");
    }
}

#[test]
fn failures_are_errors_in_the_providers_words() {
    for event in [
        json!({ "type": "response.failed", "response": { "status": "failed", "error": { "code": "server_error", "message": "Sorry." } } }),
        json!({ "type": "error", "code": "x", "message": "Sorry.", "param": null }),
        json!({ "type": "error", "error": { "message": "Sorry." } }),
    ] {
        let mut stream = ResponsesStream::new();
        let error = stream.push_value(&event).expect_err("it failed").to_string();
        assert_eq!(error, "the provider answered with an error: Sorry.");
        assert!(stream.finish().cut_off);
    }
}

#[test]
fn a_piece_for_a_call_that_never_began_is_an_error() {
    let delta = json!({ "type": "response.function_call_arguments.delta", "item_id": "fc_9", "output_index": 3, "delta": "{" });
    assert!(ResponsesStream::new().push_value(&delta).is_err());
}

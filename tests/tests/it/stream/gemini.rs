//! The chunks of Gemini.

use jarvis_tools::ToolCall;
use jarvis_tools::wire::stream::GeminiStream;
use serde_json::json;

#[test]
fn missing_ids_are_made_up_the_same_way_each_time() {
    let chunk = json!({ "candidates": [{ "content": { "parts": [
        { "functionCall": { "name": "f", "args": { "b": 1, "a": 2 } } },
        { "functionCall": { "id": "call00001", "name": "f", "args": {} } },
        { "functionCall": { "name": "g" } },
    ]}, "finishReason": "STOP" }]});
    for _ in 0..2 {
        let mut stream = GeminiStream::new();
        stream.push_value(&chunk).expect("it is right");
        let calls = stream.finish().calls;
        let ids: Vec<_> = calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids, ["call00002", "call00001", "call00003"]);
        assert_eq!(calls[2], ToolCall::new("call00003", "g", "{}"));
    }
}

#[test]
fn arguments_in_parts_are_refused() {
    let call = json!({ "name": "f", "partialArgs": [{ "jsonPath": "$.a", "stringValue": "x" }], "willContinue": true });
    let chunk = json!({ "candidates": [{ "content": { "parts": [{ "functionCall": call }] } }] });
    let mut stream = GeminiStream::new();
    let error = stream.push_value(&chunk).expect_err("it is partial").to_string();
    assert!(error.contains("streamFunctionCallArguments"), "{error}");
    assert!(stream.finish().calls.is_empty());
}

#[test]
fn each_candidate_has_a_stream() {
    let chunk = json!({ "candidates": [
        { "index": 0, "content": { "parts": [{ "text": "zero" }] }, "finishReason": "STOP" },
        { "index": 1, "content": { "parts": [{ "text": "one" }] }, "finishReason": "MALFORMED_FUNCTION_CALL" },
    ]});
    for (mut stream, text, cut_off) in
        [(GeminiStream::new(), "zero", false), (GeminiStream::candidate(1), "one", true)]
    {
        stream.push_value(&chunk).expect("it is right");
        let finished = stream.finish();
        assert_eq!((finished.text.as_str(), finished.cut_off), (text, cut_off));
    }
}

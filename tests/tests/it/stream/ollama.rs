//! The lines of Ollama's chat.

use jarvis_tools::wire::stream::OllamaStream;
use serde_json::json;

#[test]
fn errors_are_in_the_servers_words() {
    let mut stream = OllamaStream::new();
    let error = stream.push(r#"{"error":"model runner has unexpectedly stopped"}"#).expect_err("it is one");
    assert!(error.to_string().ends_with("error: model runner has unexpectedly stopped"), "{error}");
    assert!(stream.finish().cut_off);
}

#[test]
fn what_is_no_call_is_refused() {
    for calls in [json!({}), json!([1]), json!([{ "function": "f" }])] {
        let line = json!({ "message": { "tool_calls": calls } });
        assert!(OllamaStream::new().push_value(&line).is_err(), "{line}");
    }
}

#[test]
fn an_end_without_a_reason_is_an_end() {
    let mut stream = OllamaStream::new();
    let call = json!({ "function": { "name": "f", "arguments": {} } });
    stream
        .push_value(&json!({ "message": { "content": "", "tool_calls": [call] }, "done": true }))
        .expect("a line");
    let finished = stream.finish();
    assert_eq!((finished.calls.len(), finished.cut_off), (1, false));
}

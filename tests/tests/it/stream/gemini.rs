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

/// The chunks of a stream whose parts these are, and its end.
fn in_parts(
    parts: &[serde_json::Value],
    finish: &str,
) -> (Vec<String>, jarvis_tools::wire::stream::Finished) {
    let mut stream = GeminiStream::new();
    let mut errors = Vec::new();
    for part in parts {
        let chunk = json!({ "candidates": [{ "content": { "parts": [part] } }] });
        errors.extend(stream.push_value(&chunk).err().map(|error| error.to_string()));
    }
    let end = json!({ "candidates": [{ "content": { "parts": [{ "text": "" }] }, "finishReason": finish }] });
    stream.push_value(&end).expect("it is an end");
    (errors, stream.finish())
}

fn part(call: serde_json::Value) -> serde_json::Value {
    json!({ "functionCall": call })
}

#[test]
fn arguments_in_parts_are_put_together() {
    let parts = [
        part(json!({ "id": "c1", "name": "f", "willContinue": true })),
        part(
            json!({ "partialArgs": [{ "jsonPath": "$.city", "stringValue": "New ", "willContinue": true }], "willContinue": true }),
        ),
        part(
            json!({ "partialArgs": [{ "jsonPath": "$.city", "stringValue": "Delhi", "willContinue": true }], "willContinue": true }),
        ),
        part(json!({ "partialArgs": [
            { "jsonPath": "$.city", "stringValue": "" },
            { "jsonPath": "$.at[0].x", "numberValue": 1 },
            { "jsonPath": "$.at[1].x", "nullValue": null },
            { "jsonPath": "$.on", "boolValue": false },
        ], "willContinue": true })),
        part(json!({})),
        // As an SDK for Python writes it, all in one.
        json!({ "function_call": { "name": "g", "args": null, "will_continue": null, "partial_args": [
            { "json_path": "$.a", "string_value": "x", "number_value": null, "null_value": null, "will_continue": true },
            { "json_path": "$.a", "string_value": null, "number_value": null, "null_value": null },
            { "json_path": "$.b", "null_value": "NULL_VALUE" },
        ] } }),
        part(json!({ "name": "h", "willContinue": true })),
        part(json!({})),
    ];
    let (errors, finished) = in_parts(&parts, "STOP");
    assert_eq!(errors, [] as [&str; 0]);
    let calls: Vec<_> =
        finished.calls.iter().map(|call| (call.name.as_str(), call.arguments.as_str())).collect();
    assert_eq!(
        calls,
        [
            ("f", r#"{"city":"New Delhi","at":[{"x":1},{"x":null}],"on":false}"#),
            ("g", r#"{"a":"x","b":null}"#),
            ("h", "{}"),
        ]
    );
    assert_eq!(finished.calls[0].id, "c1");
    // What broke off is seen and doesn't run.
    let (_, finished) = in_parts(&parts[..3], "MAX_TOKENS");
    assert!(finished.calls.is_empty() && finished.cut_off);
    assert_eq!(finished.unfinished[0].arguments().value(), Some(json!({ "city": "New Delhi" })));
    let (_, finished) = in_parts(&parts[..3], "STOP");
    assert!(finished.calls.is_empty(), "it was to go on");
}

#[test]
fn arguments_in_parts_that_fit_nowhere_are_errors() {
    let begin = part(json!({ "name": "f", "willContinue": true }));
    let leaf = |path: &str| json!({ "jsonPath": path, "numberValue": 1 });
    let more = |leaves: serde_json::Value| part(json!({ "partialArgs": leaves, "willContinue": true }));
    for (parts, words) in [
        (vec![more(json!([leaf("$.a")]))], "never began"),
        (vec![begin.clone(), part(json!({ "name": "g", "willContinue": true }))], "another"),
        (vec![begin.clone(), part(json!({ "name": "g", "args": { "a": 1 } }))], "another"),
        (vec![begin.clone(), more(json!([leaf("$.a"), leaf("$.b"), leaf("$.a")]))], "written already, at"),
        (vec![begin.clone(), more(json!([leaf("$.a.b"), leaf("$.a")]))], "written already"),
        (vec![begin.clone(), more(json!([leaf("$")]))], "no path"),
        (vec![begin.clone(), more(json!([{ "numberValue": 1 }]))], "jsonPath"),
        (vec![begin.clone(), more(json!(7))], "partialArgs"),
        (
            vec![begin.clone(), more(json!([{ "jsonPath": "$.a", "stringValue": { "x": 1 } }]))],
            "plain values",
        ),
        (
            vec![
                begin.clone(),
                more(json!([{ "jsonPath": "$.a", "stringValue": "x", "willContinue": true }, leaf("$.b")])),
            ],
            "goes on",
        ),
    ] {
        let (errors, finished) = in_parts(&parts, "STOP");
        assert!(errors[0].contains(words), "{errors:?}");
        assert!(finished.calls.is_empty() && finished.cut_off, "{words}");
    }
}

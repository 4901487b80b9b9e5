//! The deltas of Chat Completions, and what hosts make of them.

use jarvis_tools::wire::stream::{ArgumentsState, ChatStream, Finished, Update};
use jarvis_tools::{ToolCall, wire};
use serde_json::{Value, json};

use super::fixtures::whole;

fn delta(delta: Value) -> Value {
    json!({ "choices": [{ "index": 0, "delta": delta }] })
}

fn ended(reason: &str) -> Value {
    json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] })
}

/// What becomes of lists of `tool_calls`, an event each.
fn calls(lists: &[Value]) -> Result<Finished, String> {
    let mut stream = ChatStream::new();
    for list in lists {
        stream.push_value(&delta(json!({ "tool_calls": list }))).map_err(|error| error.to_string())?;
    }
    stream.push_value(&ended("tool_calls")).map_err(|error| error.to_string())?;
    Ok(stream.finish())
}

#[track_caller]
fn check(lists: &[Value], want: &[(&str, &str, &str)]) {
    let finished = calls(lists).expect("the stream is right");
    let want: Vec<_> = want.iter().map(|(id, name, text)| ToolCall::new(*id, *name, *text)).collect();
    assert_eq!(finished.calls, want);
    assert!(finished.unfinished.is_empty() && !finished.cut_off);
}

#[test]
fn b098_pieces_join_by_index_also_within_one_event() {
    check(
        &[
            json!([{ "index": 0, "id": "c1", "function": { "name": "f" } }, { "index": 0, "function": { "arguments": "{" } }]),
            json!([{ "index": 0, "function": { "arguments": "}" } }]),
        ],
        &[("c1", "f", "{}")],
    );
}

#[test]
fn b099_without_an_index_a_new_id_begins_a_call() {
    let whole = [
        json!([{ "id": "c1", "function": { "name": "f", "arguments": "{}" } }]),
        json!([{ "id": "c2", "function": { "name": "g", "arguments": "{}" } }]),
    ];
    check(&whole, &[("c1", "f", "{}"), ("c2", "g", "{}")]);
    let pieces = [
        json!([{ "id": "c1", "function": { "name": "f", "arguments": "{\"a\"" } }]),
        json!([{ "function": { "arguments": ":1}" } }]),
        json!([{ "id": "c2", "function": { "name": "g" } }]),
        json!([{ "function": { "arguments": "{}" } }]),
    ];
    check(&pieces, &[("c1", "f", "{\"a\":1}"), ("c2", "g", "{}")]);
}

#[test]
fn pieces_of_parallel_calls_may_alternate() {
    let pieces = [
        json!([{ "index": 0, "id": "c1", "function": { "name": "f", "arguments": "{\"a\"" } }, { "index": 1, "id": "c2", "function": { "name": "g", "arguments": "{" } }]),
        json!([{ "index": 1, "function": { "arguments": "}" } }]),
        json!([{ "index": 0, "function": { "arguments": ":1}" } }]),
    ];
    check(&pieces, &[("c1", "f", "{\"a\":1}"), ("c2", "g", "{}")]);
}

#[test]
fn id_and_name_may_come_late_or_again() {
    let late = [
        json!([{ "index": 0, "function": { "arguments": "{" } }]),
        json!([{ "index": 0, "id": "c1", "function": { "arguments": "" } }]),
        json!([{ "index": 0, "id": null, "function": { "name": "f", "arguments": "}" } }]),
    ];
    check(&late, &[("c1", "f", "{}")]);
    let again = json!([{ "index": 0, "id": "c1", "function": { "name": "f", "arguments": "" } }]);
    let piece =
        |text: &str| json!([{ "index": 0, "id": "c1", "function": { "name": "f", "arguments": text } }]);
    check(&[again.clone(), piece("{\"a\":"), piece("1}"), again], &[("c1", "f", "{\"a\":1}")]);
    check(&[piece("{}"), piece("{}")], &[("c1", "f", "{}")]);
    let name = |text: &str| json!([{ "index": 0, "function": { "name": text } }]);
    check(&[name("get_"), name("time")], &[("call00001", "get_time", "{}")]);
}

#[test]
fn ids_that_change_with_each_piece_begin_no_calls() {
    let piece = |id: &str, text: &str| json!([{ "index": 0, "id": id, "function": { "arguments": text } }]);
    let first = json!([{ "index": 0, "id": "r1", "function": { "name": "f" } }]);
    check(&[first, piece("r2", "{"), piece("r3", "}")], &[("r1", "f", "{}")]);
}

#[test]
fn one_index_for_all_calls_is_seen_through() {
    let call = |id: &str, text: &str| json!({ "index": 0, "id": id, "function": { "name": "f", "arguments": text } });
    let want: &[_] = &[("c1", "f", "{\"a\":1}"), ("c2", "f", "{\"a\":2}")];
    check(&[json!([call("c1", "{\"a\":1}"), call("c2", "{\"a\":2}")])], want);
    check(&[json!([call("c1", "{\"a\":1}")]), json!([call("c2", "{\"a\":2}")])], want);
    let bare = |text: &str| json!({ "index": 0, "function": { "name": "f", "arguments": text } });
    let made_up: &[_] = &[("call00001", "f", "{\"a\":1}"), ("call00002", "f", "{\"a\":2}")];
    check(&[json!([bare("{\"a\":1}"), bare("{\"a\":2}")])], made_up);
}

#[test]
fn whole_calls_need_neither_index_nor_id() {
    let call = |name: &str, arguments: Value| json!({ "function": { "name": name, "arguments": arguments } });
    let list = json!([
        call("f", json!({ "a": 1 })),
        call("f", Value::Null),
        call("f", Value::Null),
        call("g", json!("{}"))
    ]);
    let want: &[_] = &[
        ("call00001", "f", "{\"a\":1}"),
        ("call00002", "f", "{}"),
        ("call00003", "f", "{}"),
        ("call00004", "g", "{}"),
    ];
    check(&[list], want);
}

#[test]
fn one_id_for_all_calls_is_made_unique() {
    let call =
        |index: u8| json!({ "index": index, "id": "x", "function": { "name": "f", "arguments": "{}" } });
    check(&[json!([call(0), call(1)])], &[("x", "f", "{}"), ("call00001", "f", "{}")]);
}

#[test]
fn a_piece_that_fits_several_calls_is_an_error() {
    let open = json!([{ "index": 0, "id": "c1", "function": { "name": "f", "arguments": "{" } }, { "index": 1, "id": "c2", "function": { "name": "g", "arguments": "{" } }]);
    let error = calls(&[open, json!([{ "function": { "arguments": "}" } }])]).expect_err("it fits both");
    assert_eq!(
        error,
        "a piece of a call has neither index nor id, and 2 calls are open that it may belong to"
    );
}

#[test]
fn arguments_that_are_no_json_are_left_to_the_executor() {
    check(
        &[json!([{ "index": 0, "id": "c", "function": { "name": "f", "arguments": "{\"a\":" } }])],
        &[("c", "f", "{\"a\":")],
    );
}

#[test]
fn the_form_before_there_were_tools_counts_where_it_is_alone() {
    let mut stream = ChatStream::new();
    for piece in [json!({ "name": "f", "arguments": "{\"a\"" }), json!({ "arguments": ":1}" })] {
        stream.push_value(&delta(json!({ "function_call": piece }))).expect("it is right");
    }
    stream.push_value(&ended("function_call")).expect("it is right");
    assert_eq!(stream.finish().calls, [ToolCall::new("call00001", "f", "{\"a\":1}")]);
}

#[test]
fn the_stream_gives_what_the_whole_response_does() {
    let response = json!({ "choices": [{ "index": 0, "finish_reason": "tool_calls", "message": {
        "role": "assistant",
        "content": "Let me see, Ærø 🌧.",
        "tool_calls": [
            { "id": "call_a", "type": "function", "function": { "name": "get_weather", "arguments": "{\"city\":\"Ærøskøbing 🌧\\u00e9\",\"days\":12}" } },
            { "id": "call_b", "type": "function", "function": { "name": "get_time", "arguments": "{}" } },
            { "id": "call_c", "type": "function", "function": { "name": "ping" } },
        ],
    }}]});
    let (streamed, errors) = whole("chat_parallel.sse");
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(streamed.calls, wire::openai::calls(&response).expect("a response"));
    assert_eq!(streamed.text, response["choices"][0]["message"]["content"]);
    // As some hosts do, all in one event.
    let mut stream = ChatStream::new();
    stream.push_value(&response).expect("a response");
    let finished = stream.finish();
    assert_eq!((finished.calls, finished.text, finished.cut_off), (streamed.calls, streamed.text, false));
}

#[test]
fn each_choice_has_a_stream() {
    let event = json!({ "choices": [
        { "index": 1, "delta": { "content": "one" }, "finish_reason": "length" },
        { "index": 0, "delta": { "content": "zero" }, "finish_reason": "stop" },
    ]});
    for (mut stream, text, cut_off) in [
        (ChatStream::new(), "zero", false),
        (ChatStream::choice(1), "one", true),
        (ChatStream::choice(2), "", true),
    ] {
        stream.push_value(&event).expect("it is right");
        let finished = stream.finish();
        assert_eq!((finished.text.as_str(), finished.cut_off), (text, cut_off));
    }
}

#[test]
fn only_known_reasons_are_good_ends() {
    for (reason, cut_off) in
        [("stop", false), ("STOP", false), ("length", true), ("content_filter", true), ("odd", true)]
    {
        let mut stream = ChatStream::new();
        let call = json!([{ "index": 0, "id": "c", "function": { "name": "f", "arguments": "{}" } }]);
        stream.push_value(&delta(json!({ "tool_calls": call }))).expect("it is right");
        stream.push_value(&ended(reason)).expect("it is right");
        stream.push("[DONE]").expect("it is right");
        let finished = stream.finish();
        assert_eq!(finished.cut_off, cut_off, "{reason}");
        assert_eq!(
            (finished.calls.len(), finished.unfinished.len()),
            if cut_off { (0, 1) } else { (1, 0) },
            "{reason}"
        );
        assert_eq!(finished.finish_reason.as_deref(), Some(reason));
    }
}

#[test]
fn what_is_new_is_said_at_once() {
    let mut stream = ChatStream::new();
    let mut push = |piece: Value| stream.push_value(&delta(piece)).expect("it is right");
    assert_eq!(push(json!({ "role": "assistant", "content": "" })), []);
    assert_eq!(push(json!({ "reasoning": "Hm." })), [Update::Thought("Hm.".to_owned())]);
    assert_eq!(push(json!({ "content": "Hi" })), [Update::Text("Hi".to_owned())]);
    let piece = json!([{ "index": 0, "id": "c", "function": { "name": "f", "arguments": "{\"a\":[1," } }]);
    let grew = Update::ArgumentsGrew { call: 0, piece: "{\"a\":[1,".to_owned() };
    assert_eq!(push(json!({ "tool_calls": piece })), [Update::CallBegan(0), grew]);
    assert_eq!((stream.text(), stream.thoughts()), ("Hi", "Hm."));
    let call = &stream.calls()[0];
    assert_eq!((call.id(), call.name(), call.arguments().state()), ("c", "f", ArgumentsState::Partial));
    assert_eq!(call.arguments().value(), Some(json!({ "a": [1] })));
}

#[test]
fn contents_in_parts_keep_thoughts_apart() {
    let mut stream = ChatStream::new();
    let parts = json!([
        { "type": "thinking", "thinking": [{ "type": "text", "text": "Hm." }] },
        { "type": "text", "text": "Hi" },
        { "type": "reference", "reference_ids": [1] },
    ]);
    stream.push_value(&delta(json!({ "content": parts }))).expect("it is right");
    assert_eq!((stream.text(), stream.thoughts()), ("Hi", "Hm."));
}

#[test]
fn after_an_error_no_call_is_whole() {
    let call = json!([{ "index": 0, "id": "c", "function": { "name": "f", "arguments": "{}" } }]);
    for (event, words) in [
        (
            r#"{"error":{"message":"Overloaded","code":503}}"#,
            "the provider answered with an error: Overloaded",
        ),
        (r#"{"choices":7}"#, "the event's `choices` is no list: 7"),
        (r#"{"choices":[{"delta":{"tool_calls":{}}}]}"#, "the event's `tool_calls` is no list: {}"),
        (
            r#"{"choices":[{"delta":{"tool_calls":[1]}}]}"#,
            "the event's `tool_calls` is no list of objects: 1",
        ),
        (
            r#"{"choices":[{"delta":"#,
            "the event is no JSON (EOF while parsing a value at line 1 column 21): {\"choices\":[{\"delta\":",
        ),
        ("[]", "the event is no object: []"),
    ] {
        let mut stream = ChatStream::new();
        stream.push_value(&delta(json!({ "tool_calls": call }))).expect("it is right");
        assert_eq!(stream.push(event).expect_err("it is wrong").to_string(), words);
        stream.push_value(&ended("tool_calls")).expect("it is right");
        let finished = stream.finish();
        assert!(finished.cut_off && finished.calls.is_empty(), "{event}");
        assert_eq!(finished.unfinished.len(), 1, "{event}");
    }
}

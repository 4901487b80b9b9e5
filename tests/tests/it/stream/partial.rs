//! Arguments while they grow.

use jarvis_tools::wire::stream::{ArgumentsState, OllamaStream};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The state of an argument text, and what can be seen of it.
fn seen(text: &str) -> (ArgumentsState, Option<Value>) {
    let mut stream = OllamaStream::new();
    let line = json!({ "message": { "tool_calls": [{ "function": { "name": "t", "arguments": text } }] } });
    stream.push_value(&line).expect("the line is one");
    let arguments = stream.calls()[0].arguments();
    assert_eq!(arguments.text(), text);
    (arguments.state(), arguments.value())
}

#[track_caller]
fn partial(text: &str, value: Value) {
    assert_eq!(seen(text), (ArgumentsState::Partial, Some(value)));
}

#[test]
fn what_is_there_is_seen() {
    partial("", json!({}));
    partial(" \n", json!({}));
    partial("{", json!({}));
    partial(r#"{"ci"#, json!({}));
    partial(r#"{"city""#, json!({}));
    partial(r#"{"city":"#, json!({}));
    partial(r#"{"city":""#, json!({ "city": "" }));
    partial(r#"{"city":"Os"#, json!({ "city": "Os" }));
    partial(r#"{"city":"a\"#, json!({ "city": "a" }));
    partial(r#"{"city":"a\n"#, json!({ "city": "a\n" }));
    partial(r#"{"city":"a\u00"#, json!({ "city": "a" }));
    partial(r#"{"city":"a\ud83c"#, json!({ "city": "a" }));
    partial(r#"{"city":"a\ud83c\udf27"#, json!({ "city": "a🌧" }));
    partial(r#"{"city":"Oslo","#, json!({ "city": "Oslo" }));
    partial(r#"{"city":"Oslo","da"#, json!({ "city": "Oslo" }));
    partial(r#"{"days":[1,2"#, json!({ "days": [1] }));
    partial(r#"{"days":[1,2,"#, json!({ "days": [1, 2] }));
    partial(r#"{"days":12"#, json!({}));
    partial(r#"{"days":12 "#, json!({ "days": 12 }));
    partial(r#"{"ok":tru"#, json!({}));
    partial(r#"{"ok":true"#, json!({ "ok": true }));
    partial(r#"{"a":{"b":[{"c":"d"#, json!({ "a": { "b": [{ "c": "d" }] } }));
    partial("\u{feff}{\"a\":\"b", json!({ "a": "b" }));
}

#[test]
fn what_is_whole_is_complete() {
    for text in [r#"{"a":[1,-2.5,null,{}],"b":"\/"}"#, " {} \n", "\u{feff}{}", "[]", "null", "\"a\""] {
        let (state, value) = seen(text);
        assert_eq!(state, ArgumentsState::Complete, "{text}");
        assert_eq!(value, serde_json::from_str(text.trim_start_matches('\u{feff}')).ok(), "{text}");
    }
}

#[test]
fn what_can_become_no_json_has_failed() {
    let deep = "[".repeat(200);
    for text in [
        "x",
        "{x",
        "{,",
        "[,",
        "{\"a\" 1",
        "{\"a\":1,}",
        "[1,]",
        "[1 2",
        "{}}",
        "{}{",
        "[}",
        "{]",
        "01",
        "-x",
        "1.e",
        "[1.]",
        "[1e]",
        "[+1",
        "tru ",
        "nul1",
        "\"\\x",
        "\"\\u12g",
        "\"\n",
        "\"\\ud83c\"",
        "\"\\ud83cx",
        "\"\\ud83c\\n",
        "\"\\ud83c\\u0041",
        "\"\\udf27",
        "{1",
        "```json",
        &deep,
    ] {
        assert_eq!(seen(text), (ArgumentsState::Failed, None), "{text}");
    }
}

#[test]
fn large_numbers_keep_their_digits() {
    partial(r#"{"n":18446744073709551615,"m":"#, json!({ "n": u64::MAX }));
    partial(r#"{"n":123456789012345678901234567890,"#, json!({ "n": "123456789012345678901234567890" }));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(".{0,6}", inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn every_beginning_of_json_can_be_seen(value in any_json(), pretty: bool) {
        let value = json!({ "v": value });
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.expect("JSON is text");
        for (end, _) in text.char_indices().skip(1) {
            let (state, shown) = seen(&text[..end]);
            prop_assert_eq!(state, ArgumentsState::Partial, "{}", &text[..end]);
            prop_assert!(shown.is_some(), "{}", &text[..end]);
        }
        let (state, shown) = seen(&text);
        prop_assert_eq!(state, ArgumentsState::Complete);
        prop_assert_eq!(shown, Some(value));
    }

    #[test]
    fn complete_is_what_another_reader_takes(text in r#"[\[\]{}:,"\\u0-9a-f eE+.-]{0,12}|\{"a":.{0,8}\}"#) {
        let complete = seen(&text).0 == ArgumentsState::Complete;
        let parsed = serde_json::from_str::<Value>(&text);
        if complete {
            // Numbers that nothing holds are written right all the same.
            prop_assert!(parsed.is_ok() || parsed.is_err_and(|error| error.to_string().contains("out of range")));
        } else if let Ok(value) = parsed {
            // A bare number may go on.
            prop_assert!(value.is_number(), "{text}");
        }
    }
}

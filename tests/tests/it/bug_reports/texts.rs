//! Argument text: repeated keys, malformed JSON, odd characters.

use std::collections::BTreeMap;

use jarvis_tools::ToolErrorKind;
use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{call, gives, refuses, says, typed, wait};
use jarvis_tools_tests::echo;
use serde_json::{Value, json};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Wait {
    secs: u32,
}

echo!(pay(Pay { amount: i32 }));
echo!(bag(Bag { map: BTreeMap<String, i32>, value: Value, list: Vec<Wait> }));
echo!(sleep(Sleep { opts: Wait }));
echo!(shell(Shell { cmd: String }));
echo!(plan(Plan { steps: Vec<String> }));
echo!(ask(Ask { q: String }));
echo!(city(City { city: String }));
echo!(send(Send { msg: String }));
echo!(open(Open { path: String }));
echo!(one(One { a: i32 }));

#[test]
fn b039_a_repeated_key_is_an_error_at_every_level() {
    refuses(tools![pay], r#"{"amount":2,"amount":-2}"#, &["duplicate_parameter amount"]);
    refuses(
        tools![bag],
        r#"{"map":{"k":1,"k":2},"value":{"a":{"b":1,"b":1}},"list":[{"secs":1},{"secs":1,"secs":2}]}"#,
        &["duplicate_parameter map.k", "duplicate_parameter value.a.b", "duplicate_parameter list[1].secs"],
    );
    // Written differently, it is the same key; and keys that no field takes can't be repeated either.
    refuses(tools![pay], r#"{"amount":2,"am\u006funt":2}"#, &["duplicate_parameter amount"]);
    refuses(tools![pay], r#"{"amount":2,"x":{"y":1,"y":1}}"#, &["duplicate_parameter x.y"]);
}

#[test]
fn b041_a_trailing_comma_is_named() {
    // Taking it away is a repair; a fragment is never run.
    says(
        tools![sleep],
        r#"{"opts":{"secs":3},}"#,
        "Invalid arguments for tool 'sleep': the text is not valid JSON: \
         a comma before '}'; leave it out (line 1, column 20)",
    );
}

#[test]
fn b042_a_call_that_was_cut_off_is_said_to_be() {
    says(
        tools![shell],
        r#"{"cmd":"ls -l"#,
        "Invalid arguments for tool 'shell': the JSON text ends early inside 'cmd'; it was probably cut off: \
         send the whole call again, shorter if it was long",
    );
    for cut in ["{", r#"{"cmd"#, r#"{"cmd":"#, r#"{"cmd":"ls -l""#] {
        let result = wait(call(tools![shell], cut));
        assert!(result.content.contains("ends early"), "{cut}: {}", result.content);
        assert_eq!(result.metadata["problems"][0]["reason"], "truncated", "{cut}");
    }
}

#[test]
fn b043_an_open_list_is_never_closed() {
    refuses(tools![plan], r#"{"steps":["build","test""#, &["malformed_json steps"]);
    refuses(tools![plan], r#"{"steps":["build","test"]"#, &["malformed_json "]);
}

#[test]
fn b044_two_objects_in_one_text() {
    // They are not split: each call has one id and one result.
    says(
        tools![ask],
        r#"{"q":"a"}{"q":"b"}"#,
        "Invalid arguments for tool 'ask': the text holds more than one JSON value (the second starts at byte \
         9); send one JSON object, and a call of its own for each further one",
    );
    refuses(tools![ask], "{\"q\":\"a\"}\n{\"q\":\"b\"}", &["malformed_json "]);
}

#[test]
fn b046_a_code_fence_is_named() {
    // Taking it away is a repair.
    says(
        tools![city],
        "```json\n{\"city\":\"Oslo\"}\n```",
        "Invalid arguments for tool 'city': the text is wrapped in a Markdown code fence; \
         send the JSON object alone",
    );
}

#[test]
fn b047_a_line_break_inside_of_a_string() {
    says(
        tools![send],
        "{\"msg\":\"a\nb\"}",
        "Invalid arguments for tool 'send': the text is not valid JSON inside 'msg': \
         a line break inside a string; write it as \\n (line 1, column 10)",
    );
}

#[test]
fn b049_escapes_are_read_as_json_says() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Printable {
        #[schemars(regex(pattern = r"^[^\x00-\x1f]*$"))]
        path: String,
    }

    // The decoder doesn't guess what was meant; a field that wants no control characters says so.
    let arguments = r#"{"path":"docs\bin\new"}"#;
    gives(tools![open], arguments, json!({ "path": "docs\u{8}in\new" }));

    let result = wait(call(typed::<Printable>(), arguments));
    assert_eq!(result.metadata["problems"][0]["kind"], "out_of_range", "{}", result.content);
    gives(typed::<Printable>(), r#"{"path":"docs\\bin\\new"}"#, json!({ "path": r"docs\bin\new" }));
}

#[test]
fn b051_valid_json_is_never_rewritten() {
    let repairing = ToolExecutor::new(tools![ask]).expect("a tool").repair(true);
    for text in ["it's here", "a, ] b", "```json\n{}\n```", "trailing,}", "True"] {
        let arguments = json!({ "q": text }).to_string();
        let result = wait(repairing.execute(&ToolCall::new("c1", "ask", &arguments)));
        assert_eq!(result.content, arguments);
        assert!(!result.metadata.contains_key("repairs"));
    }
}

#[test]
fn b052_a_byte_order_mark_is_skipped() {
    gives(tools![one], "\u{feff}{\"a\":1}", json!({ "a": 1 }));
    refuses(tools![one], "\u{feff}", &["missing_parameter a: integer"]);
}

#[test]
fn b054_a_long_result_is_cut_between_characters() {
    /// Laughs.
    #[tool(inline)]
    fn laugh() -> String {
        "😀".repeat(10_000)
    }

    let executor = ToolExecutor::new(tools![laugh]).expect("a tool").max_result_bytes(4095);
    let result = wait(executor.execute(&ToolCall::new("c1", "laugh", "{}")));
    assert!(result.success);
    let kept = result.content.chars().take_while(|character| *character == '😀').count();
    assert_eq!(kept, 1023);
    assert!(
        result.content.ends_with("[cut off: the first 4092 of 40000 bytes]"),
        "{}",
        &result.content[4092..]
    );
}

#[test]
fn b055_a_nul_arrives_and_what_fails_on_it_is_an_answer() {
    /// What to start.
    #[derive(Deserialize, JsonSchema, ToolArgs)]
    struct Start {
        /// The program.
        cmd: String,
    }

    /// Starts a program.
    #[tool(inline)]
    fn start(args: Start) -> std::io::Result<String> {
        assert_eq!(args.cmd, "a\0b");
        std::process::Command::new(args.cmd).status().map(|status| status.to_string())
    }

    let result = wait(call(tools![start], r#"{"cmd":"a\u0000b"}"#));
    assert_eq!(result.error, Some(ToolErrorKind::Failed), "{}", result.content);
}

//! Absent, null, doubly encoded and unknown arguments.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{call, define, gives, refuses, says, schema, typed, wait};
use jarvis_tools_tests::echo;
use serde_json::json;

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Detail {
    Low,
    High,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Todo {
    t: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Point {
    x: i32,
    y: i32,
}

fn ten() -> u32 {
    10
}

echo!(optional(Optional { path: Option<String> }));
echo!(file(File { path: String, content: String }));
echo!(nested(Nested { at: Point }));
echo!(unset(Unset { q: Option<String>, n: Option<u32> }));
echo!(defaulted(Defaulted {
    #[serde(default = "ten")]
    limit: u32,
    #[serde(default)]
    tags: Vec<String>,
    on: bool,
}));
echo!(worded(Worded { detail: Option<Detail>, title: Option<String> }));
echo!(project(Project { project: String }));
echo!(city(City { city: String }));
echo!(todos(Todos { items: Vec<Todo>, code: String }));
echo!(data(Data { data: String }));
echo!(read(Read { path: String, limit: Option<u32> }));
echo!(post(Post { body: String }));

#[test]
fn b001_empty_text_means_no_arguments() {
    for arguments in ["", " \n"] {
        gives(tools![optional], arguments, json!({ "path": null }));
        refuses(
            tools![file],
            arguments,
            &["missing_parameter path: string", "missing_parameter content: string"],
        );
    }
}

#[test]
fn b002_null_means_no_arguments() {
    gives(tools![optional], "null", json!({ "path": null }));
    refuses(tools![city], "null", &["missing_parameter city: string"]);
    // Unit and an optional struct are no object, and a schema that is none is no tool's: they are refused
    // when the tool is defined, instead of read in a way of their own.
    for error in [define::<()>().err(), define::<Option<City>>().err()] {
        let error = error.expect("it is refused").to_string();
        assert!(error.contains("must be a struct with named fields"), "{error}");
    }
}

#[test]
fn b004_a_call_without_arguments_has_the_empty_object() {
    for text in [r#"{"id":"c1","name":"optional"}"#, r#"{"id":"c1","name":"optional","arguments":null}"#] {
        let call: ToolCall = serde_json::from_str(text).expect("a call");
        assert_eq!(json!(call), json!({ "id": "c1", "name": "optional", "arguments": "{}" }));
        let executor = ToolExecutor::new(tools![optional]).expect("a tool");
        assert!(wait(executor.execute(&call)).success);
    }
}

#[test]
fn b006_fields_are_never_filled_by_position() {
    refuses(
        tools![file],
        r#"["a.txt","data"]"#,
        &[
            "invalid_nesting path: object, got array in root",
            "invalid_nesting content: object, got array in root",
        ],
    );
    refuses(tools![nested], r#"{"at":[1,2]}"#, &["type_mismatch at: object, got array"]);
    refuses(tools![optional], "[]", &["invalid_nesting path: object, got array in root"]);
}

#[test]
fn b007_every_missing_field_is_named_at_once() {
    says(
        tools![file],
        "{}",
        "Invalid arguments for tool 'file' (2 problems):\n\
         \x20 - required parameter 'path' (type: string) is missing\n\
         \x20 - required parameter 'content' (type: string) is missing",
    );
}

#[test]
fn b008_a_required_text_is_never_filled_in() {
    let runs = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&runs);
    let write = FnTool::new("write", "Writes a file.", move |_: File| {
        counter.fetch_add(1, Ordering::Relaxed);
        async { Ok::<_, ToolError>("written") }
    })
    .expect("a tool");
    let tools: Vec<Arc<dyn Tool>> = vec![Arc::new(write)];
    refuses(tools.clone(), r#"{"path":"a.txt"}"#, &["missing_parameter content: string among path"]);
    assert_eq!(runs.load(Ordering::Relaxed), 0);
    gives(tools, r#"{"path":"a.txt","content":""}"#, json!("written"));
    assert_eq!(runs.load(Ordering::Relaxed), 1);
}

#[test]
fn b011_null_for_an_optional_is_as_good_as_absent() {
    for arguments in [r#"{"q":null,"n":null}"#, "{}"] {
        gives(tools![unset], arguments, json!({ "q": null, "n": null }));
    }
}

#[test]
fn b013_null_for_a_defaulted_field_is_its_default() {
    // Of the two choices, the default: what isn't required may be null. What is required may not.
    gives(
        tools![defaulted],
        r#"{"limit":null,"tags":null,"on":true}"#,
        json!({ "limit": 10, "tags": [], "on": true }),
    );
    refuses(
        tools![defaulted],
        r#"{"limit":null,"tags":null,"on":null}"#,
        &["null_parameter on: boolean, got null"],
    );
    assert_eq!(schema::<Defaulted>()["required"], json!(["on"]));
}

#[test]
fn b014_the_word_null_is_a_text() {
    // Nothing is coerced: a text stays a text, and where none belongs the values are listed.
    gives(tools![worded], r#"{"title":"null"}"#, json!({ "detail": null, "title": "null" }));
    says(
        tools![worded],
        r#"{"detail":"null"}"#,
        "Invalid arguments for tool 'worded': parameter 'detail' has wrong value: \
         expected one of \"low\", \"high\", got string \"null\"",
    );
}

#[test]
fn b015_null_for_a_required_field_is_an_answer_for_the_model() {
    says(
        tools![project],
        r#"{"project":null}"#,
        "Invalid arguments for tool 'project': parameter 'project' must not be null: expected string",
    );
    refuses(tools![project], "", &["missing_parameter project: string"]);
}

#[test]
fn b016_an_object_inside_of_a_text_is_refused() {
    // Unwrapping it is a repair, which is switched on by the host.
    let arguments = json!(r#"{"city":"Oslo"}"#).to_string();
    refuses(tools![city], &arguments, &["invalid_nesting city: object, got string in root"]);
    says(
        tools![city],
        &arguments,
        "Invalid arguments for tool 'city': the arguments must be a JSON object (parameters: city), got string",
    );
}

#[test]
fn b017_a_list_inside_of_a_text_is_refused_and_a_text_left_alone() {
    // Reading it is a repair too.
    refuses(
        tools![todos],
        r#"{"items":"[{\"t\":\"a\"}]","code":"42"}"#,
        &["type_mismatch items: array, got string"],
    );
    gives(tools![todos], r#"{"items":[],"code":"42"}"#, json!({ "items": [], "code": "42" }));
}

#[test]
fn b018_a_text_that_holds_json_arrives_as_it_is() {
    for text in [r#"{"a":1}"#, "[1]", "42", "null", "true", "\"x\""] {
        gives(tools![data], &json!({ "data": text }).to_string(), json!({ "data": text }));
    }
}

#[test]
fn b035_a_key_without_a_field_is_reported_or_refused() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Closed {
        path: String,
        limit: Option<u32>,
    }

    // By default it is ignored, and the result says so: hosts put keys of their own into arguments. A tool,
    // a struct or the executor can refuse it.
    let arguments = r#"{"path":"a.txt","max_lines":1}"#;
    gives(tools![read], arguments, json!({ "path": "a.txt", "limit": null }));
    let result = wait(call(tools![read], arguments));
    assert_eq!(result.metadata["ignored_arguments"], json!(["max_lines"]));

    let refused = "unknown_parameter max_lines; allowed path, limit";
    let strict = define::<Read>().and_then(|tool| tool.with(|spec| spec.deny_unknown(true)));
    refuses(vec![Arc::new(strict.expect("a tool"))], arguments, &[refused]);

    refuses(typed::<Closed>(), arguments, &[refused]);
    assert_eq!(schema::<Closed>()["additionalProperties"], false);

    let executor = ToolExecutor::new(tools![read]).expect("a tool").deny_unknown(true);
    let result = wait(executor.execute(&ToolCall::new("c1", "read", arguments)));
    let problems = jarvis_tools_tests::calls::problems(&result);
    assert!(
        problems.len() == 1 && problems[0].starts_with("unknown_parameter max_lines; allowed"),
        "{problems:?}"
    );
}

#[test]
fn b036_the_keys_that_were_sent_are_named_and_schemas_can_be_closed() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        inner: Point,
        list: Vec<Todo>,
    }

    refuses(tools![post], r#"{"text":"x"}"#, &["missing_parameter body: string among text"]);

    let tool = define::<Outer>().and_then(|tool| tool.with(|spec| spec.deny_unknown(true))).expect("a tool");
    let closed = tool.spec().parameters();
    for pointer in ["", "/properties/inner", "/properties/list/items"] {
        let object = closed.pointer(pointer).expect("an object");
        assert_eq!(object["additionalProperties"], false, "{pointer}: {object}");
    }
}

#[test]
fn b038_of_two_variants_none_is_chosen_in_silence() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        V(String),
        W(u32),
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Flat {
        p: String,
        #[serde(flatten)]
        kind: Kind,
    }

    gives(typed::<Flat>(), r#"{"v":"a","p":"b"}"#, json!({ "p": "b", "v": "a" }));
    gives(typed::<Flat>(), r#"{"p":"b","w":1}"#, json!({ "p": "b", "w": 1 }));
    let result = wait(call(typed::<Flat>(), r#"{"v":"a","w":1,"p":"b"}"#));
    assert!(!result.success, "{}", result.content);
}

#[test]
fn b113_a_default_never_stands_in_for_what_was_sent() {
    #[derive(Default, Serialize, Deserialize, JsonSchema)]
    #[serde(default)]
    struct Remember {
        dir: String,
    }

    refuses(typed::<Remember>(), r#"{"dir":5}"#, &["type_mismatch dir: string, got integer"]);
    gives(typed::<Remember>(), "{}", json!({ "dir": "" }));
}

#[test]
fn b111_a_problem_in_a_list_has_its_path() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Note {
        a: String,
        b: Option<String>,
        c: Option<String>,
        tags: Vec<String>,
    }

    says(
        typed::<Note>(),
        r#"{"a":"x","tags":["y",{}]}"#,
        "Invalid arguments for tool 'echo': parameter 'tags[1]' has wrong type: expected string, got object",
    );
    says(
        typed::<Note>(),
        "3",
        "Invalid arguments for tool 'echo': the arguments must be a JSON object (parameters: a, b, c, tags), \
         got integer",
    );
}

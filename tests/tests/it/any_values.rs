//! Places where anything goes: nothing is rounded or lost there either, and open objects keep their keys.

use std::sync::Arc;

use jarvis_tools::prelude::*;
use serde_json::{Value, json};

/// Arguments with places where anything goes.
#[derive(Deserialize, Serialize, JsonSchema, ToolArgs)]
struct Anything {
    /// Anything.
    extra: Option<Value>,
    /// A number.
    float: Option<f64>,
}

/// Takes anything.
#[tool(inline)]
fn anything(args: Anything) -> Anything {
    args
}

fn open(parameters: Value) -> Arc<dyn Tool> {
    let spec = ToolSpec::new("open", "Takes what comes.", parameters);
    Arc::new(SchemaTool::new(spec, |arguments: Value| async move { Ok::<_, ToolError>(arguments) }).unwrap())
}

fn run(executor: &ToolExecutor, name: &str, arguments: &str) -> ToolResult {
    let call = ToolCall::new("c1", name, arguments);
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(executor.execute(&call))
}

#[test]
fn numbers_that_nothing_holds_are_refused_at_every_depth() {
    let executor =
        ToolExecutor::new(tools![anything].into_iter().chain([open(json!({ "type": "object" }))])).unwrap();
    for number in ["1e999", "-1e999", "123456789012345678901", "-9223372036854775809"] {
        for (name, arguments, path) in [
            ("anything", format!(r#"{{"extra":{number}}}"#), "extra"),
            ("anything", format!(r#"{{"extra":{{"x":[1,{number}]}}}}"#), "extra.x[1]"),
            ("open", format!(r#"{{"x":{number}}}"#), "x"),
            ("open", format!(r#"{{"l":[{number}]}}"#), "l[0]"),
        ] {
            let result = run(&executor, name, &arguments);
            assert!(!result.success, "{arguments} gave {}", result.content);
            assert_eq!(result.metadata["problems"][0]["path"], path, "{arguments}");
            assert_eq!(result.metadata["problems"][0]["kind"], "out_of_range", "{arguments}");
        }
    }
    let result =
        run(&executor, "anything", r#"{"extra":[18446744073709551615,-9223372036854775808,0.5,1e300]}"#);
    assert_eq!(result.structured().unwrap()["extra"], json!([u64::MAX, i64::MIN, 0.5, 1e300]));
    // A float holds a rounded number by its nature.
    assert!(run(&executor, "anything", r#"{"float":123456789012345678901}"#).success);
}

#[test]
fn a_struct_of_which_the_schema_says_nothing_is_refused_at_its_definition() {
    #[derive(Deserialize)]
    struct Point {
        #[expect(dead_code, reason = "it is only decoded")]
        a: u8,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Place {
        #[schemars(with = "Value")]
        #[expect(dead_code, reason = "it is only decoded")]
        point: Point,
    }

    let error =
        FnTool::new("place", "Takes a place.", |_: Place| async { Ok::<_, ToolError>(()) }).unwrap_err();
    assert_eq!(error.schema_path(), "/properties/point");
}

#[test]
fn an_open_schema_keeps_further_keys_and_the_switch_refuses_them() {
    let parameters = json!({
        "type": "object",
        "properties": { "x": { "type": "integer" }, "inner": { "type": "object", "properties": { "y": {} } } },
    });
    let open_executor = ToolExecutor::new([open(parameters.clone())]).unwrap();
    let arguments = r#"{"x":1,"zz":2,"inner":{"y":1,"z":[null]}}"#;
    let result = run(&open_executor, "open", arguments);
    assert_eq!(result.structured().unwrap(), serde_json::from_str::<Value>(arguments).unwrap());
    assert!(!result.metadata.contains_key("ignored_arguments"));

    let closed = ToolExecutor::new([open(parameters)]).unwrap().deny_unknown(true);
    let result = run(&closed, "open", arguments);
    let paths: Vec<&Value> =
        result.metadata["problems"].as_array().unwrap().iter().map(|problem| &problem["path"]).collect();
    assert_eq!(paths, ["inner.z", "zz"], "{}", result.content);
    let shown = &closed.openai_tools()[0]["function"]["parameters"];
    assert_eq!(shown["additionalProperties"], false);
    assert_eq!(shown["properties"]["inner"]["additionalProperties"], false);
}

#[test]
fn keys_of_which_an_open_schema_says_nothing_are_not_evaluated() {
    let executor = ToolExecutor::new([open(json!({
        "type": "object",
        "properties": { "x": {} },
        "unevaluatedProperties": false,
    }))])
    .unwrap();
    assert!(run(&executor, "open", r#"{"x":1}"#).success);
    assert!(!run(&executor, "open", r#"{"x":1,"y":1}"#).success);
}

#[test]
fn forms_of_overlapping_texts_are_tried() {
    let executor = ToolExecutor::new([open(json!({
        "type": "object",
        "properties": { "u": { "oneOf": [
            { "const": "a" },
            { "enum": ["a", "b"] },
            { "type": "object", "required": ["k"], "properties": { "k": {} } },
        ] } },
    }))])
    .unwrap();
    assert!(run(&executor, "open", r#"{"u":"b"}"#).success);
    assert!(!run(&executor, "open", r#"{"u":"a"}"#).success);
}

#[test]
fn ordinary_patterns_of_letters_can_be_used() {
    let executor = ToolExecutor::new([open(json!({
        "type": "object",
        "properties": { "name": { "type": "string", "pattern": r"^[\p{L} ]{1,100}$" } },
    }))])
    .unwrap();
    assert!(run(&executor, "open", r#"{"name":"Ångström"}"#).success);
    assert!(!run(&executor, "open", r#"{"name":"7"}"#).success);
}

#[test]
fn ignored_keys_are_listed_within_bounds() {
    let executor = ToolExecutor::new(tools![anything]).unwrap();
    let keys: Vec<String> = (0..5000).map(|index| format!("\"k{index}\":1")).collect();
    let result = run(&executor, "anything", &format!("{{{}}}", keys.join(",")));
    assert!(result.success);
    assert_eq!(result.metadata["ignored_arguments"].as_array().unwrap().len(), 100);
}

#[test]
fn no_schema_and_no_text_overflow_the_stack() {
    // A recursive rule through many unions, and text as deep as is read, on a thread with a small stack.
    for unions in 1..20 {
        let mut next = json!({ "$ref": "#/$defs/node" });
        for _ in 0..unions {
            next = json!({ "anyOf": [next, { "type": "integer" }] });
        }
        let node = json!({ "type": "object", "properties": { "next": next }, "required": ["next"] });
        let tool = open(json!({
            "type": "object",
            "properties": { "root": { "$ref": "#/$defs/node" } },
            "$defs": { "node": node },
        }));
        let text = format!(r#"{{"root":{}{}{}}}"#, r#"{"next":"#.repeat(120), "true", "}".repeat(120));
        let deep = std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(move || tool.prepare(&text, &ToolContext::new("c1", "open")).is_err())
            .unwrap();
        assert!(deep.join().unwrap(), "{unions} unions");
    }
}

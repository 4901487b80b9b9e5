//! One page of all texts, to be read as prose.

use std::fmt::Write as _;
use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools::{Confirmation, ToolErrorKind, ToolResult};
use jarvis_tools_tests::calls::call;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// A tool of this schema, and a call of it.
async fn by_schema(properties: Value, required: &[&str], arguments: &str) -> ToolResult {
    let parameters = json!({ "type": "object", "properties": properties, "required": required });
    let spec = ToolSpec::new("t", "A test tool.", parameters).deny_unknown(true);
    let tool = SchemaTool::new(spec, |arguments: Value| async move { Ok::<_, ToolError>(arguments) });
    call(vec![Arc::new(tool.expect("a tool"))], arguments).await
}

async fn of_one(property: Value, value: &str) -> ToolResult {
    by_schema(json!({ "p": property }), &["p"], &format!(r#"{{"p":{value}}}"#)).await
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Even {
    #[serde(deserialize_with = "even")]
    #[schemars(with = "String", regex(pattern = "^[0-9]$"))]
    n: u8,
}

fn even<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let n: u8 = String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)?;
    if n.is_multiple_of(2) { Ok(n) } else { Err(serde::de::Error::custom(format!("{n} is odd"))) }
}

struct Page(String);

impl Page {
    #[track_caller]
    fn add(&mut self, title: &str, kind: &str, result: &ToolResult) {
        assert!(!result.success, "{title}: {}", result.content);
        let own = match result.metadata.get("problems") {
            Some(problems) => problems[0]["kind"].as_str().unwrap_or_default(),
            None => result.error.map_or("", ToolErrorKind::name),
        };
        assert_eq!(own, kind, "{title}: {}", result.content);
        writeln!(self.0, "# {title}\n{}", result.content).expect("a string takes it");
    }
}

#[cfg(feature = "preserve_order")]
#[tokio::test]
async fn the_texts_about_arguments() {
    let mut page = Page(String::new());
    let pair = json!({ "city": { "type": "string" }, "days": { "type": "integer" } });
    let all = ["city", "days"];
    let missing = "missing_parameter";
    page.add("missing, nothing sent", missing, &by_schema(json!({ "p": {} }), &["p"], "{}").await);
    page.add(
        "missing and a slip",
        missing,
        &by_schema(pair.clone(), &all, r#"{"citty":"x","days":1}"#).await,
    );
    page.add("null", "null_parameter", &of_one(json!({ "type": "string" }), "null").await);
    page.add(
        "null in a list",
        "null_parameter",
        &of_one(json!({ "items": { "type": "string" } }), r#"["a",null]"#).await,
    );
    let mismatch = "type_mismatch";
    page.add("wrong type", mismatch, &of_one(json!({ "type": ["integer", "string"] }), "[1]").await);
    page.add("a fraction", mismatch, &of_one(json!({ "type": "integer" }), "1.5").await);
    page.add("not in the list", mismatch, &of_one(json!({ "enum": ["a", "b", 3] }), r#""c""#).await);
    page.add("not the one value", mismatch, &of_one(json!({ "const": "a" }), r#""c""#).await);
    page.add(
        "no object, one parameter",
        "invalid_nesting",
        &by_schema(json!({ "p": {} }), &["p"], "[1]").await,
    );
    page.add("no object, two parameters", "invalid_nesting", &by_schema(pair.clone(), &all, "[1]").await);
    page.add("no object, no parameters", "invalid_nesting", &by_schema(json!({}), &[], r#""x""#).await);
    let range = "out_of_range";
    for (title, schema, value) in [
        ("too large", json!({ "type": "integer", "maximum": 14 }), "20"),
        ("too small", json!({ "type": "number", "exclusiveMinimum": 0 }), "-1.5"),
        ("no multiple", json!({ "multipleOf": 5 }), "7"),
        ("rounded elsewhere", json!({ "type": "integer" }), "1e300"),
        ("too long", json!({ "type": "string", "maxLength": 3 }), r#""abcd""#),
        ("a pattern", json!({ "type": "string", "pattern": "^[a-z]+$" }), r#""A1""#),
        ("too many items", json!({ "type": "array", "maxItems": 1 }), "[1,2]"),
        ("too few keys", json!({ "type": "object", "minProperties": 1 }), "{}"),
        ("not unique", json!({ "type": "array", "uniqueItems": true }), "[1,2,1]"),
        ("contains", json!({ "type": "array", "contains": { "type": "string" } }), "[1]"),
    ] {
        page.add(title, range, &of_one(schema, value).await);
    }
    let unknown = "unknown_parameter";
    page.add("unknown", unknown, &by_schema(pair.clone(), &[], r#"{"dayz":1}"#).await);
    page.add("unknown, no parameters", unknown, &by_schema(json!({}), &[], r#"{"x":1}"#).await);
    page.add("twice", "duplicate_parameter", &of_one(json!({}), r#"{"a":1,"a":2}"#).await);
    page.add("excluded", "not_allowed", &of_one(json!({ "not": { "const": "a" } }), r#""a""#).await);
    page.add("nothing", "not_allowed", &of_one(json!(false), "1").await);
    let either = json!({ "oneOf": [{ "type": "integer" }, { "minimum": 2 }] });
    page.add("two forms", "not_allowed", &of_one(either, "3").await);
    let union = json!({ "anyOf": [
        { "properties": { "x": { "type": "integer" }, "r": { "type": "integer" } }, "required": ["x", "r"] },
        { "properties": { "x": { "type": "integer" }, "s": { "type": "integer" } }, "required": ["x"] },
    ]});
    page.add("one of two forms", mismatch, &of_one(union, r#"{"x":"1"}"#).await);
    let even = FnTool::new("t", "A test tool.", |args: Even| async move { Ok::<_, ToolError>(args.n) });
    page.add(
        "the type's own words",
        "custom",
        &call(vec![Arc::new(even.expect("a tool"))], r#"{"n":"3"}"#).await,
    );
    let several = json!({ "a": { "type": "integer" }, "b": { "type": "boolean" }, "c": {} });
    page.add("several", mismatch, &by_schema(several, &["c"], r#"{"a":"1","b":1}"#).await);
    insta::assert_snapshot!(page.0);
}

#[tokio::test]
async fn the_texts_about_malformed_arguments() {
    let mut page = Page(String::new());
    for (title, arguments) in [
        ("cut off", r#"{"p":"ls -l"#),
        ("cut off outside of a value", r#"{"p":1"#),
        ("a comma too many", r#"{"p":[1,]}"#),
        ("a word of another language", r#"{"p":True}"#),
        ("no quotes", r#"{"p":yes}"#),
        ("single quotes", "{'p':1}"),
        ("a line break", "{\"p\":\"a\nb\"}"),
        ("a backslash", r#"{"p":"C:\dir"}"#),
        ("half a character", r#"{"p":"\ud83d"}"#),
        ("words behind", r#"{"p":1} Done."#),
        ("words in front", r#"Sure: {"p":1}"#),
        ("two values", r#"{"p":1}{"p":2}"#),
        ("a fence", "```json\n{\"p\":1}\n```"),
    ] {
        page.add(title, "malformed_json", &by_schema(json!({ "p": {} }), &[], arguments).await);
    }
    let deep = format!(r#"{{"p":{}{}}}"#, "[".repeat(200), "]".repeat(200));
    page.add("too deep", "malformed_json", &by_schema(json!({ "p": {} }), &[], &deep).await);
    let spec = ToolSpec::new("t", "A test tool.", json!({ "type": "object" }));
    let tool = SchemaTool::new(spec, |arguments: Value| async move { Ok::<_, ToolError>(arguments) });
    let executor = ToolExecutor::new([Arc::new(tool.expect("a tool")) as Arc<dyn Tool>]).expect("a tool");
    let long = executor.max_argument_bytes(8).execute(&ToolCall::new("c", "t", r#"{"p":"abcd"}"#)).await;
    page.add("too long", "malformed_json", &long);
    insta::assert_snapshot!(page.0);
}

/// Waits for ever.
#[tool(timeout = "5s")]
async fn waits() {
    std::future::pending::<()>().await;
}

/// Fails.
#[tool(inline)]
fn fails() -> Result<(), &'static str> {
    Err("the forecast service answers 503")
}

/// Fails without a word.
#[tool(inline)]
fn fails_silently() -> Result<(), String> {
    Err("  ".to_owned())
}

/// Panics.
#[tool(inline)]
fn panics() {
    panic!("index out of bounds");
}

/// Writes what can't be written.
#[tool(inline)]
fn unwritable() -> std::collections::BTreeMap<(u8, u8), u8> {
    [((1, 2), 3)].into()
}

/// Deletes.
#[tool(requires_confirmation, inline)]
fn deletes() {}

#[tokio::test(start_paused = true)]
async fn the_texts_about_calls() {
    let mut page = Page(String::new());
    let tools = tools![waits, fails, fails_silently, panics, unwritable, deletes];
    let executor = ToolExecutor::new(tools).expect("tools");
    let run = async |name: &str| executor.execute(&ToolCall::new("c", name, "{}")).await;
    page.add("unknown tool, a slip", "unknown_tool", &run("wait").await);
    page.add("unknown tool", "unknown_tool", &run("search").await);
    page.add("no tools", "unknown_tool", &{
        ToolExecutor::new([]).expect("none").execute(&ToolCall::new("c", "search", "{}")).await
    });
    page.add("timed out", "timed_out", &run("waits").await);
    page.add("failed", "failed", &run("fails").await);
    page.add("failed without a word", "failed", &run("fails_silently").await);
    page.add("panicked", "panicked", &run("panics").await);
    page.add("unserializable", "unserializable", &run("unwritable").await);
    page.add("nobody to confirm", "denied", &run("deletes").await);
    for (title, reason) in [("denied", ""), ("denied with a reason", "not on a Sunday")] {
        let executor =
            executor.clone().confirm_with(move |_| async move { Confirmation::Deny(reason.to_owned()) });
        page.add(title, "denied", &executor.execute(&ToolCall::new("c", "deletes", "{}")).await);
    }
    let token = CancellationToken::new();
    token.cancel();
    let cancelled = executor.with_cancellation(token).execute(&ToolCall::new("c", "waits", "{}")).await;
    page.add("cancelled", "cancelled", &cancelled);
    insta::assert_snapshot!(page.0);
}

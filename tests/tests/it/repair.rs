//! Slips that are mended by the declared types, and those that never are.

use std::cell::Cell;
use std::collections::BTreeMap;

use jarvis_tools::ToolContext;
use jarvis_tools::prelude::*;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

/// An order.
#[derive(Deserialize, Serialize, JsonSchema, ToolArgs)]
struct Order {
    /// What is ordered.
    items: Vec<Item>,
    /// Any text.
    code: Option<String>,
    /// Anything.
    extra: Option<Value>,
    /// How fast.
    stage: Option<Stage>,
    /// By name.
    limits: Option<BTreeMap<String, u64>>,
    /// Yes or no.
    notify: Option<bool>,
    /// How much.
    price: Option<f64>,
    /// A number or a text.
    either: Option<Either>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Item {
    name: String,
    count: u8,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Stage {
    Active,
    Closed,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Number(u8),
    Text(String),
}

/// Orders.
#[tool(inline, repair)]
fn mended(order: Order) -> Order {
    order
}

/// Orders.
#[tool(inline)]
fn strict(order: Order) -> Order {
    order
}

fn run(name: &str, arguments: &str) -> ToolResult {
    let executor = ToolExecutor::new(tools![mended, strict]).unwrap();
    let call = ToolCall::new("c1", name, arguments);
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(executor.execute(&call))
}

#[track_caller]
fn mends(arguments: &str, order: &Value, repairs: &[&str]) {
    let strict = run("strict", arguments);
    assert!(!strict.success, "strict took {arguments}");
    assert!(!strict.metadata.contains_key("repairs"));
    let result = run("mended", arguments);
    assert!(result.success, "{arguments}: {}", result.content);
    let mut got = result.structured().unwrap();
    got.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    assert_eq!(&got, order, "{arguments}");
    assert_eq!(result.metadata["repairs"], json!(repairs), "{arguments}");
}

#[track_caller]
fn refuses(arguments: &str) {
    let (strict, mended) = (run("strict", arguments), run("mended", arguments));
    assert!(!mended.success, "{arguments} was mended to {}", mended.content);
    // The problems are those of what was sent.
    assert_eq!(strict.metadata["problems"], mended.metadata["problems"], "{arguments}");
    assert!(!mended.metadata.contains_key("repairs"));
}

#[test]
fn each_slip_is_mended_and_reported() {
    let plain = json!({ "items": [{ "name": "a", "count": 1 }] });
    let inner = plain.to_string();
    let text = |text: &str| serde_json::to_string(text).unwrap();
    mends(&text(&inner), &plain, &["took the text that held the arguments as JSON"]);
    mends(&format!("```json\n{inner}\n```"), &plain, &["took the code fence around the arguments away"]);
    mends(&format!("{{\"arguments\":{inner}}}"), &plain, &["took the arguments out of the key 'arguments'"]);
    mends(r#"{"items":[{"name":"a","count":1,},],}"#, &plain, &["left out commas before closing brackets"]);
    mends(
        &format!("{{\"items\":{}}}", text(r#"[{"name":"a","count":"1"}]"#)),
        &plain,
        &["'items': took a text as JSON", "'items[0].count': took a text as a number"],
    );
    mends(
        r#"{"items":[],"notify":"false","price":"1.50","stage":"ACTIVE","limits":{"a":"9007199254740993"}}"#,
        &json!({ "items": [], "notify": false, "price": 1.5, "stage": "active", "limits": { "a": 9_007_199_254_740_993_u64 } }),
        &[
            "'notify': took a text as true or false",
            "'price': took a text as a number",
            "'stage': took the allowed value of another case",
            "'limits.a': took a text as a number",
        ],
    );
}

#[test]
fn what_would_be_a_guess_is_refused() {
    for arguments in [
        r#"{"items":[{"name":"a","count":1}"#,
        r#"{"items":["#,
        r#""{\"items\":["#,
        "```json\n{\"items\":[]\n```",
        r#"{"items":"[{\"name\":\"a\""}"#,
        r#"{"items":[{"name":"a","count":"1.5"}]}"#,
        r#"{"items":[{"name":"a","count":" 1"}]}"#,
        r#"{"items":[{"name":"a","count":"300"}]}"#,
        r#"{"items":[{"name":"a","count":"one"}]}"#,
        r#"{"items":[{"name":1,"count":1}]}"#,
        r#"{"items":[],"code":5}"#,
        r#"{"items":[],"notify":"yes"}"#,
        r#"{"items":[],"notify":1}"#,
        r#"{"items":[],"stage":"activ"}"#,
        r#"{"items":"","code":"x"}"#,
        r#"{"items":[],"items":[]}"#,
        r#"{"arguments":{"items":[]},"more":1}"#,
        r#"{"items":[]}{"items":[]}"#,
        r#"{"params":{"items":[]}}"#,
        "[]",
        "5",
    ] {
        refuses(arguments);
    }
}

#[test]
fn texts_and_any_values_are_never_touched() {
    let arguments = json!({
        "items": [{ "name": "{\"a\":1}", "count": 1 }],
        "code": "42",
        "extra": "[1,2]",
        "either": "5",
    });
    let result = run("mended", &arguments.to_string());
    assert!(!result.metadata.contains_key("repairs"));
    let mut got = result.structured().unwrap();
    got.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    assert_eq!(got, arguments);
    // Also not when something else is mended.
    let with_slip = arguments.to_string().replace("\"count\":1", "\"count\":\"1\"");
    assert_eq!(run("mended", &with_slip).structured(), result.structured());
}

#[test]
fn what_is_mended_does_not_depend_on_its_neighbours() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    #[serde(untagged)]
    enum Form {
        Number { k: u8, x: Option<bool> },
        Text { k: String, x: Option<u8> },
    }

    #[derive(Deserialize, JsonSchema)]
    struct Forms {
        forms: Vec<Form>,
    }

    let forms =
        FnTool::new("forms", "Takes forms.", |forms: Forms| async move { Ok::<_, ToolError>(forms.forms) })
            .unwrap();
    let executor =
        ToolExecutor::new([std::sync::Arc::new(forms) as std::sync::Arc<dyn Tool>]).unwrap().repair(true);
    let (number, text) = (r#"{"k":1,"x":"true"}"#, r#"{"k":"s","x":"5"}"#);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for items in [vec![number], vec![text], vec![number, text], vec![text, number, text]] {
        let call = ToolCall::new("c1", "forms", json!({ "forms": items }).to_string());
        let result = runtime.block_on(executor.execute(&call));
        assert!(result.success, "{items:?}: {}", result.content);
    }
}

#[test]
fn valid_arguments_are_never_changed() {
    let scalar = prop_oneof![
        Just(json!(null)),
        any::<u8>().prop_map(|number| json!(number)),
        any::<bool>().prop_map(|yes| json!(yes)),
        "[a-z\\[\\]{}\":0-9,]{0,6}".prop_map(|text| json!(text)),
        Just(json!("active")),
        Just(json!("ACTIVE")),
        Just(json!("[]")),
        Just(json!("7")),
    ];
    let item =
        (scalar.clone(), scalar.clone()).prop_map(|(name, count)| json!({ "name": name, "count": count }));
    let items =
        prop_oneof![proptest::collection::vec(item, 0..3).prop_map(|items| json!(items)), scalar.clone()];
    let keys = prop_oneof!["code", "extra", "stage", "notify", "price", "either", "limits", "arguments"];
    let rest = proptest::collection::btree_map(keys, scalar, 0..4);
    let (valid, repaired) = (Cell::new(0), Cell::new(0));
    TestRunner::deterministic()
        .run(&(items, rest), |(items, rest)| {
            let mut arguments = json!(rest);
            arguments["items"] = items;
            let text = arguments.to_string();
            let (strict, mended) = (run("strict", &text), run("mended", &text));
            if strict.success {
                valid.set(valid.get() + 1);
                prop_assert_eq!(&strict.content, &mended.content);
                prop_assert!(!mended.metadata.contains_key("repairs"));
            } else if mended.success {
                repaired.set(repaired.get() + 1);
                prop_assert!(mended.metadata.contains_key("repairs"));
            }
            Ok(())
        })
        .unwrap();
    assert!(valid.get() > 5 && repaired.get() > 5, "{valid:?} valid, {repaired:?} repaired");
}

/// The mended text fits the schema, and the type's own decoder refuses it.
#[test]
fn what_the_type_refuses_is_not_kept_mended() {
    /// Takes an address.
    #[tool(inline, repair)]
    fn open(
        /// Where.
        at: url::Url,
    ) -> String {
        at.to_string()
    }

    let executor = ToolExecutor::new(tools![open]).unwrap();
    let kind = |arguments: &str| {
        let result = executor.execute_blocking(&ToolCall::new("", "open", arguments));
        result.metadata["problems"][0]["kind"].as_str().map(str::to_owned)
    };
    assert_eq!(kind(r#"{"at":"nowhere",}"#).as_deref(), Some("malformed_json"));
    assert_eq!(kind(r#"{"at":"nowhere"}"#).as_deref(), Some("custom"));
}

#[tokio::test]
async fn repairs_are_told_up_to_a_hundred() {
    #[derive(Deserialize, Serialize, JsonSchema, ToolArgs)]
    struct Numbers {
        /// Numbers.
        list: Vec<u32>,
    }
    /// Numbers.
    #[tool(inline, repair)]
    fn numbers(numbers: Numbers) -> usize {
        numbers.list.len()
    }
    let list = vec![r#""7""#; 20_000].join(",");
    let result =
        tools![numbers][0].run(&format!(r#"{{"list":[{list}]}}"#), &ToolContext::new("c", "numbers")).await;
    assert_eq!(result.content, "20000");
    let repairs = result.metadata["repairs"].as_array().unwrap();
    assert_eq!(repairs.len(), 101);
    assert_eq!(repairs[100], "and 19900 more of the kind");
}

#[tokio::test]
async fn a_quoted_nothing_is_no_object() {
    /// Nothing.
    #[tool(inline, repair)]
    fn nothing() {}
    for text in [r#""""#, r#""  ""#] {
        let result = tools![nothing][0].run(text, &ToolContext::new("c", "nothing")).await;
        assert!(!result.success, "{text}: {}", result.content);
    }
}

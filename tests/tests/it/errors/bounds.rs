//! However large the input, an error stays small.

use std::collections::BTreeMap;
use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools::{ArgumentError, ArgumentErrorKind, ArgumentErrors, FieldPath, PathSegment};
use jarvis_tools_tests::calls::{call, typed, wait};
use jarvis_tools_tests::echo;
use serde_json::{Value, json};

/// The most bytes of an error's text.
const LARGEST: usize = 8 * 1024;

echo!(numbers(Numbers { list: Vec<i64>, map: BTreeMap<String, i64> }));

/// Checks that a call is refused in few words that hold these.
#[track_caller]
fn is_short(tools: Vec<Arc<dyn Tool>>, arguments: &str, words: &[&str]) {
    let result = wait(call(tools, arguments));
    assert!(!result.success, "{}", result.content);
    let length = result.content.len();
    assert!(length <= LARGEST, "{length} bytes: {}", result.content);
    for word in words {
        assert!(result.content.contains(word), "{word:?} is missing in {}", result.content);
    }
}

fn by_schema(properties: Value, deny_unknown: bool) -> Vec<Arc<dyn Tool>> {
    let parameters = json!({ "type": "object", "properties": properties });
    let spec = ToolSpec::new("t", "A test tool.", parameters).deny_unknown(deny_unknown);
    let tool = SchemaTool::new(spec, |_: Value| async { Ok::<_, ToolError>(()) });
    vec![Arc::new(tool.expect("a tool"))]
}

#[test]
fn thousands_of_problems() {
    let list = vec![r#""x""#; 10_000].join(",");
    is_short(
        tools![numbers],
        &format!(r#"{{"list":[{list}],"map":{{}}}}"#),
        &["list[0]", "list[49]", " more"],
    );
    let repeated = r#","k":1"#.repeat(100_000);
    is_short(tools![numbers], &format!(r#"{{"list":[],"map":{{"k":1{repeated}}}}}"#), &["'map.k'"]);
    let pairs = (0..100_000).map(|key| format!(r#""{key}":1,"{key}":1,"#)).collect::<Vec<_>>().concat();
    is_short(
        tools![numbers],
        &format!(r#"{{"list":[],{pairs}"map":{{}}}}"#),
        &["1000 problems", "'0'", " more"],
    );
}

#[test]
fn long_keys_and_paths() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Deep {
        this_is_a_rather_long_name: Option<Box<Deep>>,
        end: Option<u8>,
    }

    let key = "k".repeat(1_000_000);
    is_short(
        tools![numbers],
        &format!(r#"{{"list":[],"map":{{"{key}":"x"}}}}"#),
        &["map[\"kkk", "…", "string \"x\""],
    );
    is_short(by_schema(json!({}), true), &format!(r#"{{"{key}":1}}"#), &["unknown parameter", "…"]);
    is_short(tools![numbers], &format!(r#"{{"{key}":1}}"#), &["keys sent: kkk"]);
    let odd = r"\u0001\n\ud83d\ude00".repeat(10_000);
    is_short(tools![numbers], &format!(r#"{{"list":[],"map":{{"{odd}":"x"}}}}"#), &["…"]);
    let inside = vec![r#""x":"#; 120].join("{");
    is_short(by_schema(json!({}), false), &format!("{{{inside}"), &["ends early inside 'x.x.", ".x.x'"]);

    let open = r#"{"this_is_a_rather_long_name":"#.repeat(100);
    let text = format!(r#"{open}{{"end":"x"}}{}"#, "}".repeat(100));
    is_short(typed::<Deep>(), &text, &["'this_is_a_rather_long_name.", "…", ".end'", "got string \"x\""]);
}

#[test]
fn thousands_of_keys() {
    let keys = (0..50_000).map(|key| format!(r#""{key}_{key}":1,"#)).collect::<Vec<_>>().concat();
    is_short(tools![numbers], &format!(r#"{{{keys}"map":{{}}}}"#), &["'list'", "keys sent: ", " more"]);
    is_short(by_schema(json!({}), true), &format!(r#"{{{keys}"x":1}}"#), &["1000 problems", " more"]);
}

#[test]
fn long_values() {
    let text = "é\\n".repeat(500_000);
    is_short(tools![numbers], &format!(r#"{{"list":["{text}"],"map":{{}}}}"#), &["list[0]", "…"]);
    let digits = "9".repeat(500_000);
    is_short(tools![numbers], &format!(r#"{{"list":[{digits}],"map":{{}}}}"#), &["list[0]", "at most", "…"]);
    is_short(tools![numbers], &"x".repeat(1_000_000), &["not valid JSON", "…"]);
}

#[test]
fn long_lists_of_allowed_values() {
    let values: Vec<String> = (0..1_500).map(|value| format!("{value}{}", "v".repeat(200))).collect();
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    is_short(by_schema(json!({ "p": { "enum": values } }), false), r#"{"p":"x"}"#, &["one of", "…"]);
    let properties: Value =
        values.iter().map(|name| (name.to_string(), json!({ "enum": values[..3] }))).collect();
    is_short(
        by_schema(properties.clone(), true),
        r#"{"p":"x"}"#,
        &["unknown parameter 'p'; allowed: ", " more"],
    );
    let wrong: Value = values.iter().map(|name| (name.to_string(), json!("x"))).collect();
    is_short(by_schema(properties, false), &wrong.to_string(), &["1000 problems", " more"]);
}

#[test]
fn errors_made_by_hand() {
    let long = "x\n".repeat(2_000);
    let list = vec![long.clone(); 40];
    let path: FieldPath = (0..4).map(|_| PathSegment::Key(long.clone())).collect();
    let expected = long.clone();
    for kind in [
        ArgumentErrorKind::MissingParameter {
            expected,
            available: list.clone(),
            unlisted: 7,
            similar: Some(long.clone()),
        },
        ArgumentErrorKind::UnknownParameter { allowed: list, unlisted: 3, similar: Some(long.clone()) },
        ArgumentErrorKind::NotAllowed { reason: long.clone() },
        ArgumentErrorKind::Custom { message: long.clone() },
        ArgumentErrorKind::InvalidNesting { parent: long.clone(), parent_type: "array" },
        ArgumentErrorKind::OutOfRange { expected: long.clone(), received: long.clone() },
    ] {
        let mut problem = ArgumentError::new(path.clone(), kind);
        problem.alternatives = vec![problem.clone(); 5];
        let text = problem.to_string();
        assert!(text.len() < LARGEST / 2 && !text.contains('\n'), "{} bytes: {text}", text.len());
        let all = ArgumentErrors::new(long.clone(), problem.clone(), vec![problem; 9]).to_string();
        assert!(all.len() < LARGEST && all.contains(" more"), "{} bytes: {all}", all.len());
    }
}

#[test]
fn thousands_of_keys_that_nobody_asked_for() {
    let sent: serde_json::Map<String, Value> = (0..20_000)
        .map(|key| (format!("key{key}"), 1.into()))
        .chain([("citty".to_owned(), 1.into())])
        .collect();
    let properties = json!({ "city": { "type": "string" } });
    let parameters = json!({ "type": "object", "properties": properties, "required": ["city"] });
    let tool = SchemaTool::new(ToolSpec::new("t", "A test tool.", parameters), |_: Value| async {
        Ok::<_, ToolError>(())
    });
    let tools: Vec<Arc<dyn Tool>> = vec![Arc::new(tool.expect("a tool"))];
    let words = [" and 19981 more; did you mean 'city' for 'citty'?"];
    is_short(tools, &Value::Object(sent).to_string(), &words);
}

#[test]
fn thousands_of_keys_that_are_missing() {
    let names: Vec<String> = (0..20_000).map(|name| format!("name{name}")).collect();
    let properties: Value = names.iter().map(|name| (name.clone(), json!({ "type": "string" }))).collect();
    let parameters = json!({ "type": "object", "properties": properties, "required": names });
    let tool = SchemaTool::new(ToolSpec::new("t", "A test tool.", parameters), |_: Value| async {
        Ok::<_, ToolError>(())
    });
    let sent: Value = (0..20_000).map(|key| (format!("{key}"), json!(1))).collect();
    let tools: Vec<Arc<dyn Tool>> = vec![Arc::new(tool.expect("a tool"))];
    is_short(tools, &sent.to_string(), &["1000 problems", "name0"]);
}

#[test]
fn thousands_of_keys_that_are_not_allowed() {
    let properties: Value =
        (0..20_000).map(|name| (format!("name{name}"), json!({ "type": "string" }))).collect();
    let parameters = json!({ "type": "object", "properties": properties });
    let mut spec = ToolSpec::new("t", "A test tool.", parameters);
    spec.deny_unknown = true;
    let tool = SchemaTool::new(spec, |_: Value| async { Ok::<_, ToolError>(()) });
    let sent: Value = (0..20_000).map(|key| (format!("key{key}"), json!(1))).collect();
    let tools: Vec<Arc<dyn Tool>> = vec![Arc::new(tool.expect("a tool"))];
    is_short(tools, &sent.to_string(), &["1000 problems", "unknown", "more"]);
}

//! Numbers, booleans and enums.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{call, gives, refuses, says, typed, wait};
use jarvis_tools_tests::echo;
use serde_json::{Value, json};

fn yes() -> bool {
    true
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Stage {
    Active,
    Closed,
}

echo!(count(Count { n: u32 }));
echo!(limit(Limit { limit: u32 }));
echo!(sheet(Sheet { sheet: String }));
echo!(row(Row { id: u64 }));
echo!(any(Any { id: Value }));
echo!(single(Single { x: f32 }));
echo!(double(Double { x: f64 }));
echo!(notify(Notify {
    #[serde(default = "yes")]
    notify: bool
}));
echo!(stage(StageArgs { stage: Stage }));

#[test]
fn b021_whole_floats_are_integers() {
    for (sent, n) in [("5.0", 5), ("5e0", 5), ("-0", 0), ("50e-1", 5), ("-0.0", 0)] {
        gives(tools![count], &format!(r#"{{"n":{sent}}}"#), json!({ "n": n }));
    }
    refuses(tools![count], r#"{"n":5.5}"#, &["type_mismatch n: integer, got number"]);
}

#[test]
fn b022_a_quoted_integer_is_told_apart() {
    // Reading it is a repair; without one the answer shows the quotes.
    says(
        tools![limit],
        r#"{"limit":"5"}"#,
        "Invalid arguments for tool 'limit': parameter 'limit' has wrong type: expected integer, got string \"5\"",
    );
}

#[test]
fn b024_a_number_is_never_quoted_for_a_text() {
    says(
        tools![sheet],
        r#"{"sheet":1}"#,
        "Invalid arguments for tool 'sheet': parameter 'sheet' has wrong type: expected string, got integer 1",
    );
}

#[test]
fn b025_integers_beyond_floats_are_exact() {
    for id in [9_007_199_254_740_993_u64, u64::MAX] {
        let arguments = format!(r#"{{"id":{id}}}"#);
        gives(tools![row], &arguments, json!({ "id": id }));
        gives(tools![any], &arguments, json!({ "id": id }));
    }
    let spec = ToolSpec::new("any", "Gives it back.", json!({ "type": "object" }));
    let tool = SchemaTool::new(spec, |args: Value| async move { Ok::<_, ToolError>(args) }).expect("a tool");
    gives(vec![Arc::new(tool)], r#"{"id":9007199254740993}"#, json!({ "id": 9_007_199_254_740_993_u64 }));
    // What another parser would have rounded is asked for in digits.
    refuses(
        tools![row],
        r#"{"id":9007199254740993.0}"#,
        &["out_of_range id: written in plain digits, without a fraction or exponent, got 9007199254740993.0"],
    );
    refuses(tools![row], r#"{"id":"9007199254740993"}"#, &["type_mismatch id: integer, got string"]);
}

#[test]
fn b028_a_result_that_is_no_number_is_valid_json() {
    #[derive(Serialize, JsonSchema)]
    struct Ratio {
        ratio: f64,
    }

    /// Divides nothing by nothing.
    #[tool(inline)]
    fn ratio() -> Ratio {
        Ratio { ratio: f64::NAN }
    }

    // Null, as documented.
    gives(tools![ratio], "{}", json!({ "ratio": null }));
}

#[test]
fn b029_no_float_is_ever_infinite() {
    refuses(tools![single], r#"{"x":1e39}"#, &["out_of_range x: at most 3.4028234663852886e+38, got 1e39"]);
    refuses(
        tools![single],
        r#"{"x":-1e39}"#,
        &["out_of_range x: at least -3.4028234663852886e+38, got -1e39"],
    );
    for x in ["1e999", "-1e999"] {
        let expected = format!("out_of_range x: a number that a 64-bit float can hold, got {x}");
        refuses(tools![double], &format!(r#"{{"x":{x}}}"#), &[&expected]);
    }
    // Nor anywhere inside of what may be anything, where it would have become null.
    let held = "a number that a 64-bit float can hold, got 1e999";
    refuses(tools![any], r#"{"id":[{"x":1e999}]}"#, &[&format!("out_of_range id[0].x: {held}")]);
    refuses(tools![any], r#"{"id":1e999}"#, &[&format!("out_of_range id: {held}")]);
    refuses(
        tools![any],
        r#"{"id":{"x":18446744073709551616}}"#,
        &[
            "out_of_range id.x: between -9223372036854775808 and 18446744073709551615, got 18446744073709551616",
        ],
    );
    for x in ["NaN", "Infinity", "-Infinity"] {
        let result = refuses(tools![double], &format!(r#"{{"x":{x}}}"#), &["malformed_json x"]);
        assert!(result.content.contains(&format!("{x} is no number of JSON")), "{}", result.content);
    }
}

#[test]
fn b030_a_quoted_boolean_is_never_the_default() {
    // Reading it is a repair.
    says(
        tools![notify],
        r#"{"notify":"false"}"#,
        "Invalid arguments for tool 'notify': parameter 'notify' has wrong type: \
         expected boolean, got string \"false\"",
    );
    refuses(tools![notify], r#"{"notify":0}"#, &["type_mismatch notify: boolean, got integer"]);
    gives(tools![notify], "{}", json!({ "notify": true }));
}

#[test]
fn b033_a_value_of_another_case_is_met_with_those_that_exist() {
    // Taking a unique match by case is a repair.
    says(
        tools![stage],
        r#"{"stage":"Active"}"#,
        "Invalid arguments for tool 'stage': parameter 'stage' has wrong value: \
         expected one of \"active\", \"closed\", got string \"Active\"",
    );
    gives(tools![stage], r#"{"stage":"active"}"#, json!({ "stage": "active" }));
}

#[test]
fn b034_a_value_outside_of_the_set_reaches_no_handler() {
    let ran = Arc::new(AtomicBool::new(false));
    let mark = Arc::clone(&ran);
    let tool = FnTool::new("stage", "Sets the stage.", move |_: StageArgs| {
        mark.store(true, Ordering::Relaxed);
        async { Ok::<_, ToolError>(()) }
    });
    let result = wait(call(vec![Arc::new(tool.expect("a tool"))], r#"{"stage":"archived"}"#));
    assert!(!result.success && !ran.load(Ordering::Relaxed), "{}", result.content);
    // Nor does the other form that serde takes for a variant without contents.
    refuses(
        tools![stage],
        r#"{"stage":{"active":null}}"#,
        &[r#"type_mismatch stage: one of "active", "closed", got object"#],
    );
}

#[test]
fn b071_a_range_is_enforced() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Rating {
        #[schemars(range(min = 1, max = 9))]
        r: u8,
    }

    refuses(typed::<Rating>(), r#"{"r":200}"#, &["out_of_range r: at most 9, got 200"]);
    refuses(typed::<Rating>(), r#"{"r":0}"#, &["out_of_range r: at least 1, got 0"]);
    gives(typed::<Rating>(), r#"{"r":9}"#, json!({ "r": 9 }));
}

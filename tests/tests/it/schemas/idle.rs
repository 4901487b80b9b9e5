//! Constraints that would check nothing are refused, and all others are checked.

use std::collections::BTreeMap;

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{call, wait};
use serde_json::{Value, json};

/// Checks that a tool is refused at a place of its schema, in words that hold these.
#[track_caller]
fn refused(tools: Vec<std::sync::Arc<dyn Tool>>, path: &str, words: &str) {
    let error = ToolExecutor::new(tools).expect_err("it is refused");
    assert_eq!(error.schema_path(), path, "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn inline_constraints_of_other_types_are_refused() {
    /// A tool.
    #[tool(inline)]
    fn pattern_of_list(#[arg(description = "It.", pattern = "^a$")] list: Vec<String>) -> usize {
        list.len()
    }
    /// A tool.
    #[tool(inline)]
    fn range_of_text(#[arg(description = "It.", range(min = 1))] text: Option<String>) -> usize {
        text.map_or(0, |text| text.len())
    }
    /// A tool.
    #[tool(inline)]
    fn length_of_number(#[arg(description = "It.", length(max = 2))] number: Option<u8>) -> u8 {
        number.unwrap_or_default()
    }
    refused(
        tools![pattern_of_list],
        "/properties/list",
        "a pattern has no effect here, where the type is array",
    );
    refused(tools![range_of_text], "/properties/text", "the range of a number has no effect here");
    refused(tools![length_of_number], "/properties/number", "the length of a text has no effect here");
}

#[test]
fn lengths_of_maps_count_their_keys() {
    /// A tool.
    #[tool(inline)]
    fn sized(#[arg(description = "It.", length(min = 1, max = 2))] map: BTreeMap<String, u8>) -> usize {
        map.len()
    }
    let schema = &tools![sized][0].spec().parameters()["properties"]["map"].clone();
    assert_eq!((&schema["minProperties"], &schema["maxProperties"]), (&json!(1), &json!(2)));
    for (map, fits) in [("{}", false), (r#"{"a":1}"#, true), (r#"{"a":1,"b":2,"c":3}"#, false)] {
        let result = wait(call(tools![sized], &format!(r#"{{"map":{map}}}"#)));
        assert_eq!(result.success, fits, "{}", result.content);
    }
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct LengthOfMap {
    /// It.
    #[schemars(length(min = 1))]
    map: BTreeMap<String, u8>,
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct RegexOfList {
    /// It.
    #[schemars(regex(pattern = "^a$"))]
    #[serde(rename = "a.b")]
    list: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "Only the schema matters.")]
enum Either {
    Number(u8),
    Text(String),
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct RangeOfUnion {
    /// It.
    #[schemars(range(max = 10))]
    either: Either,
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct Effective {
    /// It.
    #[schemars(length(min = 1), regex(pattern = "^a"))]
    text: Option<String>,
    /// It.
    #[schemars(length(max = 3))]
    list: Vec<Value>,
    /// It.
    #[schemars(range(max = 0.5))]
    number: Option<f64>,
}

#[test]
fn constraints_that_schemars_leaves_out_are_refused() {
    /// A tool.
    #[tool(inline)]
    fn length_of_map(_args: LengthOfMap) {}
    /// A tool.
    #[tool(inline)]
    fn regex_of_list(_args: RegexOfList) {}
    /// A tool.
    #[tool(inline)]
    fn range_of_union(_args: RangeOfUnion) {}
    /// A tool.
    #[tool(inline)]
    fn effective(_args: Effective) {}
    refused(tools![length_of_map], "/properties/map", "#[schemars(length(…))] has no effect here");
    refused(tools![regex_of_list], "/properties/a.b", "#[schemars(regex(…))] has no effect here");
    refused(tools![range_of_union], "/properties/either", "#[schemars(range(…))] has no effect here");
    ToolExecutor::new(tools![effective]).unwrap();
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct InnerOfNumbers {
    /// It.
    #[schemars(inner(length(max = 3)))]
    list: Vec<u8>,
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct InnerOfNoList {
    /// It.
    #[schemars(inner(inner(range(max = 3))))]
    list: Vec<u8>,
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct ContainsInList {
    /// It.
    #[schemars(contains(pattern = "x"))]
    list: Vec<String>,
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct EmailOfNumber {
    /// It.
    #[schemars(email)]
    number: u8,
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct OfOtherCrates {
    /// It.
    #[validate(length(min = 1))]
    map: BTreeMap<String, u8>,
}

/// Anything.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct EffectiveInside {
    /// It.
    #[schemars(inner(inner(range(max = 3))))]
    lists: Vec<Vec<u8>>,
    /// It.
    #[schemars(inner(contains(pattern = "x")))]
    texts: Option<Vec<String>>,
    /// It.
    #[schemars(email)]
    email: Option<String>,
    /// It.
    #[garde(length(min = 2))]
    text: String,
}

#[test]
fn constraints_of_items_and_of_other_crates_are_held_to_the_same() {
    /// A tool.
    #[tool(inline)]
    fn inner_of_numbers(_args: InnerOfNumbers) {}
    /// A tool.
    #[tool(inline)]
    fn inner_of_no_list(_args: InnerOfNoList) {}
    /// A tool.
    #[tool(inline)]
    fn contains_in_list(_args: ContainsInList) {}
    /// A tool.
    #[tool(inline)]
    fn email_of_number(_args: EmailOfNumber) {}
    /// A tool.
    #[tool(inline)]
    fn of_other_crates(_args: OfOtherCrates) {}
    /// A tool.
    #[tool(inline)]
    fn effective_inside(_args: EffectiveInside) {}
    refused(tools![inner_of_numbers], "/properties/list", "#[schemars(inner(length(…)))] has no effect");
    refused(
        tools![inner_of_no_list],
        "/properties/list",
        "#[schemars(inner(inner(range(…))))] has no effect",
    );
    refused(tools![contains_in_list], "/properties/list", "#[schemars(contains(…))] has no effect");
    refused(tools![email_of_number], "/properties/number", "#[schemars(email)] has no effect");
    refused(tools![of_other_crates], "/properties/map", "#[schemars(length(…))] has no effect");
    ToolExecutor::new(tools![effective_inside]).unwrap();
}

#[test]
fn what_is_added_to_a_type_must_concern_it() {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "Only the schema matters.")]
    struct Extended {
        #[schemars(extend("maxLength" = 3))]
        number: u8,
    }
    let error = FnTool::new("t", "A tool.", |_: Extended| async { Ok::<_, String>(()) }).unwrap_err();
    assert_eq!(error.schema_path(), "/properties/number", "{error}");
    // In a schema from elsewhere it is what JSON Schema says it is: without effect.
    let parameters =
        json!({ "type": "object", "properties": { "n": { "type": "integer", "maxLength": 3 } } });
    SchemaTool::new(ToolSpec::new("t", "A tool.", parameters), |_: Value| async { Ok::<_, String>(()) })
        .unwrap();
}

#[test]
fn references_below_an_id_are_refused() {
    let parameters = json!({
        "type": "object",
        "properties": { "n": { "$ref": "#/$defs/inner" } },
        "$defs": {
            "inner": { "$id": "https://example.com/inner", "$ref": "#/$defs/number", "$defs": { "number": { "type": "integer" } } },
            "number": { "type": "string" },
            "plain": { "$id": "https://example.com/plain", "type": "string" },
        },
    });
    let spec = ToolSpec::new("t", "A tool.", parameters);
    let error = SchemaTool::new(spec, |_: Value| async { Ok::<_, String>(()) }).unwrap_err();
    assert_eq!(error.schema_path(), "/$defs/inner/$id", "{error}");
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "Only the schema matters.")]
struct Long {
    #[schemars(length(min = 10_000_000_000_u64))]
    text: String,
    #[schemars(length(min = 1_000_000))]
    list: Vec<u8>,
}

#[test]
fn what_must_be_long_is_defined_in_time() {
    FnTool::new("t", "A tool.", |_: Long| async { Ok::<_, String>(()) }).unwrap();
}

//! What schemas look like, so that every reader takes them.

use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools::wire;
use jarvis_tools_tests::calls::{call, define, gives, refuses, schema, typed, wait};
use serde_json::{Value, json};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Filter {
    field: String,
    value: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    name: String,
    children: Vec<Tree>,
}

/// Renders a type's tool for OpenAI, strictly if that is asked for.
fn rendered<A>(strict: bool) -> Result<Value, String>
where
    A: Serialize + for<'de> Deserialize<'de> + JsonSchema + Send + 'static,
{
    let tool = define::<A>().and_then(|tool| tool.with(|spec| spec.strict(strict))).expect("a tool");
    let tools = wire::openai::tools([tool.spec()]).map_err(|error| error.to_string())?.tools;
    Ok(tools[0]["function"]["parameters"].clone())
}

#[test]
fn b058_nothing_refers_to_a_definition_that_is_not_there() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Search {
        filters: Vec<Filter>,
        more: Option<Filter>,
    }

    let schema = schema::<Search>();
    assert_eq!(schema["properties"]["filters"]["items"]["properties"]["field"], json!({ "type": "string" }));
    assert!(!schema.to_string().contains("$ref"), "{schema}");
}

#[test]
fn b059_a_struct_is_shown_as_the_object_that_it_is() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Query {
        sql: String,
        limit: u32,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        req: Query,
    }

    let schema = schema::<Args>();
    assert_eq!(schema["properties"]["req"]["type"], "object");
    assert_eq!(schema["properties"]["req"]["required"], json!(["sql", "limit"]));
    assert!(schema.get("$defs").is_none(), "{schema}");
}

#[test]
fn b061_a_type_inside_of_itself_through_a_tag() {
    // A newtype variant of itself with a tag overflows the stack in schemars before anything can be refused;
    // written with a named field, the same type works.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "t", rename_all = "lowercase")]
    enum Rule {
        Not { rule: Box<Rule> },
        Has { x: u8 },
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        rule: Rule,
    }

    let valid = json!({ "rule": { "t": "not", "rule": { "t": "has", "x": 1 } } });
    gives(typed::<Args>(), &valid.to_string(), valid);
    refuses(
        typed::<Args>(),
        r#"{"rule":{"t":"not","rule":{"t":"has","x":256}}}"#,
        &["out_of_range rule.rule.x: at most 255, got 256"],
    );
}

#[test]
fn b062_a_recursive_type_refers_to_its_definition() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        tree: Tree,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct A {
        b: Option<Box<B>>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct B {
        a: Option<Box<A>>,
    }

    // No bounded expansion: a provider that takes no references says so when the tool is rendered for it. Where
    // a recursive type is first met it is written out, inside of itself it is referred to.
    let shown = schema::<Args>();
    let below = json!({ "$ref": "#/$defs/Tree" });
    assert_eq!(shown["properties"]["tree"]["properties"]["children"]["items"], below);
    assert_eq!(shown["$defs"]["Tree"]["properties"]["children"]["items"], below);
    for recursive in [schema::<Tree>(), schema::<A>()] {
        let text = recursive.to_string();
        assert!(text.contains("#/$defs/") && !text.contains(r##""$ref":"#""##), "{text}");
        assert_eq!(recursive["type"], "object");
    }
    let tree = json!({ "tree": { "name": "r", "children": [{ "name": "c", "children": [] }] } });
    gives(typed::<Args>(), &tree.to_string(), tree);
    refuses(
        typed::<Args>(),
        r#"{"tree":{"name":"r","children":[{"name":1,"children":[]}]}}"#,
        &["type_mismatch tree.children[0].name: string, got integer"],
    );
    gives(typed::<A>(), r#"{"b":{"a":{"b":null}}}"#, json!({ "b": { "a": { "b": null } } }));
}

macro_rules! levels {
    ($outer:ident $inner:ident $($rest:ident)*) => {
        #[derive(Serialize, Deserialize, JsonSchema)]
        struct $outer {
            down: $inner,
        }
        levels!($inner $($rest)*);
    };
    ($last:ident) => {
        #[derive(Serialize, Deserialize, JsonSchema)]
        struct $last {
            end: bool,
        }
    };
}
levels!(L0 L1 L2 L3 L4 L5 L6 L7 L8 L9 L10 L11);

#[test]
fn b064_a_limit_on_depth_names_the_tool_and_the_place() {
    // Only strict mode has one, so only there it is counted.
    assert!(rendered::<L0>(false).is_ok());
    assert!(rendered::<L2>(true).is_ok());
    let error = rendered::<L0>(true).expect_err("it is too deep");
    assert!(error.contains("'echo'") && error.contains("10 levels"), "{error}");
    assert!(error.contains("down"), "{error}");
}

#[test]
fn b065_an_optional_has_the_plain_type() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        n: Option<u32>,
    }

    let schema = schema::<Args>();
    let expected = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
    assert_eq!(schema["properties"]["n"], expected);
    assert_eq!(schema["required"], json!([]));
    gives(typed::<Args>(), r#"{"n":null}"#, json!({ "n": null }));
}

#[test]
fn b067_b069_integers_have_no_format_and_whole_bounds() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        start: usize,
        port: u32,
        small: i8,
    }

    let integer = |least: i64, most: u64| json!({ "type": "integer", "minimum": least, "maximum": most });
    // Equal only if they are integers in writing too: 0.0 isn't 0 here.
    assert_eq!(
        schema::<Args>()["properties"],
        json!({
            "start": integer(0, usize::MAX as u64),
            "port": integer(0, u64::from(u32::MAX)),
            "small": integer(-128, 127),
        })
    );
    // Sent to a provider, what only restates the type is left out.
    let sent = rendered::<Args>(false).expect("it can be rendered");
    assert_eq!(sent["properties"]["port"], json!({ "type": "integer", "minimum": 0 }));
}

#[test]
fn b068_a_format_that_is_shown_is_checked() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        #[schemars(extend("format" = "uuid"))]
        id: String,
        #[schemars(extend("format" = "date-time"))]
        when: String,
        #[schemars(extend("format" = "uri"))]
        link: String,
        #[schemars(extend("format" = "house-number"))]
        house: String,
    }

    let properties = schema::<Args>()["properties"].clone();
    assert_eq!(properties["id"]["format"], "uuid");
    assert_eq!(properties["when"]["format"], "date-time");
    // An annotation that standards know stays; one that no standard knows goes.
    assert_eq!(properties["link"]["format"], "uri");
    assert_eq!(properties["house"], json!({ "type": "string" }));
    let result =
        wait(call(typed::<Args>(), r#"{"id":"nope","when":"yesterday","link":"not a link","house":"x"}"#));
    let paths: Vec<&Value> =
        result.metadata["problems"].as_array().expect("problems").iter().map(|one| &one["path"]).collect();
    assert_eq!(paths, ["id", "when"], "{}", result.content);
    let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    let valid = json!({ "id": id, "when": "2026-02-28T10:00:00Z", "link": "x", "house": "y" });
    gives(typed::<Args>(), &valid.to_string(), valid);
}

#[test]
fn b070_a_pattern_is_searched_for_unless_it_is_anchored() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        #[schemars(regex(pattern = "[a-z]+"))]
        found: String,
        #[schemars(regex(pattern = "^[a-z]+$"))]
        whole: String,
    }

    // JSON Schema's meaning, kept as it was written: nothing is anchored that wasn't.
    assert_eq!(schema::<Args>()["properties"]["found"]["pattern"], "[a-z]+");
    gives(typed::<Args>(), r#"{"found":"1a1","whole":"a"}"#, json!({ "found": "1a1", "whole": "a" }));
    refuses(
        typed::<Args>(),
        r#"{"found":"1","whole":"a1"}"#,
        &[
            r#"out_of_range found: text that matches the pattern [a-z]+, got "1""#,
            r#"out_of_range whole: text that matches the pattern ^[a-z]+$, got "a1""#,
        ],
    );
}

#[test]
fn b079_strict_mode_is_for_the_tools_that_ask_for_it() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        #[serde(default)]
        limit: Option<u32>,
        #[serde(default)]
        page: u32,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Free {
        labels: std::collections::BTreeMap<String, String>,
    }

    let plain = rendered::<Args>(false).expect("it can be rendered");
    assert_eq!(plain["required"], json!([]));
    let strict = rendered::<Args>(true).expect("it can be rendered");
    assert_eq!(strict["required"], json!(["limit", "page"]));
    assert_eq!(strict["additionalProperties"], false);
    assert_eq!(strict["properties"]["limit"]["type"], json!(["integer", "null"]));
    assert!(strict["properties"]["page"].get("default").is_none(), "{strict}");
    gives(typed::<Args>(), r#"{"limit":null,"page":null}"#, json!({ "limit": null, "page": 0 }));
    let error = rendered::<Free>(true).expect_err("a free map can't be strict");
    assert!(error.contains("'echo'") && error.contains("labels"), "{error}");
}

#[test]
fn b083_b084_a_tool_without_parameters_has_empty_properties() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Nothing {}

    let expected = json!({ "type": "object", "properties": {}, "required": [] });
    assert_eq!(schema::<Nothing>(), expected);
    assert_eq!(rendered::<Nothing>(false).expect("it can be rendered")["properties"], json!({}));
    let spec = ToolSpec::new("bare", "Has no parameters.", json!({ "type": "object" }));
    let tool = SchemaTool::new(spec, |_: Value| async { Ok::<_, ToolError>(()) }).expect("a tool");
    assert_eq!(tool.spec().parameters()["properties"], json!({}));
    gives(vec![Arc::new(tool)], "", json!("OK"));
}

#[test]
fn b084_gemini_alone_gets_no_parameters_where_there_are_none() {
    // It refuses an object without properties; all others take one, and some refuse a tool without.
    let spec = ToolSpec::new("bare", "Has no parameters.", json!({ "type": "object", "properties": {} }));
    let gemini = wire::gemini::tools([&spec]).expect("it can be rendered").tools;
    assert_eq!(
        gemini[0]["functionDeclarations"],
        json!([{ "name": "bare", "description": "Has no parameters." }])
    );
    for rendered in [
        wire::openai::tools([&spec]).map(|it| it.tools[0]["function"]["parameters"].clone()),
        wire::openai::responses::tools([&spec]).map(|it| it.tools[0]["parameters"].clone()),
        wire::anthropic::tools([&spec]).map(|it| it.tools[0]["input_schema"].clone()),
        wire::ollama::tools([&spec]).map(|it| it.tools[0]["function"]["parameters"].clone()),
        wire::mcp::tools([&spec]).map(|it| it.tools[0]["inputSchema"].clone()),
    ] {
        let parameters = rendered.expect("it can be rendered");
        assert_eq!((&parameters["type"], &parameters["properties"]), (&json!("object"), &json!({})));
    }
}

/// Plans a trip:
///
/// - by train
///     - with a bike
/// - by ship
#[tool]
fn trip(
    /// One of:
    ///   1. north
    ///   2. south
    way: String,
) -> String {
    way
}

#[test]
fn b116_line_breaks_and_indentation_of_doc_comments_are_kept() {
    let tools = tools![trip];
    let spec = tools[0].spec();
    assert_eq!(spec.description, "Plans a trip:\n\n- by train\n    - with a bike\n- by ship");
    assert_eq!(spec.parameters()["properties"]["way"]["description"], "One of:\n  1. north\n  2. south");
}

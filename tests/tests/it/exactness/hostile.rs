//! Schemas and arguments that were made to exhaust whoever reads them: an answer comes, and no stack overflows.

use jarvis_tools::prelude::*;
use jarvis_tools::testing::Exactness;
use jarvis_tools::{DefinitionError, ToolContext};
use jarvis_tools_tests::shapes;
use serde_json::{Map, Value, json};

/// The stack of a thread as the standard library makes it.
const STACK: usize = 2 << 20;

/// As deep as is read.
const DEEP: usize = 126;

/// Runs the work on several threads at once.
#[track_caller]
fn on_threads(work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3)
            .map(|_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &work).unwrap())
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

fn define(parameters: Value) -> Result<SchemaTool, DefinitionError> {
    SchemaTool::new(ToolSpec::new("tool", "Does nothing.", parameters), |arguments: Value| async {
        Ok::<_, ToolError>(arguments)
    })
}

/// Schemas that refer to each other, each made from its number.
fn chain(count: usize, schema: impl Fn(usize) -> Value) -> Value {
    let definitions: Map<String, Value> =
        (0..=count).map(|place| (format!("d{place}"), schema(place))).collect();
    json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions })
}

fn next(place: usize) -> Value {
    json!({ "$ref": format!("#/$defs/d{}", place + 1) })
}

#[track_caller]
fn refused(parameters: &Value, words: &str) {
    let error = define(parameters.clone()).err().unwrap_or_else(|| panic!("it was not refused"));
    assert!(error.reason().contains(words), "{error}");
}

#[test]
fn schemas_without_an_end_are_refused() {
    let cycle = chain(1, |place| json!({ "$ref": format!("#/$defs/d{}", 1 - place) }));
    let own = json!({ "type": "object", "allOf": [{ "$ref": "#" }] });
    let through_if =
        json!({ "type": "object", "properties": { "a": { "if": { "$ref": "#/properties/a" } } } });
    on_threads(|| {
        refused(&cycle, "leads back to itself");
        refused(&own, "leads back to itself");
        refused(&through_if, "leads back to itself");
    });
}

#[test]
fn schemas_that_multiply_are_refused() {
    let bomb = |keyword: &str| {
        chain(40, |place| match place {
            40 => json!({ "type": "string" }),
            place => json!({ keyword: [next(place), next(place)] }),
        })
    };
    let bombs = ["allOf", "anyOf", "oneOf"].map(bomb);
    let long = chain(5000, |place| if place == 5000 { json!({}) } else { next(place) });
    on_threads(|| {
        for bomb in &bombs {
            refused(bomb, "too many rules");
        }
        refused(&long, "too many rules");
    });
}

/// An object of one key, made without going through what lies inside, as `json!` does.
fn under(key: &str, inner: Value) -> Value {
    Value::Object(Map::from_iter([(key.to_owned(), inner)]))
}

#[test]
fn deep_schemas_are_refused() {
    on_threads(|| {
        for wrap in [
            |inner| under("items", inner),
            |inner| under("properties", under("a", inner)),
            |inner| under("not", inner),
            |inner| under("enum", Value::Array(vec![Value::Array(vec![inner])])),
        ] {
            let schema = || {
                let deep = (0..1000).fold(json!({}), |inner, _| wrap(inner));
                let Value::Object(mut schema) = under("properties", under("a", deep)) else { unreachable!() };
                schema.insert("type".to_owned(), "object".into());
                Value::Object(schema)
            };
            let error = define(schema()).err().unwrap();
            assert!(error.reason().contains("levels deep"), "{error}");
            let spec = ToolSpec::new("tool", "Does nothing.", schema()).deny_unknown(true);
            assert!(SchemaTool::new(spec, |_| async { Ok::<_, ToolError>("") }).is_err());
        }
    });
}

#[test]
fn wide_schemas_are_read() {
    let values: Vec<Value> = (0..20_000).map(Value::from).collect();
    let branches: Vec<Value> =
        (0..1000).map(|number| json!({ "const": number, "type": "integer" })).collect();
    let properties: Map<String, Value> =
        (0..300).map(|number| (format!("p{number}"), json!({ "type": "string" }))).collect();
    let doubling = chain(40, |place| match place {
        40 => json!({ "type": "string" }),
        place => json!({ "properties": { "a": next(place), "b": next(place) } }),
    });
    on_threads(|| {
        for schema in [
            json!({ "type": "object", "properties": { "a": { "enum": values } } }),
            json!({ "type": "object", "properties": { "a": { "anyOf": branches } } }),
            json!({ "type": "object", "properties": properties }),
            doubling.clone(),
        ] {
            let tool = define(schema).unwrap();
            Exactness::new().instances(10).check(&tool).assert();
        }
    });
}

/// A text of many levels.
fn nested(open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(DEEP - 2), close.repeat(DEEP - 2))
}

#[test]
fn deep_arguments_of_recursive_types() {
    let cases = [
        ("HoldsNode", "node", nested(r#"{"value":1,"next":"#, r#"{"value":1}"#, "}")),
        ("HoldsNode", "node", nested(r#"{"value":1,"next":"#, "7", "}")),
        ("HoldsJson", "json", nested("[", "1", "]")),
        ("HoldsJson", "json", nested(r#"{"a":"#, "null", "}")),
        ("HoldsFilter", "filter", nested(r#"{"op":"not","filter":"#, r#"{"op":"and","all":[]}"#, "}")),
        ("HoldsFilter", "filter", nested(r#"{"op":"not","filter":"#, r#"{"op":"or"}"#, "}")),
        ("HoldsChoice", "choice", nested("[", "1", "]")),
        ("HoldsChoice", "choice", nested(r#"{"name":"a","inner":"#, "[]", "}")),
        ("HoldsChoice", "choice", nested(r#"{"name":"a","inner":"#, "true", "}")),
        ("HoldsDictionary", "dictionary", nested(r#"{"entries":{"a":"#, "{}", "}}")),
        ("AnyValue", "value", nested("[", "{}", "]")),
    ];
    let shapes = shapes::all();
    on_threads(|| {
        for (name, field, value) in &cases {
            let tool = shapes.iter().find(|shape| shape.name == *name).unwrap().tool().unwrap();
            let context = ToolContext::default();
            let text = format!(r#"{{"{field}":{value}}}"#);
            let (problems, time) = {
                let started = std::time::Instant::now();
                let outcome = tool.prepare(&text, &context).map(drop);
                (outcome.err().map_or(0, |errors| errors.problems().len()), started.elapsed())
            };
            assert!(problems < 200, "{name}: {problems}");
            assert!(time.as_secs() < 20, "{name}: {time:?}");
        }
    });
}

#[test]
fn rules_that_meet_again_are_judged_once() {
    let twice = json!({ "properties": { "a": { "allOf": [
        { "$ref": "#/$defs/one" }, { "$ref": "#/$defs/two" }, { "$ref": "#/$defs/one" },
    ] } } });
    let schema = json!({
        "type": "object",
        "allOf": [{ "$ref": "#/$defs/one" }, { "$ref": "#/$defs/two" }],
        "$defs": { "one": twice, "two": { "$ref": "#/$defs/three" }, "three": {
            "properties": { "a": { "anyOf": [
                { "$ref": "#/$defs/one", "type": "object" }, { "$ref": "#/$defs/three", "type": "string" },
            ] } },
        } },
    });
    on_threads(|| {
        let tool = define(schema.clone()).unwrap();
        let context = ToolContext::default();
        let deep = |inside| format!(r#"{{"a":{}}}"#, nested(r#"{"a":"#, inside, "}"));
        for (inside, accepted) in [("7", false), (r#""text""#, true), ("{}", true)] {
            assert_eq!(tool.prepare(&deep(inside), &context).is_ok(), accepted, "{inside}");
        }
        // What both rules say is one fault.
        let both = json!({ "type": "object", "allOf": [
            { "properties": { "n": { "allOf": [{ "$ref": "#/$defs/n" }, { "$ref": "#/$defs/n" }] } } },
        ], "$defs": { "n": { "type": "integer" } } });
        let errors = define(both).unwrap().prepare(r#"{"n":"x"}"#, &context).map(drop).unwrap_err();
        assert_eq!(errors.problems().len(), 1, "{errors}");
    });
}

#[test]
fn unions_of_themselves_are_judged_in_time() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/tree" } },
        "$defs": { "tree": { "anyOf": [
            { "type": "array", "items": { "$ref": "#/$defs/tree" }, "minItems": 1 },
            { "type": "array", "prefixItems": [{ "$ref": "#/$defs/tree" }], "minItems": 1 },
            { "type": "object", "additionalProperties": { "$ref": "#/$defs/tree" } },
            { "const": 1 },
        ] } },
    });
    on_threads(|| {
        let tool = define(schema.clone()).unwrap();
        let context = ToolContext::default();
        for (inside, accepted) in [("1", true), ("2", false)] {
            let text = format!(r#"{{"a":{}}}"#, nested("[", inside, "]"));
            assert_eq!(tool.prepare(&text, &context).is_ok(), accepted, "{inside}");
        }
    });
}

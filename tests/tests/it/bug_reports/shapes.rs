//! Unions, enums, any-values, tuples, and where serde and schemars speak of different things.

use jarvis_tools::prelude::*;
use jarvis_tools_tests::calls::{call, define, gives, refuses, says, schema, typed, wait};
use serde_json::{Value, json};

#[test]
fn b072_a_union_is_no_tool_and_fine_as_a_parameter() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "op", rename_all = "lowercase")]
    enum Op {
        Read { path: String },
        Write { path: String, text: String },
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        op: Op,
    }

    let error = define::<Op>().expect_err("it is refused").to_string();
    assert!(error.contains("'echo'") && error.contains("field of a struct"), "{error}");
    let valid = json!({ "op": { "op": "write", "path": "a", "text": "b" } });
    gives(typed::<Args>(), &valid.to_string(), valid);
}

#[test]
fn b073_a_documented_enum_is_one_list_of_values() {
    /// The unit.
    #[derive(Serialize, Deserialize, JsonSchema)]
    enum Unit {
        /// metric
        C,
        F,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        unit: Unit,
    }

    // schemars puts the variants without docs first.
    assert_eq!(
        schema::<Args>()["properties"]["unit"],
        json!({ "type": "string", "enum": ["F", "C"], "description": "The unit.\n- C: metric" })
    );
    refuses(typed::<Args>(), r#"{"unit":"K"}"#, &[r#"type_mismatch unit: one of "F", "C", got string"#]);
}

#[test]
fn b075_paths_go_on_inside_of_tagged_enums() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "op", rename_all = "lowercase")]
    enum Op {
        Read { limit: u32 },
        Stop,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "kind", content = "with", rename_all = "lowercase")]
    enum Adjacent {
        Move { by: i32 },
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum External {
        Turn { by: i32 },
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        ops: Vec<Op>,
        adjacent: Option<Adjacent>,
        external: Option<External>,
    }

    refuses(
        typed::<Args>(),
        r#"{"ops":[{"op":"stop"},{"op":"read","limit":"x"}],
            "adjacent":{"kind":"move","with":{"by":"x"}},"external":{"turn":{"by":"x"}}}"#,
        &[
            "type_mismatch ops[1].limit: integer, got string",
            "type_mismatch adjacent.with.by: integer, got string",
            "type_mismatch external.turn.by: integer, got string",
        ],
    );
    refuses(
        typed::<Args>(),
        r#"{"ops":[{"op":"write"}]}"#,
        &[r#"type_mismatch ops[0].op: one of "read", "stop", got string"#],
    );
}

#[test]
fn b076_an_untagged_enum_says_what_kept_it_from_each_form() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Either {
        A { a: u32 },
        B { b: String },
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Shape {
        Circle { x: i32, radius: u32 },
        Square { x: i32, side: u32 },
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        u: Either,
        shape: Option<Shape>,
    }

    // A key that only one form requires says which one was meant.
    let result = refuses(typed::<Args>(), r#"{"u":{"a":"x"}}"#, &["type_mismatch u.a: integer, got string"]);
    assert!(result.metadata["problems"][0].get("alternatives").is_none(), "{}", result.content);
    refuses(
        typed::<Args>(),
        r#"{"u":{"c":1}}"#,
        &["type_mismatch u: an object with one of the keys a, b, got object"],
    );
    gives(typed::<Args>(), r#"{"u":{"b":"x"}}"#, json!({ "u": { "b": "x" }, "shape": null }));
    // Both at once name none.
    says(
        typed::<Args>(),
        r#"{"u":{"a":1},"shape":{"x":1,"radius":-1,"side":"y"}}"#,
        "Invalid arguments for tool 'echo': parameter 'shape.radius' must be at least 0, got -1 \
         (in another form: parameter 'shape.side' has wrong type: expected integer, got string \"y\")",
    );
}

#[test]
fn b078_a_decoder_that_makes_an_optional_required_is_refused() {
    fn number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
        Option::deserialize(deserializer)
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Drifting {
        #[serde(deserialize_with = "number")]
        n: Option<u32>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Agreeing {
        #[serde(default, deserialize_with = "number")]
        n: Option<u32>,
    }

    // With `ToolArgs` by the compiler, without it when the tool is defined.
    let error = define::<Drifting>().expect_err("it is refused").to_string();
    assert!(error.contains("'n'") || error.contains("/n"), "{error}");
    gives(typed::<Agreeing>(), "{}", json!({ "n": null }));
}

#[test]
fn b081_the_schema_is_the_one_for_reading() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        #[serde(rename(serialize = "a", deserialize = "b"))]
        x: u8,
    }

    let schema = schema::<Args>();
    assert_eq!(schema["required"], json!(["b"]));
    assert!(schema["properties"].get("a").is_none(), "{schema}");
    gives(typed::<Args>(), r#"{"b":1}"#, json!({ "a": 1 }));
    refuses(typed::<Args>(), r#"{"a":1}"#, &["missing_parameter b: integer among a"]);
}

#[test]
fn b085_only_an_object_is_a_tools_arguments() {
    /// Says it again.
    #[tool(inline)]
    fn again(
        /// What.
        text: String,
    ) -> String {
        text
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        x: u8,
    }

    for error in [
        define::<String>().err(),
        define::<Option<Args>>().err(),
        define::<()>().err(),
        define::<Vec<Args>>().err(),
        define::<Value>().err(),
    ] {
        let error = error.expect("it is refused").to_string();
        assert!(error.contains("must be a struct with named fields"), "{error}");
    }
    // A single inline argument is wrapped under its name.
    gives(tools![again], r#"{"text":"hi"}"#, json!("hi"));
}

/// Calls `check` for each value in the position of a schema.
fn each_schema(schema: &Value, check: &mut dyn FnMut(&Value)) {
    check(schema);
    let Value::Object(object) = schema else { return };
    for (keyword, value) in object {
        match (keyword.as_str(), value) {
            ("properties" | "$defs" | "patternProperties", Value::Object(parts)) => {
                for part in parts.values() {
                    each_schema(part, check);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(parts)) => {
                for part in parts {
                    each_schema(part, check);
                }
            }
            ("items" | "propertyNames" | "not" | "contains", part) => each_schema(part, check),
            ("additionalProperties", part) if *part != Value::Bool(false) => each_schema(part, check),
            _ => {}
        }
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Anything {
    v: Value,
    o: Option<Value>,
    l: Vec<Value>,
    m: std::collections::BTreeMap<String, Value>,
    /// Any settings.
    documented: Value,
}

#[test]
fn b086_no_schema_is_a_boolean() {
    let schema = schema::<Anything>();
    let mut seen = 0;
    each_schema(&schema, &mut |part| {
        seen += 1;
        assert!(part.is_object(), "{part} in {schema}");
    });
    assert_eq!(seen, 8, "{schema}");
    let properties = &schema["properties"];
    assert_eq!((&properties["v"], &properties["o"]), (&json!({}), &json!({})));
    assert_eq!(properties["l"], json!({ "type": "array", "items": {} }));
    // Null is a value like any other there, also where it may be left out.
    let sent = json!({ "v": null, "o": null, "l": [null, 1], "m": { "k": null }, "documented": {} });
    gives(typed::<Anything>(), &sent.to_string(), sent);
}

#[test]
fn b087_an_any_value_has_no_type() {
    // Not an explicit list of types, which few readers take; a provider's own form is its dialect's business.
    assert_eq!(schema::<Anything>()["properties"]["documented"], json!({ "description": "Any settings." }));
    for value in ["1", "\"x\"", "[true]", "{\"a\":{}}"] {
        let arguments = format!(r#"{{"v":1,"l":[],"m":{{}},"documented":{value}}}"#);
        assert!(wait(call(typed::<Anything>(), &arguments)).success, "{value}");
    }
}

#[test]
fn b088_tuples_have_items() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Args {
        at: (u8, u8),
        entry: (String, u8),
    }

    let byte = json!({ "type": "integer", "minimum": 0, "maximum": 255 });
    let properties = schema::<Args>()["properties"].clone();
    assert_eq!(properties["at"], json!({ "type": "array", "items": byte, "minItems": 2, "maxItems": 2 }));
    // Mixed ones are kept; a provider that doesn't take them refuses them when they are rendered.
    assert_eq!(
        properties["entry"],
        json!({ "type": "array", "prefixItems": [{ "type": "string" }, byte], "minItems": 2, "maxItems": 2 })
    );
    let valid = json!({ "at": [1, 2], "entry": ["a", 1] });
    gives(typed::<Args>(), &valid.to_string(), valid);
    refuses(
        typed::<Args>(),
        r#"{"at":[1],"entry":["a","b"]}"#,
        &[
            "out_of_range at: a list of at least 2 items, got 1",
            "type_mismatch entry[1]: integer, got string",
        ],
    );
}

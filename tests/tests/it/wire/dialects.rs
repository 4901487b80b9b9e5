//! The tools of all argument types in every dialect: rendered as the provider takes it, or refused with the reason;
//! and what a model sends that goes by the rendered schema decodes.

use std::collections::BTreeMap;

use jarvis_tools::prelude::*;
use jarvis_tools::wire::{Rendered, anthropic, gemini, mcp, ollama, openai};
use jarvis_tools::{ToolContext, WireError};
use jarvis_tools_tests::shapes;
use serde_json::{Value, json};

use super::subset::{ANTHROPIC_STRICT, GEMINI, OPENAI_STRICT, Subset};
use crate::wire::instances;

/// How one provider's definitions are made and looked into.
struct Dialect {
    name: &'static str,
    strict: bool,
    render: fn(&ToolSpec) -> Result<Rendered, WireError>,
    schema: fn(&Value) -> Value,
    subset: Option<&'static Subset>,
}

const DIALECTS: [Dialect; 8] = [
    Dialect {
        name: "openai",
        strict: false,
        render: |spec| openai::tools([spec]),
        schema: |tool| tool["function"]["parameters"].clone(),
        subset: None,
    },
    Dialect {
        name: "openai, strict",
        strict: true,
        render: |spec| openai::tools([spec]),
        schema: |tool| tool["function"]["parameters"].clone(),
        subset: Some(&OPENAI_STRICT),
    },
    Dialect {
        name: "responses, strict",
        strict: true,
        render: |spec| openai::responses::tools([spec]),
        schema: |tool| tool["parameters"].clone(),
        subset: Some(&OPENAI_STRICT),
    },
    Dialect {
        name: "anthropic",
        strict: false,
        render: |spec| anthropic::tools([spec]),
        schema: |tool| tool["input_schema"].clone(),
        subset: None,
    },
    Dialect {
        name: "anthropic, strict",
        strict: true,
        render: |spec| anthropic::tools([spec]),
        schema: |tool| tool["input_schema"].clone(),
        subset: Some(&ANTHROPIC_STRICT),
    },
    Dialect {
        name: "gemini",
        strict: false,
        render: |spec| gemini::tools([spec]),
        schema: |tool| {
            let declaration = &tool["functionDeclarations"][0];
            declaration
                .get("parameters")
                .cloned()
                .unwrap_or_else(|| json!({ "type": "OBJECT", "properties": {} }))
        },
        subset: Some(&GEMINI),
    },
    Dialect {
        name: "ollama",
        strict: false,
        render: |spec| ollama::tools([spec]),
        schema: |tool| tool["function"]["parameters"].clone(),
        subset: None,
    },
    Dialect {
        name: "mcp",
        strict: false,
        render: |spec| mcp::tools([spec]),
        schema: |tool| tool["inputSchema"].clone(),
        subset: None,
    },
];

/// Words of which each refusal has some.
const REASONS: [&str; 18] = [
    "begin with the same key",
    "items have no type",
    "a property's name has",
    "keys of any name",
    "any type",
    "prefixItems",
    "levels of objects",
    "themselves can't be a union",
    "union or reference as the parameters",
    "refers to itself",
    "no recursion",
    "takes one type",
    "take one type",
    "without properties of known names",
    "beside a union",
    "can't express",
    "no lists or objects as the values",
    "is no object;",
];

#[test]
fn each_argument_type_is_rendered_or_refused_with_the_reason() {
    let mut rendered: BTreeMap<&str, usize> = BTreeMap::new();
    for shape in shapes::all() {
        let tool = shape.tool().unwrap();
        for dialect in &DIALECTS {
            let spec = tool.spec().clone().strict(dialect.strict);
            match (dialect.render)(&spec) {
                Ok(definitions) => {
                    let schema = (dialect.schema)(&definitions.tools[0]);
                    *rendered.entry(dialect.name).or_default() += 1;
                    let found = dialect.subset.and_then(|subset| subset.against(&schema, ""));
                    assert_eq!(found, None, "{} of {}: {schema}", shape.name, dialect.name);
                }
                Err(error) => {
                    assert_eq!(error.tool_name(), Some(shape.name));
                    let words = error.to_string();
                    assert!(REASONS.iter().any(|reason| words.contains(reason)), "{}: {words}", dialect.name);
                }
            }
        }
    }
    let all = shapes::all().len();
    assert_eq!(rendered["mcp"], all);
    for (dialect, least) in [("openai", 9), ("openai, strict", 5), ("anthropic, strict", 5), ("gemini", 5)] {
        assert!(rendered[dialect] * 10 >= all * least, "{dialect} renders {} of {all}", rendered[dialect]);
    }
}

#[test]
fn what_goes_by_a_rendered_schema_decodes() {
    let context = ToolContext::new("c", "t");
    let mut decoded = 0;
    for shape in shapes::all() {
        let tool = shape.tool().unwrap();
        for dialect in DIALECTS.iter().filter(|dialect| dialect.name != "mcp" && dialect.name != "ollama") {
            let spec = tool.spec().clone().strict(dialect.strict);
            let Ok(definitions) = (dialect.render)(&spec) else { continue };
            let schema = instances::json_schema(&(dialect.schema)(&definitions.tools[0]));
            for arguments in instances::of(&schema, 12) {
                let Err(errors) = tool.prepare(&arguments.to_string(), &context) else {
                    decoded += 1;
                    continue;
                };
                // What the dialect can't say is still checked, and may decide which form a value has.
                for problem in errors.problems() {
                    let is_lost = !definitions.losses.is_empty()
                        || matches!(problem.kind.name(), "out_of_range" | "custom" | "not_allowed");
                    assert!(is_lost, "{} of {}: {arguments}: {problem}\n{schema}", shape.name, dialect.name);
                }
            }
        }
    }
    assert!(decoded > 5_000, "only {decoded} decoded");
}

//! Arbitrary schemas and arbitrary instances.
//!
//! Bytes that start with `{` or `[` are text: a schema, a line break, and arguments. All others are what a
//! schema and arguments are made up from.

use arbitrary::Unstructured;
use jarvis_tools::prelude::*;
use jarvis_tools::testing::arbitrary_arguments;
use jarvis_tools::{Definition, SchemaTool, ToolContext, ToolSpec};
use serde_json::{Value, json};

use crate::{are_bounded, generate, text_of};

/// Defines a tool and calls it, if it can be defined.
///
/// # Panics
///
/// If something doesn't hold.
pub fn check(data: &[u8]) {
    if let Some(b'{' | b'[') = data.first() {
        let text = text_of(data);
        let (schema, arguments) = text.split_once('\n').unwrap_or((text, ""));
        let Ok(schema) = serde_json::from_str(schema) else { return };
        try_all(&schema, &[arguments.to_owned()]);
        return;
    }
    let mut bytes = Unstructured::new(data);
    let Ok((schema, arguments)) = generate::case(&mut bytes) else { return };
    try_all(&schema, &arguments);
}

fn try_all(schema: &Value, arguments: &[String]) {
    holds_on_both_roads(schema, arguments);
    let mut arguments = arguments.to_vec();
    let mut is_defined = None;
    for (deny, repair) in [(false, false), (false, true), (true, true)] {
        let spec = ToolSpec::new("fuzz", "Is fuzzed.", schema.clone()).deny_unknown(deny).repair(repair);
        let tool = SchemaTool::new(spec, |_: Value| async { Ok::<_, ToolError>(()) });
        if !deny {
            let before = *is_defined.get_or_insert(tool.is_ok());
            assert_eq!(before, tool.is_ok(), "mending changes nothing about the schema");
        }
        match tool {
            Ok(tool) => {
                if !deny && !repair {
                    let made_up = arbitrary_arguments(tool.spec(), 1);
                    arguments.push(made_up.to_string());
                }
                for arguments in &arguments {
                    call(&tool, arguments);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Checks that the same schema, said so that it can't be judged while the text is read, says the same.
fn holds_on_both_roads(schema: &Value, arguments: &[String]) {
    let Value::Object(mut root) = schema.clone() else { return };
    let all = root.entry("allOf").or_insert_with(|| json!([]));
    let Some(all) = all.as_array_mut() else { return };
    all.push(json!({}));
    let define = |schema: Value| Definition::from_schema(ToolSpec::new("fuzz", "Is fuzzed.", schema));
    let (Ok(direct), Ok(whole)) = (define(schema.clone()), define(root.into())) else { return };
    let context = ToolContext::new("fuzz", "fuzz");
    let decode = |definition: &Definition, arguments: &str| {
        definition.decode::<Value>(arguments, &context).map(|decoded| decoded.into_parts().0)
    };
    for arguments in arguments {
        assert_eq!(decode(&direct, arguments), decode(&whole, arguments), "{schema} {arguments}");
    }
}

fn call(tool: &SchemaTool, arguments: &str) {
    let context = ToolContext::new("fuzz", "fuzz");
    if let Err(errors) = tool.prepare(arguments, &context) {
        are_bounded(&errors);
    }
}

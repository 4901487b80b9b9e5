//! Rows 75 to 89: errors as texts and as JSON. Rows 79, 80 and 85 are about problems nested in problems,
//! which are a flat list here; row 88 is the executor's.

use jarvis_tools::prelude::*;
use jarvis_tools::{ArgumentError, ArgumentErrorKind, ArgumentErrors, FieldPath, ToolErrorKind};
use jarvis_tools_tests::calls::{call, refuses, wait};
use jarvis_tools_tests::echo;
use serde_json::json;

echo!(form(Form { name: String, email: String, age: u8 }));

fn missing(name: &str, available: &[&str]) -> ArgumentError {
    ArgumentError::new(
        FieldPath::root().key(name),
        ArgumentErrorKind::MissingParameter {
            expected: "string".to_owned(),
            available: available.iter().map(|&key| key.to_owned()).collect(),
            unlisted: 0,
            similar: None,
        },
    )
}

#[test]
fn r075_the_keys_that_were_sent_in_the_order_given() {
    let text = missing("email", &["name", "age", "address"]).to_string();
    assert_eq!(text, "required parameter 'email' (type: string) is missing; keys sent: name, age, address");
}

#[test]
fn r076_to_078_one_problem_is_a_line_and_several_are_a_list() {
    let one = ArgumentErrors::new("form", missing("name", &[]), None);
    assert_eq!(
        one.to_string(),
        "Invalid arguments for tool 'form': required parameter 'name' (type: string) is missing"
    );
    let several = ArgumentErrors::new("form", missing("a", &[]), [missing("b", &[]), missing("c", &[])]);
    assert_eq!(
        several.to_string(),
        "Invalid arguments for tool 'form' (3 problems):\n\
         \x20 - required parameter 'a' (type: string) is missing\n\
         \x20 - required parameter 'b' (type: string) is missing\n\
         \x20 - required parameter 'c' (type: string) is missing"
    );
}

#[test]
fn r081_r082_a_missing_parameter_as_json() {
    let problem = json!(missing("email", &["name", "age"]));
    assert_eq!(
        problem,
        json!({
            "kind": "missing_parameter",
            "path": "email",
            "expected": "string",
            "received": null,
            "message": "required parameter 'email' (type: string) is missing; keys sent: name, age",
            "available": ["name", "age"],
        })
    );
    assert!(json!(missing("email", &[])).get("available").is_none());
}

#[test]
fn r083_a_null_as_json() {
    let result = refuses(
        tools![form],
        r#"{"name":null,"email":"e","age":1}"#,
        &["null_parameter name: string, got null"],
    );
    let problem = &result.metadata["problems"][0];
    assert_eq!((&problem["expected"], &problem["received"]), (&json!("string"), &json!("null")));
}

#[test]
fn r084_arguments_that_are_a_list_as_json() {
    let result = wait(call(tools![form], "[]"));
    let problem = &result.metadata["problems"][1];
    assert_eq!(problem["kind"], "invalid_nesting");
    assert_eq!(problem["path"], "email");
    assert_eq!((&problem["expected"], &problem["received"]), (&json!("object"), &json!("array")));
    assert_eq!(problem["parent"], "root");
}

#[test]
fn r086_an_unknown_tool_has_no_problems_with_arguments() {
    let executor = ToolExecutor::new(tools![form]).expect("a tool");
    let result = wait(executor.execute(&ToolCall::new("c1", "from", "{}")));
    assert_eq!(result.error, Some(ToolErrorKind::UnknownTool));
    assert!(!result.metadata.contains_key("problems"));
    assert_eq!(result.content, "Unknown tool 'from' (did you mean 'form'?); available: form");
}

#[test]
fn r087_what_was_thrown_is_for_the_host() {
    /// Breaks.
    #[tool(inline)]
    fn breaks() {
        panic!("the disk is on fire");
    }

    // The other library told the model the exception's text.
    let result = wait(call(tools![breaks], "{}"));
    assert_eq!(result.error, Some(ToolErrorKind::Panicked));
    assert_eq!(result.content, "the tool failed unexpectedly");
    assert!(result.metadata["panic"].as_str().is_some_and(|text| text.contains("the disk is on fire")));
}

#[test]
fn r089_what_is_worth_trying_again() {
    let retryable = |kind| ToolError::new(kind, "x").is_retryable();
    assert!(retryable(ToolErrorKind::TimedOut));
    for kind in [
        ToolErrorKind::UnknownTool,
        ToolErrorKind::InvalidArguments,
        ToolErrorKind::Denied,
        ToolErrorKind::Cancelled,
        ToolErrorKind::Failed,
        ToolErrorKind::Panicked,
        ToolErrorKind::Unserializable,
    ] {
        assert!(!retryable(kind), "{kind}");
    }
    // An error of input or output is no longer told by its type: the handler says so.
    assert!(ToolError::failed("connection reset").retryable().is_retryable());
}

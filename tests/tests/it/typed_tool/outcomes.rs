//! Rows 57 to 74: whole calls. Rows 72 and 73 are about a builder; here the compiler asks for one handler.

use jarvis_tools::prelude::*;
use jarvis_tools::wire;
use jarvis_tools_tests::calls::{call, gives, refuses, says, wait};
use serde_json::json;

/// Who is greeted.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct GreetArgs {
    /// The name.
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Greeting {
    greeting: String,
}

/// Greets somebody.
#[tool(inline)]
fn greet(args: GreetArgs) -> Greeting {
    Greeting { greeting: format!("Hello, {}!", args.name) }
}

/// Answers.
#[tool(inline, strict)]
fn ping() -> &'static str {
    "pong"
}

/// What to order.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[allow(dead_code)]
struct OrderArgs {
    /// What.
    item: String,
    /// How many.
    quantity: f64,
    /// Where to.
    location: String,
}

/// Orders something.
#[tool(inline)]
fn order(_args: OrderArgs) {}

/// What to add.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct AddArgs {
    /// One number.
    a: i32,
    /// Another.
    b: i32,
}

#[derive(Serialize, JsonSchema)]
struct Sum {
    result: i32,
}

/// Adds.
#[tool(inline)]
fn add(args: AddArgs) -> Option<Sum> {
    Some(Sum { result: args.a.checked_add(args.b)? })
}

/// What to divide by.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct DivideArgs {
    /// The divisor.
    value: i32,
}

/// Divides 100.
#[tool(inline)]
fn divide(args: DivideArgs) -> Result<i32, &'static str> {
    100_i32.checked_div(args.value).ok_or("Cannot divide by zero")
}

/// What to say.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct SayArgs {
    /// The text.
    text: String,
}

/// Says it.
#[tool(inline)]
fn say(args: SayArgs) -> String {
    args.text
}

/// What to take out.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[allow(dead_code)]
struct RemoveArgs {
    /// The item.
    item: String,
}

#[derive(Serialize, JsonSchema)]
struct Removed {
    success: bool,
    message: String,
}

/// Takes something out of the basket.
#[tool(inline)]
fn remove(_args: RemoveArgs) -> Removed {
    Removed { success: false, message: "it is not in the basket".to_owned() }
}

#[test]
fn r057_a_call() {
    gives(tools![greet], r#"{"name":"World"}"#, json!({ "greeting": "Hello, World!" }));
}

#[test]
fn r058_null_arguments_lack_what_is_required() {
    // The other library had an error of its own for null; here it means `{}`.
    refuses(tools![greet], "null", &["missing_parameter name: string"]);
}

#[test]
fn r059_r060_nothing_is_needed_and_nothing_sent() {
    for arguments in ["{}", "null", "", " \n"] {
        gives(tools![ping], arguments, json!("pong"));
    }
}

#[test]
fn r061_no_parameters_in_a_strict_definition() {
    let tools = tools![ping];
    let definitions = wire::openai::tools([tools[0].spec()]).expect("it can be rendered").tools;
    let function = &definitions[0]["function"];
    assert_eq!(function["strict"], true);
    assert_eq!(function["parameters"]["properties"], json!({}));
    assert_eq!(function["parameters"]["required"], json!([]));
}

#[test]
fn r062_to_064_the_texts_name_everything_that_is_wrong() {
    // The other library's handler met only the first problem.
    says(
        tools![order],
        r#"{"item":"Apple"}"#,
        "Invalid arguments for tool 'order' (2 problems):\n\
         \x20 - required parameter 'quantity' (type: number) is missing; keys sent: item\n\
         \x20 - required parameter 'location' (type: string) is missing; keys sent: item",
    );
    says(
        tools![order],
        r#"{"item":"Apple","quantity":null,"location":"x"}"#,
        "Invalid arguments for tool 'order': parameter 'quantity' must not be null: expected number",
    );
    says(
        tools![order],
        r#"{"item":"Apple","quantity":"five","location":"x"}"#,
        "Invalid arguments for tool 'order': parameter 'quantity' has wrong type: \
         expected number, got string \"five\"",
    );
}

#[test]
fn r065_to_067_adding() {
    let result = refuses(tools![add], r#"{"a":"x","b":3}"#, &["type_mismatch a: integer, got string"]);
    assert!(result.content.contains("wrong type"), "{}", result.content);
    let result = refuses(tools![add], r#"{"a":5}"#, &["missing_parameter b: integer among a"]);
    assert!(result.content.contains("missing"), "{}", result.content);
    gives(tools![add], r#"{"a":5,"b":3}"#, json!({ "result": 8 }));
}

#[test]
fn r068_a_handler_that_refuses() {
    says(tools![divide], r#"{"value":0}"#, "Cannot divide by zero");
    gives(tools![divide], r#"{"value":4}"#, json!(25));
}

#[test]
fn r069_the_handler_is_not_reached_without_what_it_needs() {
    let result = refuses(tools![divide], "{}", &["missing_parameter value: integer"]);
    assert_eq!(result.error, Some(jarvis_tools::ToolErrorKind::InvalidArguments));
}

#[test]
fn r070_an_empty_text_is_not_sent_empty() {
    let result = wait(call(tools![say], r#"{"text":" "}"#));
    assert_eq!((result.success, result.content.as_str()), (true, "(empty)"));
}

#[test]
fn r071_a_text_is_sent_as_it_is() {
    // The other library wrapped it in JSON; here the text is the content, and only the envelope escapes it.
    let text = "a \"quote\", a\nbreak, a \\ and a\ttab";
    let result = wait(call(tools![say], &json!({ "text": text }).to_string()));
    assert_eq!(result.content, text);
    let messages = wire::openai::results(&[result]);
    assert_eq!(messages[0]["content"], text);
}

#[test]
fn r074_a_refusal_that_the_tool_speaks_of_itself_is_a_success() {
    let refusal = json!({ "success": false, "message": "it is not in the basket" });
    gives(tools![remove], r#"{"item":"Pear"}"#, refusal);
}

//! Tools of jarvis-tools in an agent of rig: rig asks the model, our executor runs what it calls.
//!
//! `cargo run` in this folder needs no network and no key: the model goes by a script.

use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools::wire::openai;
use rig_agent::agent::AgentBuilder;
use rig_core::message::ToolName;
use rig_core::test_utils::{MockCompletionModel, MockTurn};
use rig_core::tool::{DynamicTool, ToolExecutionError, ToolOutput};
use serde_json::{Value, json};

/// Where to look up the weather.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct WeatherArgs {
    /// City name.
    city: String,
    /// Days ahead.
    #[schemars(range(min = 1, max = 14))]
    days: Option<u8>,
}

#[derive(Serialize, JsonSchema)]
struct Forecast {
    city: String,
    days: u8,
    celsius: i8,
}

/// Gets a forecast.
#[tool(timeout = "5s")]
async fn get_weather(args: WeatherArgs) -> Result<Forecast, String> {
    match args.city.as_str() {
        "Oslo" => Ok(Forecast { city: args.city, days: args.days.unwrap_or(1), celsius: -3 }),
        other => Err(format!("no weather station in {other}")),
    }
}

/// Adds two numbers.
#[tool(inline, read_only)]
fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> i64 {
    a + b
}

/// The tools of an executor as rig's. The definitions are those that are sent to OpenAI, so that what a provider
/// would refuse is an error here; the executor checks the arguments and runs the call.
fn rig_tools(executor: &Arc<ToolExecutor>) -> Result<Vec<DynamicTool>, Box<dyn std::error::Error>> {
    let rendered = openai::tools(executor.available_tools())?;
    rendered.tools.iter().map(|tool| rig_tool(executor, &tool["function"])).collect()
}

fn rig_tool(
    executor: &Arc<ToolExecutor>,
    function: &Value,
) -> Result<DynamicTool, Box<dyn std::error::Error>> {
    let [name, description] =
        ["name", "description"].map(|key| function[key].as_str().unwrap_or_default().to_owned());
    let executor = Arc::clone(executor);
    let own_name = name.clone();
    let run = move |arguments: Value| -> rig_core::wasm_compat::WasmBoxedFuture<'static, _> {
        let call = ToolCall::new("rig", own_name.clone(), arguments.to_string());
        let executor = Arc::clone(&executor);
        Box::pin(async move { rig_result(executor.execute(&call).await) })
    };
    Ok(DynamicTool::new(ToolName::new(name)?, description, function["parameters"].clone(), run))
}

/// A result as rig's: the model reads the same text, in a failure too.
fn rig_result(result: jarvis_tools::ToolResult) -> Result<ToolOutput, ToolExecutionError> {
    use jarvis_tools::ToolErrorKind::{Cancelled, Denied, InvalidArguments, TimedOut, UnknownTool};
    let content = result.content;
    let error = match result.error {
        None => return Ok(ToolOutput::text(content)),
        Some(InvalidArguments) => ToolExecutionError::invalid_args(content.as_str()),
        Some(TimedOut) => ToolExecutionError::timeout(content.as_str()),
        Some(Cancelled) => ToolExecutionError::cancelled(content.as_str()),
        Some(Denied) => ToolExecutionError::refused(content.as_str()),
        Some(UnknownTool) => ToolExecutionError::not_found(content.as_str()),
        Some(_) => ToolExecutionError::other(content.as_str()),
    };
    Err(error.with_model_feedback(content))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let executor = Arc::new(ToolExecutor::new(tools![get_weather, add])?);
    let model = MockCompletionModel::from_turns([
        MockTurn::tool_call("c1", "get_weather", json!({ "city": "Oslo", "days": 2 })),
        MockTurn::tool_call("c2", "get_weather", json!({ "citty": "Oslo", "days": "3" })),
        MockTurn::tool_call("c3", "add", json!({ "a": 40.0, "b": 2 })),
        MockTurn::text("It will be cold, and the sum is 42."),
    ]);
    let agent =
        AgentBuilder::new(model.clone()).dynamic_tools(rig_tools(&executor)?).default_max_turns(8).build();
    let answer = agent.prompt("How will the weather be in Oslo, and what is 40 + 2?").await?;
    println!("{}", answer.output());

    // What the model was shown.
    let requests = model.requests();
    let definitions = &requests[0].tools;
    assert_eq!(definitions.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["get_weather", "add"]);
    assert_eq!(definitions[0].description, "Gets a forecast.");
    assert_eq!(definitions[0].parameters["properties"]["days"]["maximum"], 14);
    let seen = serde_json::to_string(&requests.last().ok_or("there was no request")?.chat_history)?;
    for text in [
        r#"{\"city\":\"Oslo\",\"days\":2,\"celsius\":-3}"#,
        "Invalid arguments for tool 'get_weather' (2 problems)",
        "did you mean 'city' for 'citty'?",
        "expected integer, got string",
        "42",
    ] {
        assert!(seen.contains(text), "the model didn't read {text}: {seen}");
    }
    assert_eq!(answer.output(), "It will be cold, and the sum is 42.");
    println!("rig's agent ran our tools");
    Ok(())
}

//! A few tools, a provider's response with several calls in one turn, and what the model reads back.
//!
//! `cargo run --example quickstart` needs no network and no key.

use jarvis_tools::prelude::*;
use jarvis_tools::wire::openai;
use serde_json::json;

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
#[tool(category = "weather", timeout = "5s")]
async fn get_weather(args: WeatherArgs) -> Result<Forecast, String> {
    match args.city.as_str() {
        "Oslo" => Ok(Forecast { city: args.city, days: args.days.unwrap_or(1), celsius: -3 }),
        other => Err(format!("no weather station in {other}")),
    }
}

/// Converts a temperature.
#[tool(inline, read_only)]
fn convert(
    /// Degrees to convert.
    degrees: f64,
    /// The unit that they are in.
    #[arg(default = Unit::Celsius)]
    unit: Unit,
) -> String {
    match unit {
        Unit::Celsius => format!("{:.1} °F", degrees * 1.8 + 32.0),
        Unit::Fahrenheit => format!("{:.1} °C", (degrees - 32.0) / 1.8),
    }
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Fahrenheit,
}

/// Lists the cities with a weather station.
#[tool]
fn list_cities() -> Vec<&'static str> {
    vec!["Oslo"]
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let executor = ToolExecutor::new(tools![get_weather, convert, list_cities])?;
    let mut events = executor.bus().subscribe();

    println!("What the model is offered:");
    for definition in openai::tools(executor.available_tools())?.tools {
        println!("  {definition}");
    }

    println!("\nWhat it calls, and what it reads back:");
    let calls = openai::calls(&response())?;
    let results = executor.execute_all(&calls).await;
    for (call, result) in calls.iter().zip(&results) {
        println!("\n  {}({})", call.name, call.arguments);
        for line in result.content.lines() {
            println!("    {line}");
        }
    }

    println!("\nWhat goes into the next request:");
    for message in openai::results(&results) {
        println!("  {message}");
    }

    println!("\nWhat happened:");
    while let Some(event) = events.try_recv() {
        println!("  {}", serde_json::to_string(&*event)?);
    }
    Ok(())
}

/// A Chat Completions response as a provider sends it: several calls in one turn, some of them broken.
fn response() -> serde_json::Value {
    let call = |id: &str, name: &str, arguments: &str| json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
    json!({ "choices": [{ "finish_reason": "tool_calls", "message": { "role": "assistant", "tool_calls": [
        call("call_1", "get_weather", r#"{"city":"Oslo","days":3}"#),
        call("call_2", "get_weather", r#"{"citty":"Oslo","days":"3"}"#),
        call("call_3", "convert", r#"{"degrees":-3,"unit":"kelvin"}"#),
        call("call_4", "convert", r#"{"degrees":-3"#),
        call("call_5", "list_cites", "{}"),
        call("call_6", "list_cities", ""),
        call("call_7", "get_weather", r#"{"city":"Atlantis"}"#),
    ] } }] })
}

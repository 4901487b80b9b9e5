//! The README's example: `cargo run --example weather`.

use jarvis_tools::prelude::*;

/// Where to look up the weather.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct WeatherArgs {
    /// City name.
    city: String,
    /// Days ahead.
    #[schemars(range(min = 1, max = 14))]
    days: Option<u8>,
}

/// Gets a forecast.
#[tool(category = "weather", timeout = "5s")]
async fn get_weather(args: WeatherArgs) -> Result<String, ToolError> {
    match args.city.as_str() {
        "Oslo" => Ok(format!("Snow for {} days.", args.days.unwrap_or(1))),
        other => Err(ToolError::failed(format!("no weather station in {other}"))),
    }
}

#[tokio::main]
async fn main() -> Result<(), DefinitionError> {
    let executor = ToolExecutor::new(tools![get_weather])?;

    for arguments in [
        r#"{"city":"Oslo","days":3}"#,
        r#"{"citty":"Oslo","days":"3"}"#,
        r#"{"city":"Oslo","days":200}"#,
        r#"{"city":"Oslo"#,
        r#"{"city":"Atlantis"}"#,
    ] {
        let call = ToolCall::new("call_1", "get_weather", arguments);
        println!("{}", executor.execute(&call).await.content);
    }
    Ok(())
}

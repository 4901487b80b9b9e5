//! Tools of all kinds in a crate of the edition 2021.

use jarvis_tools::prelude::*;

/// Where to look.
#[derive(Deserialize, JsonSchema, ToolArgs)]
pub struct Place {
    /// City name.
    pub city: String,
}

/// Gets a forecast.
///
/// # Errors
///
/// None.
#[tool(timeout = "5s")]
pub async fn forecast(place: Place, context: &ToolContext) -> Result<String, String> {
    std::future::ready(()).await;
    Ok(format!("{} {}", context.call_id(), place.city))
}

/// Adds two numbers.
#[tool]
pub fn add(
    /// First number.
    a: f64,
    /// Second number.
    #[arg(default = 1.0)]
    b: f64,
) -> f64 {
    a + b
}

/// Greets.
pub struct Greeter;

#[toolset]
impl Greeter {
    /// Greets somebody.
    #[tool(inline)]
    pub fn greet(
        &self,
        /// Whom.
        #[arg(default = "you")]
        who: String,
    ) -> String {
        format!("Hello, {who}!")
    }
}

#[test]
fn they_are_defined() {
    let tools = tools![forecast, add].into_iter().chain(Greeter.tools());
    let executor = ToolExecutor::new(tools).unwrap();
    assert_eq!(executor.registry().len(), 3);
}

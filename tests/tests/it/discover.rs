//! Tools that are found by themselves.

use jarvis_tools::prelude::*;

/// Says the time.
#[tool(register)]
fn tell_time(
    /// Where.
    #[arg(default = "UTC")]
    zone: String,
) -> String {
    format!("noon in {zone}")
}

mod nested {
    use jarvis_tools::prelude::*;

    /// Says the date.
    #[tool(register, name = "date")]
    async fn tell_date() -> &'static str {
        std::future::ready("today").await
    }

    /// Isn't there.
    #[cfg(any())]
    #[tool(register)]
    fn absent() {}
}

#[tokio::test]
async fn registered_tools_are_found_by_name() {
    let registry = ToolRegistry::discovered().unwrap();
    assert_eq!(registry.names().collect::<Vec<_>>(), ["date", "tell_time"]);
    let executor = ToolExecutor::new(registry.select(["tell_time"]).unwrap()).unwrap();
    let result = executor.execute(&ToolCall::new("call_1", "tell_time", "{}")).await;
    assert_eq!(result.content, "noon in UTC");
}

//! rig: a tool by itself, and the list of tools that its agent runs.

use rig_agent::tool::ToolSet;
use rig_core::tool::{ErasedTool, PortableTool, ToolContext, ToolExecutionError, ToolResult};

use crate::types::{Quote, Trip, quote};

struct PlanTrip;

impl PortableTool for PlanTrip {
    const NAME: &'static str = "plan_trip";
    type Args = Trip;
    type Output = Quote;
    type Error = ToolExecutionError;

    fn description(&self) -> String {
        "Says what a trip costs.".to_owned()
    }

    fn parameters(&self) -> serde_json::Value {
        schemars::schema_for!(Trip).to_value()
    }

    async fn call(&self, trip: Trip) -> Result<Quote, ToolExecutionError> {
        Ok(quote(trip))
    }
}

/// The output is kept as a value, and becomes text where a request is written.
fn text_of(result: &ToolResult) -> Option<String> {
    result.is_success().then(|| result.output().render())
}

pub(super) async fn tool(text: &str) -> Option<String> {
    let mut context = ToolContext::new();
    text_of(&ErasedTool::execute(&PlanTrip, text.to_owned(), &mut context).await)
}

pub(super) fn tool_set() -> impl AsyncFn(&str) -> Option<String> {
    let tools = ToolSet::from_tools(vec![PlanTrip]);
    async move |text: &str| {
        let mut context = ToolContext::new();
        text_of(&tools.execute("plan_trip", text, &mut context).await)
    }
}

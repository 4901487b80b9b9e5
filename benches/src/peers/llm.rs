//! llm-tool: a tool in a registry.

use llm_tool::{RustTool, ToolContext, ToolError, ToolOutput, ToolRegistry};

use crate::types::{Trip, quote};

struct PlanTrip;

impl RustTool for PlanTrip {
    type Params = Trip;
    const NAME: &'static str = "plan_trip";
    const DESCRIPTION: &'static str = "Says what a trip costs.";

    async fn call(&self, trip: Trip, _: &ToolContext) -> Result<ToolOutput, ToolError> {
        ToolOutput::json(&quote(trip))
    }
}

/// The call that takes text.
pub(super) fn dispatch_str() -> impl AsyncFn(&str) -> Option<String> {
    let (registry, context) = (ToolRegistry::new().with_tool(PlanTrip), ToolContext::new());
    async move |text: &str| {
        let output = registry.dispatch_str("plan_trip", text, &context).await;
        output.ok().map(ToolOutput::into_content)
    }
}

/// The call that takes a value, as in its README.
pub(super) fn dispatch() -> impl AsyncFn(&str) -> Option<String> {
    let (registry, context) = (ToolRegistry::new().with_tool(PlanTrip), ToolContext::new());
    async move |text: &str| {
        let output = registry.dispatch("plan_trip", serde_json::from_str(text).ok()?, &context).await;
        output.ok().map(ToolOutput::into_content)
    }
}

//! The built-in tools.

mod calculator;
mod files;
mod inference;
mod memory;
mod python;
mod thought;

use std::sync::Arc;

use jarvis_tools::ToolResult;
use jarvis_tools::prelude::*;
use serde_json::Value;

/// What an executor with these tools answers to one call.
async fn call(tools: Vec<Arc<dyn Tool>>, name: &str, arguments: Value) -> ToolResult {
    let executor = ToolExecutor::new(tools).unwrap();
    executor.execute(&ToolCall::new("call_1", name, arguments.to_string())).await
}

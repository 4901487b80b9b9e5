use jarvis_tools::{ToolContext, tool};

/// Names the call.
#[tool]
fn call_id(context: &ToolContext) -> &str {
    context.call_id()
}

fn main() {}

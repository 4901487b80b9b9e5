use jarvis_tools::{ToolContext, tool};

/// Names the call.
#[tool]
fn call_id(one: &ToolContext, other: &ToolContext) -> bool {
    one.call_id() == other.call_id()
}

/// Names the call.
#[tool]
fn mutable(_: &mut ToolContext) {}

fn main() {}

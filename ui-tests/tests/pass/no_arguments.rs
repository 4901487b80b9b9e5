use jarvis_tools::{ToolContext, tool, tools};

/// Answers with pong.
#[tool]
fn ping() -> &'static str {
    "pong"
}

/// Names the call.
#[tool]
async fn call_id(context: &ToolContext) -> String {
    context.call_id().to_owned()
}

/// Does nothing, on a thread of its own.
#[tool(blocking)]
async fn nothing() {}

/// Does nothing, on a thread of its own, as a plain function does anyway.
#[tool(blocking, inline = false)]
fn nothing_at_all(_: &ToolContext) {}

fn main() {
    assert_eq!(tools![ping, call_id, nothing, nothing_at_all,].len(), 4);
}

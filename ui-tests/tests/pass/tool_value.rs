// A tool can be named beside its function: in a value, and by type.
use jarvis_tools::{Tool, tool};

/// Answers with pong.
#[tool]
fn ping() -> &'static str {
    "pong"
}

fn main() {
    let tool: Box<dyn Tool> = Box::new(ping {});
    assert_eq!(tool.spec().name, "ping");
    assert_eq!(ping(), "pong");
}

use jarvis_tools::tool;

/// Answers with pong.
#[tool(register)]
fn ping() {}

fn main() {}

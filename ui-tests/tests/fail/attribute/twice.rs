use jarvis_tools::tool;

/// Answers with pong.
#[tool]
#[tool(strict)]
fn ping() {}

fn main() {}

use jarvis_tools::tool;

/// Answers with pong.
#[tool(nam = "x", timeout = "abc")]
fn ping() {}

fn main() {}

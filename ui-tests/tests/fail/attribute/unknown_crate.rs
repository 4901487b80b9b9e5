use jarvis_tools::tool;

/// Answers with pong.
#[tool(crate = ::elsewhere)]
fn ping() {}

fn main() {}

use jarvis_tools::tool;

/// Answers with pong.
#[tool(timeout = "5")]
fn number() {}

/// Answers with pong.
#[tool(timeout = "1h")]
fn unit() {}

/// Answers with pong.
#[tool(timeout)]
fn word() {}

fn main() {}

use jarvis_tools::tool;

/// Answers with pong.
#[tool(inline)]
async fn ping() {}

/// Answers with pong.
#[tool(inline, blocking)]
fn pong() {}

fn main() {}

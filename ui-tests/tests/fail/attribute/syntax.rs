use jarvis_tools::{tool, tools};

/// Answers with pong.
#[tool(name = , strict)]
fn ping() {}

/// Answers with pong.
#[tool(name: "pong")]
fn pong() {}

fn main() {
    let _ = tools![ping, pong];
}

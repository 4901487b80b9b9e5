use jarvis_tools::{tool, tools};

/// Answers with pong.
#[tool(nam = "pong")]
fn ping() {}

fn main() {
    ping();
    let _ = tools![ping, ping];
}

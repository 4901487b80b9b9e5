use jarvis_tools::{tool, tools};

/// Answers with pong.
#[tool]
fn ping() {}

fn main() {
    let _ = tools![ping, "pong", ping()];
}

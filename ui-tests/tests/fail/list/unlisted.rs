#![deny(dead_code)]

use jarvis_tools::{tool, tools};

/// Answers with pong.
#[tool]
fn ping() {}

/// Is in no list, which rustc says as of any function.
#[tool]
fn unlisted() {}

fn main() {
    let _ = tools![ping];
}

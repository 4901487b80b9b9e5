use std::time;

use jarvis_tools::tool;

/// Says the time.
#[tool]
fn time() -> time::Duration {
    time::Duration::ZERO
}

fn main() {}

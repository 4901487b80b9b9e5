use jarvis_tools::{tool, tools};

#[tool(nam = "x", timeout = "abc", cost_estimate = -1)]
fn ping(
    #[arg(range(1, 2))]
    /// How often.
    _times: u8,
) {
}

fn main() {
    let _ = tools![ping];
}

use jarvis_tools::tool;

/// Answers with pong.
#[tool(name = "a", strict, name = "b", metadata(k = 1, k = 2))]
fn ping(
    /// How often.
    #[arg(default)]
    #[arg(default = 1)]
    _times: u8,
) {
}

fn main() {}

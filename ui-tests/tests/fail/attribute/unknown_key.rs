use jarvis_tools::tool;

/// Answers with pong.
#[tool(time_out = "5s", colour = "red")]
fn ping(
    /// How often.
    #[arg(defualt = 1)]
    _times: u8,
) {
}

fn main() {}

use jarvis_tools::tool;

/// Answers with pong.
#[tool(
    title,
    category = 5,
    strict = "yes",
    cost_estimate = "free",
    latency_estimate = 1e999,
    max_result_bytes = 0,
    metadata(list = [1]),
    metadata = 1,
    crate = 1,
    "text"
)]
fn ping(
    /// How often.
    #[arg(range(), length = 5, sensitive = 1, pattern, example, description)]
    _times: u8,
) {
}

fn main() {}

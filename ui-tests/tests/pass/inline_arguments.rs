use jarvis_tools::{tool, tools};

/// Adds two numbers.
#[tool]
fn add(
    /// First number.
    a: f64,
    #[arg(name = "plus", description = "Second number.", default = 1.0, range(min = -5, max = 5), example = 2)]
    mut b: f64,
    #[arg(description = "A note.", default, length(max = 80), pattern = "^[a-z]*$", sensitive)] note: Option<String>,
) -> f64 {
    b += a;
    b + note.map_or(0.0, |note| note.len() as f64)
}

/// Finds words.
#[tool]
async fn find(
    /// What to look for.
    words: Vec<String>,
    /// The order.
    #[arg(default = "newest")]
    #[arg(example = "oldest")]
    order: String,
) -> Vec<String> {
    [words, vec![order]].concat()
}

fn main() {
    assert_eq!(tools![add, find].len(), 2);
    assert_eq!(add(1.0, 2.0, None), 3.0);
}

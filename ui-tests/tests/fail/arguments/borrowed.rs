use jarvis_tools::{ToolContext, tool};

/// Greets somebody.
#[tool]
fn greet(
    /// Who.
    name: &str,
    /// How.
    words: Option<Vec<&'static str>>,
    /// The call.
    context: &ToolContext,
) {
    let _ = (name, words, context);
}

fn main() {}

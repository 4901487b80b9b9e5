use jarvis_tools::{tool, tools};

#[derive(Debug)]
struct Silent;

/// Fails without a word.
#[tool]
fn fail() -> Result<String, Silent> {
    Err(Silent)
}

fn main() {
    let _ = tools![fail];
}

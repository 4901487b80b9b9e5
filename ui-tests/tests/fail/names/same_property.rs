use jarvis_tools::tool;

/// Adds two numbers.
#[tool]
fn add(
    /// First number.
    a: u8,
    /// Second number.
    #[arg(name = "a")]
    b: u8,
) -> u8 {
    a + b
}

fn main() {}

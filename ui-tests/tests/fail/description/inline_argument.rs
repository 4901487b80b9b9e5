use jarvis_tools::tool;

/// Adds two numbers.
#[tool]
fn add(
    #[arg(default)] a: u8,
    ///
    b: u8,
) -> u8 {
    a + b
}

fn main() {}

use jarvis_tools::tool;

/// Adds three numbers.
#[tool]
fn add(
    /// First number.
    a: u8,
    b: u8,
    c: u8,
) -> u8 {
    a + b + c
}

fn main() {}

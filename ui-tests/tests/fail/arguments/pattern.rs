use jarvis_tools::tool;

/// Measures a point.
#[tool]
fn measure(
    /// Where.
    (x, y): (u8, u8),
    /// Anything.
    _: u8,
) -> u8 {
    x + y
}

fn main() {}

use jarvis_tools::tool;

/// Doubles a number.
#[tool]
fn double(
    /// The number.
    #[cfg(all())]
    number: u8,
) -> u8 {
    number * 2
}

fn main() {}

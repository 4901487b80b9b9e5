use jarvis_tools::{tool, tools};

/// Doubles a number.
#[tool]
fn double(
    /// The number.
    number: u8,
) -> u8 {
    number * missing
}

fn main() {
    let _ = tools![double];
}

use jarvis_tools::tool;

/// Doubles a number.
#[tool]
fn double(
    /// The number.
    #[arg(default = 2.5)]
    number: u8,
    /// How.
    #[arg(default = 5)]
    way: String,
) -> String {
    way.repeat(number.into())
}

fn main() {}

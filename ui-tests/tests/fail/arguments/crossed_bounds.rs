use jarvis_tools::prelude::*;

/// Takes nothing.
#[tool]
fn take(
    /// A number.
    #[arg(range(min = 5, max = 1))]
    number: i8,
    /// A text.
    #[arg(length(min = 2, max = 1))]
    text: String,
    /// A fraction.
    #[arg(range(min = -0.5, max = -1.5))]
    fraction: f64,
) {
    drop((number, text, fraction));
}

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Args {
    /// A number.
    #[schemars(range(min = 5, max = 1))]
    number: u8,
    /// A text.
    #[schemars(length(min = 2, max = 1))]
    text: String,
}

fn main() {
    let _ = tools![take];
}

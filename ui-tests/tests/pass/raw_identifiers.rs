use jarvis_tools::{tool, tools};

/// Moves something.
#[tool]
fn r#move(
    /// The type.
    r#type: String,
    /// The reference.
    #[arg(default = "x")]
    r#ref: String,
) -> String {
    r#type + &r#ref
}

fn main() {
    let tools = tools![r#move];
    assert_eq!(tools[0].spec().name, "move");
    assert_eq!(tools[0].spec().parameters()["required"][0], "type");
}

use jarvis_tools::tool;

/// Measures.
#[tool]
fn size(
    /// The unit.
    #[arg(name = "$unit")]
    _unit: String,
    /// The size.
    größe: u8,
) -> u8 {
    größe
}

fn main() {}

use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    /// City name.
    city: String,
}

/// Measures a distance.
#[tool]
fn distance(from: Place, to: Place) -> bool {
    from.city == to.city
}

fn main() {}

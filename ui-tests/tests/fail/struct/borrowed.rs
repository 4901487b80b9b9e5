use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place<'a> {
    /// City name.
    city: &'a str,
}

/// Gets a forecast.
#[tool]
fn forecast(_place: Place<'_>) {}

fn main() {}

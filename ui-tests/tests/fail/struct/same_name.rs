use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    /// City name.
    #[serde(rename = "land")]
    city: String,
    /// Land.
    land: String,
}

fn main() {}

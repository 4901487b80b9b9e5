use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    /// City name.
    #[serde(alias = "town")]
    city: String,
}

fn main() {}

use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Size {
    /// The unit.
    #[serde(rename = "the unit")]
    unit: String,
}

fn main() {}

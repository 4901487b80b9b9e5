use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    /// City name.
    #[schemars(skip)]
    city: String,
    #[serde(skip_deserializing)]
    #[schemars(!skip_deserializing)]
    days: u8,
}

fn main() {}

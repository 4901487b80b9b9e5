use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    /// City name.
    #[schemars(default)]
    city: String,
    /// Days ahead.
    #[schemars(required)]
    days: Option<u8>,
}

fn main() {}

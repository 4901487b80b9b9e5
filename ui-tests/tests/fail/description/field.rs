use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Place {
    city: String,
    #[schemars(description = "")]
    days: u8,
}

fn main() {}

use jarvis_tools::prelude::*;

fn decode<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(String::deserialize(deserializer)? == "yes")
}

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Answer {
    /// Yes or no.
    #[serde(deserialize_with = "decode")]
    yes: bool,
}

fn main() {}

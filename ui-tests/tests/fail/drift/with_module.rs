use jarvis_tools::prelude::*;

mod answer {
    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        serde::Deserialize::deserialize(deserializer).map(|text: String| text == "yes")
    }
}

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Answer {
    /// Yes or no.
    #[serde(with = "answer")]
    yes: bool,
}

fn main() {}

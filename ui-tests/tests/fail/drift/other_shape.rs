use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
#[serde(transparent)]
struct Place {
    /// City name.
    city: String,
}

#[derive(Deserialize, JsonSchema, ToolArgs)]
#[serde(from = "String")]
struct Name {
    /// City name.
    city: String,
}

impl From<String> for Name {
    fn from(city: String) -> Self {
        Self { city }
    }
}

fn main() {}

use jarvis_tools::prelude::*;

fn yes_or_no<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    String::deserialize(deserializer).map(|text| text == "yes")
}

/// More.
#[derive(Deserialize, JsonSchema)]
struct More {
    /// A number.
    number: u8,
}

/// Attributes that say the same to the schema and to the decoder.
#[derive(Deserialize, JsonSchema, ToolArgs)]
#[serde(rename_all = "camelCase")]
#[schemars(rename_all = "camelCase")]
#[allow(dead_code)]
struct Everything {
    /// Has two words.
    two_words: String,
    /// Has another name.
    #[serde(rename = "other")]
    #[schemars(rename = "other", extend("x-unit" = "m"))]
    renamed: String,
    #[serde(skip)]
    skipped: Option<u8>,
    /// Is read in its own way.
    #[serde(deserialize_with = "yes_or_no")]
    #[schemars(with = "String")]
    answer: bool,
    #[schemars(description = "Is described by key.", length(min = 1))]
    by_key: String,
    /// Has a default.
    #[serde(default)]
    count: u8,
    #[serde(flatten)]
    more: More,
}

fn main() {}

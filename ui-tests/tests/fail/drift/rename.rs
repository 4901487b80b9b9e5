use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
#[schemars(rename_all = "camelCase")]
struct Place {
    /// City name.
    #[schemars(rename = "town")]
    city: String,
    /// Land.
    #[serde(rename = "country")]
    #[schemars(!rename)]
    land: String,
}

fn main() {}

use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Node {
    /// Its value.
    value: u8,
    #[serde(flatten)]
    next: Option<Box<Node>>,
}

fn main() {}

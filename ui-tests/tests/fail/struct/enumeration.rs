use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
enum Action {
    Start,
    Stop,
}

/// Acts.
#[tool]
fn act(_action: Action) {}

fn main() {
    let _ = tools![act];
}

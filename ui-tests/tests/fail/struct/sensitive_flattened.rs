use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema)]
struct Secrets {
    password: String,
}

#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Login {
    #[serde(flatten)]
    #[arg(sensitive)]
    secrets: Secrets,
}

fn main() {}

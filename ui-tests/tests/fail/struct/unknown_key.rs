use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema, ToolArgs)]
#[arg(crat = ::jarvis_tools)]
struct Login {
    /// Password.
    #[arg(sensitiv)]
    password: String,
}

fn main() {}

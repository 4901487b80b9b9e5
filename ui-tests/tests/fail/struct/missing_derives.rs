use jarvis_tools::ToolArgs;

#[derive(ToolArgs)]
struct Place {
    /// City name.
    city: String,
}

fn main() {}

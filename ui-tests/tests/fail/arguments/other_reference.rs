use jarvis_tools::tool;

/// Greets somebody.
#[tool]
fn greet(name: &str) -> String {
    format!("Hello, {name}!")
}

/// Greets somebody.
#[tool]
async fn greet_later(name: &str) -> String {
    format!("Hello, {name}!")
}

fn main() {}

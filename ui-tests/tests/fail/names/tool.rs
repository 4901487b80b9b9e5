use jarvis_tools::tool;

/// Measures.
#[tool]
fn größe() {}

/// Measures.
#[tool(name = "get size")]
fn size() {}

fn main() {}

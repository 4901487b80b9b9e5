use jarvis_tools::{tool, tools};

mod other {
    /// Searches elsewhere.
    #[jarvis_tools::tool(name = "search")]
    pub fn look() {}
}

/// Searches.
#[tool]
fn search() {}

fn main() {
    let _ = tools![search, other::look];
}

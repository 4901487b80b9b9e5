use jarvis_tools::tool;

mod search {
    pub fn everything() {}
}

/// Searches everything.
#[tool]
fn search() {
    search::everything();
}

fn main() {}

use jarvis_tools::prelude::*;

struct Reader;

#[toolset]
impl Reader {
    /// Borrows what it can't.
    #[tool]
    fn borrow(&self) -> &str {
        "borrowed"
    }
}

fn main() {}

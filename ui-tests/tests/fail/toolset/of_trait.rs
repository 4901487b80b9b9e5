use jarvis_tools::prelude::*;

struct Counter;

trait Count {
    fn count(&self);
}

#[toolset]
impl Count for Counter {
    /// Counts.
    #[tool]
    fn count(&self) {}
}

fn main() {}

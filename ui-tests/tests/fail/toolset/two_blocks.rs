use jarvis_tools::prelude::*;

struct Counter;

#[toolset]
impl Counter {
    /// Counts.
    #[tool]
    fn count(&self) {}
}

#[toolset]
impl Counter {
    /// Counts on.
    #[tool]
    fn count_on(&self) {}
}

fn main() {}

use jarvis_tools::prelude::*;

struct Counter;

#[toolset]
impl Counter {
    /// Counts.
    fn count(&self) {}
}

fn main() {
    let _ = Counter.tools();
}

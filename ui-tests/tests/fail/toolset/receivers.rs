use jarvis_tools::prelude::*;

struct Counter;

#[toolset]
impl Counter {
    /// Counts.
    #[tool]
    fn count(&mut self) {}

    /// Ends.
    #[tool]
    fn end(self) {}

    /// Shares.
    #[tool]
    fn share(self: std::sync::Arc<Self>) {}

    /// Makes one.
    #[tool]
    fn make() {}

    /// Repeats.
    #[tool]
    fn repeat<T>(&self) {}
}

fn main() {
    let _ = Counter.tools();
}

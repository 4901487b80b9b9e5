use jarvis_tools::prelude::*;

struct Counter;

#[toolset(name = "counter")]
impl Counter {
    /// Counts.
    #[tool(crate = ::jarvis_tools, register)]
    fn count(&self) {}
}

fn main() {
    let _ = Counter.tools();
}

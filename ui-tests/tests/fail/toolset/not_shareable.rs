use std::cell::Cell;

use jarvis_tools::prelude::*;

struct Counter(Cell<u8>);

#[toolset]
impl Counter {
    /// Counts.
    #[tool]
    async fn count(&self) -> u8 {
        self.0.get()
    }

    /// Counts, too.
    #[tool]
    fn count_blocking(&self) -> u8 {
        self.0.get()
    }
}

fn main() {}

use jarvis_tools::prelude::*;

struct Counter;

#[toolset]
impl Counter {
    #[tool]
    fn undescribed(&self) {}

    /// Has a key that isn't.
    #[tool(timout = "5s")]
    fn unknown(&self, first: u8) -> u8 {
        first
    }

    /// Has a bad name and no described argument.
    #[tool(name = "no name")]
    async fn named(&self, /** A number. */ a: u8, b: u8) -> u8 {
        a + b
    }

    /// Is called as another.
    #[tool(name = "unknown")]
    fn other(&self) {}
}

fn main() {
    let counter = Counter;
    counter.undescribed();
    let _ = counter.tools();
}

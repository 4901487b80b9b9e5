use jarvis_tools::prelude::*;

struct Opaque;

struct Reader;

#[toolset]
impl Reader {
    /// Takes what it can't.
    #[tool]
    async fn take(&self, args: Opaque) {
        drop(args);
    }

    /// Gives what it can't.
    #[tool]
    fn give(&self) -> Opaque {
        Opaque
    }
}

fn main() {}

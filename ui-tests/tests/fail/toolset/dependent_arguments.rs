use jarvis_tools::prelude::*;

struct Holder<T>(T);

#[toolset]
impl<T: Send + Sync + 'static> Holder<T> {
    const LIMIT: u8 = 3;

    /// Takes one.
    #[tool]
    fn take(
        &self,
        /// The value.
        value: Vec<T>,
        /// The limit.
        #[arg(default = Self::LIMIT)]
        limit: u8,
    ) {
        drop((value, limit));
    }
}

fn main() {}

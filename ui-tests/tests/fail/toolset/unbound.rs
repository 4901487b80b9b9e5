use jarvis_tools::prelude::*;

struct Holder<T>(T);

#[toolset]
impl<T: ToString> Holder<T> {
    /// Shows what there is.
    #[tool]
    async fn show(&self) -> String {
        self.0.to_string()
    }
}

fn main() {}

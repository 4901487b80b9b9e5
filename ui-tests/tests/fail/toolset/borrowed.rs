use jarvis_tools::prelude::*;

struct Reader<'a>(&'a str);

#[toolset]
impl<'a> Reader<'a> {
    /// Reads.
    #[tool]
    fn read(&self) -> String {
        self.0.to_owned()
    }
}

struct Writer<'a>(&'a str);

#[toolset]
impl Writer<'_> {
    /// Writes.
    #[tool]
    fn write(&self) -> String {
        self.0.to_owned()
    }
}

fn main() {}

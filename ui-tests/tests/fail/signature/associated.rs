use jarvis_tools::tool;

struct Reader;

impl Reader {
    /// Reads.
    #[tool]
    fn read() -> Self {
        Reader
    }
}

fn main() {
    Reader::read();
}

use jarvis_tools::tool;

struct Reader;

impl Reader {
    /// Reads.
    #[tool]
    fn read(&self) {}
}

fn main() {
    Reader.read();
}

use jarvis_tools::ToolArgs;

#[derive(ToolArgs)]
union Bits {
    _a: u8,
    _b: i8,
}

fn main() {}

use jarvis_tools::prelude::*;

#[toolset]
struct Counter;

fn main() {
    let _ = Counter;
}

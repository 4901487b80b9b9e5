use jarvis_tools::Toolset;

struct Plain;

fn main() {
    let _ = Plain.tools();
    let _ = tools_of(Plain);
}

fn tools_of(toolset: impl Toolset) -> usize {
    toolset.tools().len()
}

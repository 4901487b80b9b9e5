use jarvis_tools::tool;

#[allow(non_camel_case_types)]
struct point {}

/// Makes a point.
#[tool]
fn point() -> u8 {
    0
}

fn main() {}

use jarvis_tools::{tool, tools};

/// Several paragraphs.
#[allow(clippy::needless_pass_by_value)]
///
/// With an attribute between them.
#[tool]
#[inline]
/// And another.
fn paragraphs() {}

#[doc = include_str!("descriptions.rs")]
#[tool]
fn included() {}

#[tool]
#[doc = concat!("Version ", env!("CARGO_PKG_VERSION"), ".")]
fn joined(
    #[doc = concat!("A ", "number.")] a: u8,
    #[arg(description = concat!("Another ", "number."))] b: u8,
) -> u8 {
    a + b
}

#[tool(description = concat!("Given ", "by key."))]
fn by_key() {}

fn main() {
    let tools = tools![paragraphs, included, joined, by_key];
    let description = |index: usize| tools[index].spec().description.as_str();
    assert_eq!(description(0), "Several paragraphs.\n\nWith an attribute between them.\nAnd another.");
    assert!(description(1).starts_with("use jarvis_tools"));
    assert!(description(2).starts_with("Version 0"));
    assert_eq!(description(3), "Given by key.");
    let properties = &tools[2].spec().parameters()["properties"];
    assert_eq!(properties["a"]["description"], "A number.");
    assert_eq!(properties["b"]["description"], "Another number.");
}

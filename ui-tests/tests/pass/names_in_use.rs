// The tool is called as the module, type or crate is; only the function isn't.
use std::time;

use jarvis_tools::prelude::*;

mod search {
    pub fn everything() {}
}

/// Searches everything.
#[tool(name = "search")]
fn search_tool() {
    search::everything();
}

/// Says the time.
#[tool(name = "time")]
fn time_tool() -> Result<String, time::SystemTimeError> {
    let since = time::UNIX_EPOCH.duration_since(time::UNIX_EPOCH)?;
    Ok(format!("{since:?}"))
}

/// Says what serde is.
#[tool(name = "serde")]
fn serde_tool() -> Result<String, serde::de::value::Error> {
    Ok("a framework".to_owned())
}

// A constant, a static or another function of the name are no trouble.
/// Adds.
#[tool(name = "add")]
fn add_tool() -> u8 {
    mod add {
        pub(super) const ADD: u8 = 1;
    }
    add::ADD
}

/// Takes what is called as the parts of an expansion.
#[tool]
fn args(
    /// One.
    args: u8,
    context: &ToolContext,
    /// Two.
    decoded: u8,
    /// Three.
    #[arg(default = 1)]
    this: u8,
    /// Four.
    object: u8,
) -> String {
    format!("{args}{decoded}{this}{object}{}", context.call_id())
}

fn main() {
    let names: Vec<String> = tools![search_tool, time_tool, serde_tool, add_tool, args]
        .iter()
        .map(|tool| tool.spec().name.clone())
        .collect();
    assert_eq!(names, ["search", "time", "serde", "add", "args"]);
}

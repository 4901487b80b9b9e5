//! A command of one's own: everything that `jarvis` can, with two tools more.
//!
//! ```sh
//! cargo run -p jarvis --example own_tools -- tools call count_letters '{"text":"Hello, world"}'
//! ```

use std::fs;
use std::process::ExitCode;

use jarvis_tools::prelude::*;

/// Says how many letters a text has.
#[tool(inline, category = "text")]
fn count_letters(
    /// The text.
    text: String,
) -> usize {
    text.chars().filter(|letter| letter.is_alphabetic()).count()
}

/// Deletes a file of the working directory.
#[tool(requires_confirmation, destructive, category = "filesystem")]
fn delete_file(
    /// The name of the file, without a folder.
    #[arg(pattern = "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$")]
    name: String,
) -> Result<String, ToolError> {
    fs::remove_file(&name).map_err(|error| ToolError::failed(format!("can't delete {name}: {error}")))?;
    Ok(format!("Deleted {name}."))
}

fn main() -> ExitCode {
    jarvis::cli(tools![count_letters, delete_file])
}

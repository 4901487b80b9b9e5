use jarvis_tools::prelude::*;

type Fallible<T> = Result<T, std::num::ParseIntError>;
type Answer = anyhow_like::Result<String>;

mod anyhow_like {
    pub struct Error;

    impl std::fmt::Display for Error {
        fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            out.write_str("no")
        }
    }

    pub type Result<T, E = Error> = std::result::Result<T, E>;
}

/// Returns an alias with a parameter.
#[tool]
fn parse(
    /// Digits.
    digits: String,
) -> Fallible<u64> {
    digits.parse()
}

/// Returns an alias without parameters.
#[tool]
async fn answer() -> Answer {
    Err(anyhow_like::Error)
}

/// Returns an output as it is.
#[tool]
fn output() -> ToolOutput {
    ToolOutput::text("done")
}

/// Returns a list of static texts.
#[tool]
fn list() -> Result<Vec<&'static str>, String> {
    Ok(vec!["a"])
}

fn main() {
    assert_eq!(tools![parse, answer, output, list].len(), 4);
}

use jarvis_tools::tool;

/// Echoes.
#[tool]
fn echo(
    /// What to echo.
    value: impl Into<String>,
) -> String {
    value.into()
}

/// Counts.
#[tool]
fn count() -> impl Iterator<Item = u8> {
    0..3
}

/// Takes anything.
#[tool]
fn take(_args: impl Clone) {}

fn main() {}

use jarvis_tools::tool;

/// Echoes.
#[tool]
fn echo<T: Clone>(
    /// What to echo.
    value: T,
) -> T {
    value.clone()
}

/// Has a lifetime.
#[tool]
fn lifetime<'a>() -> &'a str {
    ""
}

/// Has bounds.
#[tool]
fn bounds()
where
    u8: Copy,
{
}

fn main() {}

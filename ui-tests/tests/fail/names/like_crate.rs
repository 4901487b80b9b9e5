use jarvis_tools::tool;

/// Says what serde is.
#[tool]
fn serde() -> Result<String, serde::de::value::Error> {
    Ok("a framework".to_owned())
}

fn main() {}

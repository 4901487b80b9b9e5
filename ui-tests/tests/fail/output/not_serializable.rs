use jarvis_tools::{tool, tools};

struct Opaque;

/// Returns what can't be sent.
#[tool]
fn plain() -> Opaque {
    Opaque
}

/// Returns what can't be sent.
#[tool]
async fn fallible() -> Result<Opaque, String> {
    Ok(Opaque)
}

fn main() {
    let _ = tools![plain, fallible];
}

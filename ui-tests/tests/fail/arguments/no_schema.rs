use jarvis_tools::{tool, tools};

struct Opaque;

/// Takes what nobody can send.
#[tool]
fn take(
    /// Something.
    value: Opaque,
) {
    let _ = value;
}

fn main() {
    let _ = tools![take];
}

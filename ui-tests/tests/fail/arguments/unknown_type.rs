use jarvis_tools::{tool, tools};

/// Takes a struct.
#[tool]
fn structured(args: Missing) -> String {
    args.city
}

/// Takes an argument.
#[tool]
async fn inline(
    /// The city.
    city: Absent,
) -> Nothing {
    city
}

fn main() {
    let _ = tools![structured, inline];
}

use jarvis_tools::{tool, tools};

/// Is left out.
#[tool]
#[cfg(any())]
fn twice() {}

#[cfg(any())]
#[tool]
/// Is left out, too.
fn twice() {}

/// Stays.
#[tool]
#[cfg(all())]
fn twice() {}

fn main() {
    assert_eq!(tools![twice].len(), 1);
}

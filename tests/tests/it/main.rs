//! Integration tests through the public API.
fn main() {}

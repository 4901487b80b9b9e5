//! The examples are `cargo run --example NAME`.

//! What the integration tests and the `cases` command share.

pub mod calls;
pub mod cases;
pub mod schemas;
pub mod shapes;

/// The README's examples are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

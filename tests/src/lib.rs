//! What the integration tests and the `cases` command share.

pub mod calls;
pub mod cases;
pub mod schemas;
pub mod shapes;

/// The README's examples are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// As are those of the page on the Model Context Protocol.
#[cfg(doctest)]
#[doc = include_str!("../../docs/mcp.md")]
struct Mcp;

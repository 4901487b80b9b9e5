//! How long `jarvis-tools` takes, beside bare `serde_json` and other crates.
//!
//! `cargo run --release` measures everything; `docs/benchmarks.md` says how, and what came out.

mod payloads;
#[cfg(feature = "peers")]
mod peers;
mod types;

pub mod allocations;
pub mod harness;
pub mod report;
pub mod scenarios;

/// Why there is nothing to measure.
pub type Failure = Box<dyn std::error::Error>;

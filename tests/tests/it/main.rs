//! Integration tests through the public API.

#![cfg_attr(
    not(feature = "preserve_order"),
    allow(dead_code, reason = "tests of an order are left out where there is none")
)]

mod allocations;
mod any_values;
mod bfcl;
mod bug_reports;
mod builtin;
mod discover;
mod errors;
mod events;
mod exactness;
mod executor;
mod fixtures;
mod hostile;
mod macros;
mod mcp;
mod readme;
mod registry;
mod repair;
mod schemas;
mod stream;
mod tidy;
mod toolset;
mod typed_tool;
mod wire;

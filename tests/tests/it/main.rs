//! Integration tests through the public API.

mod bfcl;
mod events;
mod exactness;
mod executor;
mod fixtures;
mod macros;
mod openai;
mod readme;
mod registry;
mod repair;
mod tidy;
mod typed_tool;

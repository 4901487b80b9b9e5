//! Integration tests through the public API.

mod events;
mod executor;
mod fixtures;
mod macros;
mod openai;
mod registry;
mod toolset;

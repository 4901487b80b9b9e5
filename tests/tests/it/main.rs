//! Integration tests through the public API.

mod discover;
mod events;
mod executor;
mod fixtures;
mod macros;
mod openai;
mod registry;
mod toolset;

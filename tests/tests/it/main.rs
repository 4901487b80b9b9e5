//! Integration tests through the public API.

mod macros;
mod events;
mod executor;
mod fixtures;
mod openai;
mod registry;

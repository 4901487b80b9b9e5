//! What is remembered: texts in a SQLite file, found by their words.

mod chunk;

mod folder;

mod header;

mod schema;

mod store;

pub(crate) use chunk::chunks;
pub(crate) use folder::{Found, find};
pub(crate) use store::Lazy;
pub use store::{Memory, MemoryStats};

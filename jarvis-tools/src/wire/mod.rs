//! How providers write tools, calls and results; a module each, of pure functions.

mod error;

mod dialect;

mod strict;

pub mod openai;

pub mod stream;

pub use error::WireError;

pub(crate) use dialect::close;

//! Integration tests through the public API.

mod macros;

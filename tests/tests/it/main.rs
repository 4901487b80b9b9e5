//! Integration tests through the public API.

mod bfcl;
mod macros;
mod typed_tool;

//! Tests of the command and of the library, through what users see.

mod memory;
mod support;

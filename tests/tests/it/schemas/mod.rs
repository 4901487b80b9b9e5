//! The canonical schema, held against its rules one by one.

mod idle;
mod types;
mod unions;

//! The canonical schema, held against its rules one by one.

mod types;
mod unions;

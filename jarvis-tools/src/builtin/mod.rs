//! The built-in tools. Feature `builtin`.

mod arithmetic;

pub use arithmetic::calculator;

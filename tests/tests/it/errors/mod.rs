//! What a model reads when a call fails.

mod bounds;
mod many;
mod texts;

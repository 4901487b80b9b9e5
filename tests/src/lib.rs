//! What the integration tests and the `cases` command share.

pub mod calls;
pub mod cases;

//! What the integration tests and the `cases` command share.

pub mod cases;
pub mod shapes;

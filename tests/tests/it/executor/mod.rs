//! What becomes of calls.

mod batch;
mod blocking;
mod confirm;
mod results;
mod stops;

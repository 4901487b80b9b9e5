//! What becomes of calls.

mod batch;
mod blocking;
mod confirm;
mod hooks;
mod random;
mod results;
mod retry;
mod stops;
mod sync;
mod totals;
mod tracing;

//! Calls from code that isn't asynchronous.

use std::future::Future;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::runtime::{Builder, Runtime};
use tokio::task::coop::unconstrained;

use crate::blocking::block_on;

/// The fewest threads that drive the runtime: a task of a handler that blocks one must not stop the clock.
const FEWEST: usize = 4;

/// The runtime of all such calls, driven by threads of its own, so that timers run while the caller's thread
/// is blocked, and connections outlive a call. None if the system has no threads for it.
static RUNTIME: LazyLock<Option<Runtime>> = LazyLock::new(|| {
    let threads = available_parallelism().map_or(FEWEST, |threads| threads.get().max(FEWEST));
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(threads).thread_name("jarvis-runtime").enable_all().build().ok()
});

/// Waits for a future on this thread, wherever it stands: outside of any runtime or inside of one.
pub(super) fn wait<F: Future>(future: F) -> F::Output {
    let entered = RUNTIME.as_ref().map(Runtime::enter);
    // Inside of a task the task's budget would be used up and never given anew.
    let output = block_on(unconstrained(future));
    drop(entered);
    output
}

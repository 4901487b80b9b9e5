//! Calls from code that isn't asynchronous.

use std::future::{Future, pending};
use std::sync::LazyLock;
use std::sync::mpsc::channel;
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::task::coop::unconstrained;

use crate::blocking::block_on;

/// The runtime of all such calls, driven by a thread of its own, so that timers run while the caller's thread
/// is blocked, and connections outlive a call. None if the system has no thread for it.
static RUNTIME: LazyLock<Option<Handle>> = LazyLock::new(|| {
    let (sender, receiver) = channel();
    let drive = move || {
        let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
        if sender.send(runtime.handle().clone()).is_ok() {
            runtime.block_on(pending::<()>());
        }
    };
    thread::Builder::new().name("jarvis-runtime".to_owned()).spawn(drive).ok()?;
    receiver.recv().ok()
});

/// Waits for a future on this thread, wherever it stands: outside of any runtime or inside of one.
pub(super) fn wait<F: Future>(future: F) -> F::Output {
    let entered = RUNTIME.as_ref().map(Handle::enter);
    // Inside of a task the task's budget would be used up and never given anew.
    let output = block_on(unconstrained(future));
    drop(entered);
    output
}

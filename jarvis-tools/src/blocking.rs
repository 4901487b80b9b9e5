//! Threads for handlers that block, outside of any runtime.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use crate::error::{ToolError, ToolErrorKind};
use crate::output::ToolOutput;

/// Runs `work` on a thread of its own and waits for it without blocking.
pub(crate) async fn run(
    work: Box<dyn FnOnce() -> Result<ToolOutput, ToolError> + Send>,
) -> Result<ToolOutput, ToolError> {
    let (sender, receiver) = oneshot::channel();
    let spawned = std::thread::Builder::new().name("jarvis-tool".to_owned()).spawn(move || {
        let outcome = catch_unwind(AssertUnwindSafe(work))
            .unwrap_or_else(|payload| Err(ToolError::panicked(&*payload)));
        // Nobody waits any more after a timeout; the outcome is then of no use.
        drop(sender.send(outcome));
    });
    if let Err(error) = spawned {
        return Err(
            ToolError::new(ToolErrorKind::Failed, format!("no thread for the tool: {error}")).retryable()
        );
    }
    receiver.await.unwrap_or_else(|_| Err(ToolError::failed("")))
}

//! Panics of code that isn't ours, turned into errors.
//!
//! With `panic = "abort"` nothing can be contained: the process ends at the first panic.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;

use crate::error::ToolError;

/// Runs `work`; a panic is an error of kind `Panicked`.
pub(crate) fn contain<T>(work: impl FnOnce() -> T) -> Result<T, ToolError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let error = ToolError::panicked(&*payload);
        discard(payload);
        error
    })
}

/// Drops a panic's payload, which may itself panic; what that throws is leaked rather than tried again.
#[cold]
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
}

pin_project! {
    /// A future whose panics are contained wherever it is polled or dropped. After one it is never polled
    /// again, so that no broken state is seen.
    pub(crate) struct Contained<F> {
        #[pin]
        future: Option<F>,
    }

    impl<F> PinnedDrop for Contained<F> {
        fn drop(this: Pin<&mut Self>) {
            this.discard();
        }
    }
}

impl<F> Contained<F> {
    pub(crate) fn new(future: F) -> Self {
        Self { future: Some(future) }
    }

    fn discard(self: Pin<&mut Self>) {
        let mut future = self.project().future;
        // A destructor that panics has nobody left to tell.
        let _ = contain(|| future.set(None));
    }
}

impl<F: Future> Future for Contained<F> {
    type Output = Result<F::Output, ToolError>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = self.as_mut().project().future.as_pin_mut() else { return Poll::Pending };
        let outcome = match contain(|| future.poll(task)) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(value)) => Ok(value),
            Err(error) => Err(error),
        };
        self.discard();
        Poll::Ready(outcome)
    }
}

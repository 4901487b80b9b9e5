//! Panics of code that isn't ours, turned into errors.
//!
//! With `panic = "abort"` nothing can be contained: the process ends at the first panic.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

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

/// Awaits `future`; after a panic it is never polled again, so that no broken state is seen.
pub(crate) async fn contained<T>(future: impl Future<Output = T>) -> Result<T, ToolError> {
    let mut future = pin!(future);
    poll_fn(|task| match contain(|| future.as_mut().poll(task)) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
        Err(error) => Poll::Ready(Err(error)),
    })
    .await
}

/// A future of a user, whose panics are contained wherever it is polled or dropped.
pub(crate) struct Contained<'a, T>(Option<Pin<Box<dyn Future<Output = T> + Send + 'a>>>);

impl<'a, T> Contained<'a, T> {
    pub(crate) fn new(future: impl Future<Output = T> + Send + 'a) -> Self {
        Self(Some(Box::pin(future)))
    }

    fn discard(&mut self) {
        if let Some(future) = self.0.take() {
            // A destructor that panics has nobody left to tell.
            let _ = contain(|| drop(future));
        }
    }
}

impl<T> Future for Contained<'_, T> {
    type Output = Result<T, ToolError>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.0 else { return Poll::Pending };
        let outcome = match contain(|| future.as_mut().poll(task)) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(value)) => Ok(value),
            Err(error) => Err(error),
        };
        self.discard();
        Poll::Ready(outcome)
    }
}

impl<T> Drop for Contained<'_, T> {
    fn drop(&mut self) {
        self.discard();
    }
}

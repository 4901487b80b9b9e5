//! What stops a call from outside: its time, and whoever cancels it.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep, sleep};
use tokio_util::sync::{CancellationToken, WaitForCancellationFuture};

use crate::contain::contain;
use crate::error::{ToolError, ToolErrorKind};

/// Why a call was stopped from outside.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    TimedOut(Duration),
    Cancelled,
    NoTimer,
}

impl Stop {
    /// The error; `late` says what did not happen within the time.
    #[cold]
    pub(super) fn into_error(self, late: impl FnOnce(&str) -> String) -> ToolError {
        match self {
            Self::Cancelled => ToolError::new(ToolErrorKind::Cancelled, "the call was cancelled"),
            Self::NoTimer => ToolError::failed(
                "the call's time can't be measured: run it in a tokio runtime whose timer is enabled",
            ),
            Self::TimedOut(limit) => {
                let text = format!("timed out: {}", late(&duration(limit)));
                ToolError::new(ToolErrorKind::TimedOut, text)
            }
        }
    }
}

fn duration(duration: Duration) -> String {
    if duration.subsec_nanos() == 0 {
        format!("{} s", duration.as_secs())
    } else if duration.subsec_nanos().is_multiple_of(1_000_000) {
        format!("{} ms", duration.as_millis())
    } else {
        format!("{duration:?}")
    }
}

/// A limit, unless it is zero, which is none.
pub(super) fn unless_zero(limit: Duration) -> Option<Duration> {
    (!limit.is_zero()).then_some(limit)
}

/// Awaits `work` until it takes longer than `limit`, counted from `started`, or one of the tokens is cancelled.
///
/// The timer is made only if the work doesn't end at once, and what ends in time counts, also if a token
/// fires at the same moment.
pub(super) async fn within<T>(
    work: impl Future<Output = T>,
    started: Instant,
    limit: Option<Duration>,
    tokens: &[CancellationToken],
) -> Result<T, Stop> {
    let mut work = pin!(work);
    let mut timer = pin!(None::<Sleep>);
    let mut cancelled = pin!(None::<Cancelled>);
    poll_fn(|task| {
        if let Poll::Ready(value) = work.as_mut().poll(task) {
            return Poll::Ready(Ok(value));
        }
        if cancelled.is_none() {
            cancelled.set(Some(Cancelled::any_of(tokens)));
        }
        if cancelled.as_mut().as_pin_mut().is_some_and(|any| any.poll(task).is_ready()) {
            return Poll::Ready(Err(Stop::Cancelled));
        }
        let Some(limit) = limit else { return Poll::Pending };
        if timer.is_none() {
            // Asked first, since tokio panics where there is no runtime; it also does where one has no timer.
            let Ok(_) = Handle::try_current() else { return Poll::Ready(Err(Stop::NoTimer)) };
            match contain(|| sleep(limit.saturating_sub(started.elapsed()))) {
                Ok(sleep) => timer.set(Some(sleep)),
                Err(_) => return Poll::Ready(Err(Stop::NoTimer)),
            }
        }
        let over = timer.as_mut().as_pin_mut().is_some_and(|timer| timer.poll(task).is_ready());
        if over { Poll::Ready(Err(Stop::TimedOut(limit))) } else { Poll::Pending }
    })
    .await
}

/// Waits until one of several tokens is cancelled; without any, for ever.
struct Cancelled<'a>(Vec<Pin<Box<WaitForCancellationFuture<'a>>>>);

impl<'a> Cancelled<'a> {
    fn any_of(tokens: &'a [CancellationToken]) -> Self {
        Self(tokens.iter().map(|token| Box::pin(token.cancelled())).collect())
    }
}

impl Future for Cancelled<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, task: &mut std::task::Context<'_>) -> Poll<()> {
        // All are polled, so that each wakes the task.
        let fired = self.0.iter_mut().filter_map(|token| token.as_mut().poll(task).is_ready().then_some(()));
        fired.last().map_or(Poll::Pending, Poll::Ready)
    }
}

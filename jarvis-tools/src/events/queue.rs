//! Bounded queues of events, which lose the oldest when they are full.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use futures_util::Stream;

use crate::contain::contain;
use crate::events::event::ToolEvent;

/// Locks; what a panic elsewhere left behind is still whole, since no lock is held while foreign code runs.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes who waits; what foreign wakers throw concerns neither the others nor the calls.
pub(super) fn wake(wakers: impl IntoIterator<Item = Waker>) {
    for waker in wakers {
        let _ = contain(|| waker.wake());
    }
}

/// Events that wait for their receiver.
pub(super) struct Backlog {
    events: VecDeque<Arc<ToolEvent>>,
    capacity: usize,
    missed: u64,
}

impl Backlog {
    pub(super) fn new(capacity: usize) -> Self {
        Self { events: VecDeque::new(), capacity: capacity.max(1), missed: 0 }
    }

    pub(super) fn push(&mut self, event: Arc<ToolEvent>) {
        if self.events.len() >= self.capacity {
            self.events.pop_front();
            self.missed += 1;
        }
        self.events.push_back(event);
    }

    /// The next event; first of all how many were lost.
    fn pop(&mut self) -> Option<Arc<ToolEvent>> {
        self.missed().or_else(|| self.events.pop_front())
    }

    /// All that wait, and the news of those that were lost.
    pub(super) fn take(&mut self) -> (Option<Arc<ToolEvent>>, VecDeque<Arc<ToolEvent>>) {
        (self.missed(), std::mem::take(&mut self.events))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    fn missed(&mut self) -> Option<Arc<ToolEvent>> {
        let count = std::mem::take(&mut self.missed);
        (count > 0).then(|| Arc::new(ToolEvent::Missed { count }))
    }
}

/// The queue of one subscriber.
pub(super) struct Queue(Mutex<State>);

struct State {
    backlog: Backlog,
    waker: Option<Waker>,
    /// No event will be added any more.
    closed: bool,
    /// No event will be read any more.
    abandoned: bool,
}

impl Queue {
    pub(super) fn new(capacity: usize) -> Self {
        let backlog = Backlog::new(capacity);
        Self(Mutex::new(State { backlog, waker: None, closed: false, abandoned: false }))
    }

    /// Adds an event, and answers whether anybody will read it; a waker is for the caller to wake, once it
    /// holds no lock.
    pub(super) fn push(&self, event: Arc<ToolEvent>, wakers: &mut Vec<Waker>) -> bool {
        let mut state = lock(&self.0);
        if state.abandoned {
            return false;
        }
        state.backlog.push(event);
        wakers.extend(state.waker.take());
        true
    }

    /// Whether nobody will read it any more.
    pub(super) fn is_abandoned(&self) -> bool {
        lock(&self.0).abandoned
    }

    pub(super) fn close(&self) {
        let waker = {
            let mut state = lock(&self.0);
            state.closed = true;
            state.waker.take()
        };
        wake(waker);
    }

    fn poll(&self, task: &Context<'_>) -> Poll<Option<Arc<ToolEvent>>> {
        let mut waker = Some(task.waker().clone());
        {
            let mut state = lock(&self.0);
            if let Some(event) = state.backlog.pop() {
                return Poll::Ready(Some(event));
            }
            if state.closed {
                return Poll::Ready(None);
            }
            std::mem::swap(&mut state.waker, &mut waker);
        }
        // The last waker may be all that keeps a task, which is foreign code: it is dropped without the lock.
        drop(waker);
        Poll::Pending
    }
}

/// The events of a bus since [`subscribe`](crate::EventBus::subscribe) was called, one after the other.
///
/// Also a [`Stream`]. The queue is bounded: whoever reads too slowly loses the oldest events and receives a
/// [`Missed`](ToolEvent::Missed) in their place. Dropping it ends the subscription.
pub struct Events {
    queue: Arc<Queue>,
    listening: Arc<AtomicUsize>,
}

impl Events {
    /// The reading end of a queue, which counts among those that listen.
    pub(super) fn new(queue: Arc<Queue>, listening: Arc<AtomicUsize>) -> Self {
        listening.fetch_add(1, Ordering::AcqRel);
        Self { queue, listening }
    }

    /// Waits for the next event; none when the bus is gone and everything was read.
    pub async fn recv(&mut self) -> Option<Arc<ToolEvent>> {
        poll_fn(|task| self.queue.poll(task)).await
    }

    /// The next event, if one is there already.
    pub fn try_recv(&mut self) -> Option<Arc<ToolEvent>> {
        lock(&self.queue.0).backlog.pop()
    }
}

impl Stream for Events {
    type Item = Arc<ToolEvent>;

    fn poll_next(self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.queue.poll(task)
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.listening.fetch_sub(1, Ordering::AcqRel);
        let left = {
            let mut state = lock(&self.queue.0);
            state.abandoned = true;
            (state.backlog.take(), state.waker.take())
        };
        drop(left);
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Events").finish_non_exhaustive()
    }
}

//! Where events are published, and who hears of them.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::events::dispatch::Dispatch;
use crate::events::event::ToolEvent;
use crate::events::queue::{Events, Queue, lock, wake};

/// How many events may wait for a subscriber, unless it says otherwise.
const CAPACITY: usize = 1024;

/// Carries the events of calls to subscribers and callbacks.
///
/// A handle, cheap to clone; all clones are one bus. No subscriber, however slow or broken, delays or harms
/// a call, and while there is none, events are not even made.
///
/// ```
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::{EventBus, ToolEvent, ToolExecutor};
/// use std::sync::Arc;
///
/// # #[derive(Deserialize, JsonSchema)] struct Nothing {}
/// # async fn example() -> Result<(), DefinitionError> {
/// let ping = FnTool::new("ping", "Answers.", |_: Nothing| async { Ok::<_, ToolError>("pong") })?;
/// let bus = EventBus::new();
/// let mut events = bus.subscribe();
/// let executor = ToolExecutor::new([Arc::new(ping) as Arc<dyn Tool>])?.with_bus(bus);
/// executor.execute(&ToolCall::new("c1", "ping", "{}")).await;
/// assert!(matches!(events.recv().await.as_deref(), Some(ToolEvent::CallStart { .. })));
/// assert!(matches!(events.recv().await.as_deref(), Some(ToolEvent::CallEnd { success: true, .. })));
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(example()).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct EventBus {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// How many listen, so that without any no lock is taken.
    listening: Arc<AtomicUsize>,
    /// One lock for all, so that everybody hears of events in the same order.
    audience: Mutex<Audience>,
}

#[derive(Default)]
struct Audience {
    queues: Vec<Arc<Queue>>,
    dispatch: Option<Arc<Dispatch>>,
}

impl EventBus {
    /// A bus that nobody listens to yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether anybody would hear of an event.
    pub fn is_listened_to(&self) -> bool {
        self.shared.listening.load(Ordering::Acquire) > 0
    }

    /// Tells everybody who listens.
    pub fn publish(&self, event: ToolEvent) {
        self.publish_with(|| event);
    }

    /// As [`publish`](Self::publish), for an event that is made only if somebody listens.
    pub fn publish_with(&self, event: impl FnOnce() -> ToolEvent) {
        self.publish_if(|| true, event);
    }

    /// As [`publish_with`](Self::publish_with), unless `still` says no while no other event can come between:
    /// whoever makes it say no and then publishes, has the last word.
    pub(crate) fn publish_if(&self, still: impl FnOnce() -> bool, event: impl FnOnce() -> ToolEvent) {
        if !self.is_listened_to() {
            return;
        }
        let event = Arc::new(event());
        let mut wakers = Vec::new();
        {
            let mut audience = lock(&self.shared.audience);
            if !still() {
                return;
            }
            audience.queues.retain(|queue| queue.push(Arc::clone(&event), &mut wakers));
            if let Some(dispatch) = &audience.dispatch {
                dispatch.push(event);
            }
        }
        wake(wakers);
    }

    /// The events from now on, up to 1,024 of them waiting.
    pub fn subscribe(&self) -> Events {
        self.subscribe_with_capacity(CAPACITY)
    }

    /// The events from now on, up to `capacity` of them waiting (at least one).
    pub fn subscribe_with_capacity(&self, capacity: usize) -> Events {
        let queue = Arc::new(Queue::new(capacity));
        let queues = &mut lock(&self.shared.audience).queues;
        // Where nothing is published, nothing else lets go of those that were dropped.
        if queues.len() == queues.capacity() {
            queues.retain(|queue| !queue.is_abandoned());
        }
        queues.push(Arc::clone(&queue));
        Events::new(queue, Arc::clone(&self.shared.listening))
    }

    /// Calls `callback` with each event from now on, in order, until the answer is dropped.
    ///
    /// Callbacks run one after the other on a thread of the bus, up to 65,536 events behind the calls
    /// (beyond that the oldest are lost, and a [`Missed`](ToolEvent::Missed) says so). They may use the bus
    /// themselves. One that panics is called again with the next event.
    ///
    /// A callback that holds a handle of its own bus keeps it alive until the subscription is dropped.
    pub fn listen(&self, callback: impl Fn(&ToolEvent) + Send + Sync + 'static) -> Subscription {
        let mut audience = lock(&self.shared.audience);
        let dispatch = Arc::clone(audience.dispatch.get_or_insert_with(|| Arc::new(Dispatch::new())));
        let id = dispatch.add(Arc::new(callback));
        drop(audience);
        self.shared.listening.fetch_add(1, Ordering::AcqRel);
        let listening = Arc::clone(&self.shared.listening);
        Subscription { listening, dispatch, id, detached: false }
    }

    /// Waits until the callbacks are done with everything that was published so far. Where the system has no
    /// thread for them, or one of them is the caller, there is nothing to wait for.
    pub async fn flush(&self) {
        let dispatch = lock(&self.shared.audience).dispatch.clone();
        if let Some(dispatch) = dispatch {
            dispatch.flush().await;
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let audience = std::mem::take(&mut *lock(&self.audience));
        for queue in audience.queues {
            queue.close();
        }
        if let Some(dispatch) = audience.dispatch {
            dispatch.close();
        }
    }
}

impl fmt::Debug for EventBus {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listening = self.shared.listening.load(Ordering::Relaxed);
        out.debug_struct("EventBus").field("listening", &listening).finish()
    }
}

/// A callback's place on a bus; dropping it ends the calls, but for one that is under way.
#[must_use = "a callback is called only as long as its subscription is kept"]
pub struct Subscription {
    listening: Arc<AtomicUsize>,
    dispatch: Arc<Dispatch>,
    id: u64,
    detached: bool,
}

impl Subscription {
    /// Leaves the callback on the bus for as long as the bus lives.
    pub fn detach(mut self) {
        self.detached = true;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if self.detached {
            return;
        }
        self.dispatch.remove(self.id);
        self.listening.fetch_sub(1, Ordering::AcqRel);
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Subscription").finish_non_exhaustive()
    }
}

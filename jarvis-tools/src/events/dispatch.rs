//! The thread of a bus that runs callbacks, so that a slow one delays no call.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use tokio::sync::oneshot;

use crate::contain::contain;
use crate::events::event::ToolEvent;
use crate::events::queue::{Backlog, lock};

/// How many events may wait for callbacks.
const CAPACITY: usize = 65_536;

pub(super) type Callback = dyn Fn(&ToolEvent) + Send + Sync;

/// Callbacks and the events that wait for them.
pub(super) struct Dispatch {
    state: Mutex<State>,
    ready: Condvar,
}

struct State {
    backlog: Backlog,
    /// Replaced as a whole, so that the thread calls them without holding the lock.
    listeners: Arc<Vec<Listener>>,
    next_id: u64,
    /// How many events were published, and how many of them the callbacks are done with.
    published: u64,
    delivered: u64,
    /// Who waits until so many are delivered.
    flushes: Vec<(u64, oneshot::Sender<()>)>,
    thread: Option<ThreadId>,
    closed: bool,
}

#[derive(Clone)]
struct Listener {
    id: u64,
    /// The number of the first event that is for it.
    since: u64,
    callback: Arc<Callback>,
}

impl Dispatch {
    pub(super) fn new() -> Self {
        let state = State {
            backlog: Backlog::new(CAPACITY),
            listeners: Arc::default(),
            next_id: 0,
            published: 0,
            delivered: 0,
            flushes: Vec::new(),
            thread: None,
            closed: false,
        };
        Self { state: Mutex::new(state), ready: Condvar::new() }
    }

    pub(super) fn add(self: &Arc<Self>, callback: Arc<Callback>) -> u64 {
        let mut state = lock(&self.state);
        let id = state.next_id;
        state.next_id += 1;
        let mut listeners = state.listeners.to_vec();
        listeners.push(Listener { id, since: state.published, callback });
        // None of the old callbacks is dropped here: the new list holds them all.
        state.listeners = Arc::new(listeners);
        self.start(&mut state);
        id
    }

    pub(super) fn remove(&self, id: u64) {
        let old = {
            let mut state = lock(&self.state);
            let kept = state.listeners.iter().filter(|listener| listener.id != id).cloned().collect();
            std::mem::replace(&mut state.listeners, Arc::new(kept))
        };
        // A callback may hold a handle of the bus: it is dropped without the lock.
        drop(old);
    }

    pub(super) fn push(self: &Arc<Self>, event: Arc<ToolEvent>) {
        let mut state = lock(&self.state);
        if state.listeners.is_empty() {
            return;
        }
        state.backlog.push(event);
        state.published += 1;
        self.start(&mut state);
        drop(state);
        self.ready.notify_one();
    }

    /// Starts the thread, if it doesn't run. Where the system has none left, the next event tries again.
    fn start(self: &Arc<Self>, state: &mut State) {
        if state.thread.is_none() {
            let dispatch = Arc::clone(self);
            let spawned =
                thread::Builder::new().name("jarvis-events".to_owned()).spawn(move || dispatch.run());
            state.thread = spawned.ok().map(|handle| handle.thread().id());
        }
    }

    pub(super) fn close(&self) {
        lock(&self.state).closed = true;
        self.ready.notify_one();
    }

    /// Waits until the callbacks are done with everything published so far.
    pub(super) async fn flush(&self) {
        let receiver = {
            let mut state = lock(&self.state);
            // Without a thread nobody delivers, and the thread itself would wait for its own end.
            let waits = state.thread.is_some_and(|thread| thread != thread::current().id());
            if !waits || state.delivered >= state.published {
                return;
            }
            let (sender, receiver) = oneshot::channel();
            let published = state.published;
            state.flushes.push((published, sender));
            receiver
        };
        // The thread answers or drops the sender; either way there is nothing left to wait for.
        let _ = receiver.await;
    }

    fn run(&self) {
        loop {
            let (missed, batch, end) = {
                let mut state = lock(&self.state);
                while state.backlog.is_empty() && !state.closed {
                    state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                if state.backlog.is_empty() {
                    return;
                }
                let (missed, batch) = state.backlog.take();
                (missed, batch, state.published)
            };
            let first = end - batch.len() as u64;
            if let Some(event) = missed {
                self.deliver(first, &event);
            }
            for (number, event) in (first..).zip(batch) {
                self.deliver(number, &event);
            }
            let mut state = lock(&self.state);
            state.delivered = end;
            // The senders are dropped or used up without running foreign code but a waker of a flush.
            let (done, rest): (Vec<_>, Vec<_>) =
                std::mem::take(&mut state.flushes).into_iter().partition(|(published, _)| *published <= end);
            state.flushes = rest;
            drop(state);
            for (_, sender) in done {
                // Who waited may be gone, and its waker is foreign code.
                let _ = contain(|| sender.send(()));
            }
        }
    }

    fn deliver(&self, number: u64, event: &ToolEvent) {
        let listeners = Arc::clone(&lock(&self.state).listeners);
        for listener in listeners.iter().filter(|listener| listener.since <= number) {
            // A callback that panics harms neither the others nor the calls; the panic hook has told of it.
            let _ = contain(|| (listener.callback)(event));
        }
        // It may be the last to hold a callback, whose destructor is foreign code too.
        let _ = contain(|| drop(listeners));
    }
}

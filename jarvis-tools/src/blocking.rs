//! Threads for handlers that block, outside of any runtime.
//!
//! A runtime waits for its own blocking threads when it ends, so that one hung tool would keep a process
//! alive; nobody waits for these.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;
use std::time::Duration;
use std::{io, thread};

use tokio::runtime::Handle;
use tokio::sync::{Semaphore, oneshot};

use crate::contain::contain;
use crate::error::{ToolError, ToolErrorKind};
use crate::output::ToolOutput;
use crate::trace::Carried;

/// How many handlers may block at the same time, unless an executor has a limit of its own.
pub(crate) const MAX_THREADS: usize = 512;

/// How long a thread waits for its next job before it ends.
const IDLE: Duration = Duration::from_secs(10);

type Job = Box<dyn FnOnce() + Send>;

/// A number of handlers that may block at the same time.
#[derive(Clone)]
pub(crate) struct Threads(Arc<Semaphore>);

impl Threads {
    pub(crate) fn new(limit: usize) -> Self {
        Self(Arc::new(Semaphore::new(limit.clamp(1, Semaphore::MAX_PERMITS))))
    }

    /// The ones that all share who don't have their own.
    pub(crate) fn shared() -> &'static Self {
        static SHARED: LazyLock<Threads> = LazyLock::new(|| Threads::new(MAX_THREADS));
        &SHARED
    }

    /// Runs `work` on a thread and waits for it without blocking; `waiting` is set while none is free.
    pub(crate) async fn run(
        &self,
        work: Box<dyn FnOnce() -> Result<ToolOutput, ToolError> + Send>,
        waiting: &AtomicBool,
    ) -> Result<ToolOutput, ToolError> {
        let permit = if let Ok(permit) = Arc::clone(&self.0).try_acquire_owned() {
            Ok(permit)
        } else {
            waiting.store(true, Ordering::Relaxed);
            let permit = Arc::clone(&self.0).acquire_owned().await;
            waiting.store(false, Ordering::Relaxed);
            permit
        };
        let runtime = Handle::try_current().ok();
        let carried = Carried::here();
        let (sender, receiver) = oneshot::channel();
        let started = POOL.start(Box::new(move || {
            // Handlers may use the caller's runtime, as they may on its own blocking threads.
            let entered = runtime.as_ref().map(Handle::enter);
            let outcome = carried.run(|| contain(work)).and_then(|outcome| outcome);
            drop(entered);
            drop(permit);
            // Nobody waits any more after a timeout; the outcome is then of no use.
            drop(sender.send(outcome));
        }));
        if let Err(error) = started {
            let text = format!("no thread could be started for the tool: {error}");
            return Err(ToolError::new(ToolErrorKind::Failed, text).retryable());
        }
        receiver.await.unwrap_or_else(|_| Err(ToolError::failed("")))
    }
}

/// Threads that wait for a while for a next job, since starting one costs more than most jobs.
struct Pool {
    state: Mutex<State>,
    ready: Condvar,
}

struct State {
    /// Never more than there are idle threads, so that no job waits behind a running one.
    jobs: VecDeque<Job>,
    idle: usize,
}

static POOL: Pool =
    Pool { state: Mutex::new(State { jobs: VecDeque::new(), idle: 0 }), ready: Condvar::new() };

impl Pool {
    fn start(&'static self, job: Job) -> io::Result<()> {
        let mut state = self.lock();
        if state.idle > state.jobs.len() {
            state.jobs.push_back(job);
            drop(state);
            self.ready.notify_one();
            return Ok(());
        }
        drop(state);
        let thread = thread::Builder::new().name("jarvis-tool".to_owned());
        thread.spawn(move || self.work(job)).map(drop)
    }

    fn work(&self, first: Job) {
        let mut job = Some(first);
        while let Some(run) = job {
            run();
            job = self.next();
        }
    }

    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        state.idle += 1;
        loop {
            if let Some(job) = state.jobs.pop_front() {
                state.idle -= 1;
                return Some(job);
            }
            let (waited, timer) =
                self.ready.wait_timeout(state, IDLE).unwrap_or_else(PoisonError::into_inner);
            state = waited;
            if timer.timed_out() && state.jobs.is_empty() {
                state.idle -= 1;
                return None;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes a thread; the flag remembers it also if something inside of the future parks the thread meanwhile.
struct Unpark {
    thread: Thread,
    woken: AtomicBool,
}

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

/// Waits for a future on this thread, which needs no runtime.
pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let unpark = Arc::new(Unpark { thread: thread::current(), woken: AtomicBool::new(false) });
    let waker = Waker::from(Arc::clone(&unpark));
    let mut task = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut task) {
            return output;
        }
        while !unpark.woken.swap(false, Ordering::Acquire) {
            thread::park();
        }
    }
}

//! Futures on threads that belong to no runtime.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use tokio::runtime::Handle;

/// The runtime that a call came from, if it came from one; its timers and sockets work on other threads too.
pub struct Runtime(Option<Handle>);

impl Runtime {
    pub fn current() -> Self {
        Self(Handle::try_current().ok())
    }

    /// Waits for a future on this thread.
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        match &self.0 {
            Some(handle) => handle.block_on(future),
            None => block_on(future),
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut task = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut task) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_without_a_runtime() {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let waiting = thread::spawn(|| Runtime::current().block_on(receiver));
        sender.send(7).unwrap();
        assert_eq!(waiting.join().unwrap(), Ok(7));
    }
}

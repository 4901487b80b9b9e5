//! Futures on threads that belong to no runtime.

use std::future::Future;

use tokio::runtime::Handle;

use crate::blocking::block_on;

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

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn waits_without_a_runtime() {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        let waiting = thread::spawn(|| Runtime::current().block_on(receiver));
        sender.send(7).unwrap();
        assert_eq!(waiting.join().unwrap(), Ok(7));
    }
}

//! A thread with the stack that most threads have, whose overflow leaves the input behind.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

/// What threads of std and tokio have.
const STACK: usize = 2 << 20;

/// Enough for libFuzzer to write the input to a file.
const STACK_OF_HANDLER: usize = 1 << 20;

type Check = fn(&[u8]);

struct Worker {
    work: Sender<(Check, Vec<u8>)>,
    done: Receiver<()>,
}

/// Runs a check on a thread with 2 MB of stack.
///
/// # Panics
///
/// If the check does.
pub fn on_small_stack(check: Check, data: &[u8]) {
    static WORKER: OnceLock<Mutex<Worker>> = OnceLock::new();
    let worker = WORKER.get_or_init(|| Mutex::new(start()));
    let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
    let sent = worker.work.send((check, data.to_vec()));
    if sent.is_err() || worker.done.recv().is_err() {
        *worker = start();
        panic!("the check panicked");
    }
}

fn start() -> Worker {
    let (work, to_do) = channel::<(Check, Vec<u8>)>();
    let (finish, done) = channel();
    let run = move || {
        handle_overflows();
        for (check, data) in to_do {
            check(&data);
            if finish.send(()).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread can be started");
    Worker { work, done }
}

/// Gives the handler of signals a stack of its own on this thread. libFuzzer's handler writes the input that
/// was being tried to a file, which it can't do on a stack that is full.
fn handle_overflows() {
    let memory = Box::leak(vec![0_u8; STACK_OF_HANDLER].into_boxed_slice());
    let stack = libc::stack_t { ss_sp: memory.as_mut_ptr().cast(), ss_flags: 0, ss_size: STACK_OF_HANDLER };
    // SAFETY: the memory is writable, of the size that is said, and never freed or used otherwise.
    let answer = unsafe { libc::sigaltstack(&raw const stack, std::ptr::null_mut()) };
    assert_eq!(answer, 0, "the handler of signals has a stack");
}

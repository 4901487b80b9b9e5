//! Calls from code that isn't asynchronous.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use jarvis_tools::ToolErrorKind;
use jarvis_tools::prelude::*;
use tokio::runtime::Builder;

use crate::fixtures::{blocking, boom, call, executor, failed, hang, ok, ping, plain};

/// Uses timers, tasks and more of a task's budget than it has.
fn busy() -> Arc<dyn Tool> {
    plain("busy", || async {
        tokio::time::sleep(Duration::from_millis(1)).await;
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        let task = tokio::spawn(async move { (0..1000).for_each(|number| sender.send(number).unwrap()) });
        task.await.map_err(|error| error.to_string())?;
        let mut count = 0;
        while receiver.recv().await.is_some() {
            count += 1;
        }
        Ok::<_, String>(count)
    })
}

fn check() {
    let quick = blocking("quick", |_| Ok::<_, String>("quick"));
    let executor = executor([ping(), boom(), hang(), busy(), quick]).default_timeout(Duration::from_mins(1));
    ok(&executor.execute_blocking(&call("ping")), "pong");
    ok(&executor.execute_blocking(&call("busy")), "1000");
    ok(&executor.execute_blocking(&call("quick")), "quick");
    let hurried = executor.default_timeout(Duration::from_millis(1));
    failed(&hurried.execute_blocking(&call("hang")), ToolErrorKind::TimedOut, "within 1 ms");
    let results = hurried.execute_all_blocking(&[call("ping"), call("boom"), call("hang"), call("nope")]);
    let kinds: Vec<_> = results.iter().map(|result| result.error).collect();
    assert_eq!(
        kinds,
        [None, Some(ToolErrorKind::Failed), Some(ToolErrorKind::TimedOut), Some(ToolErrorKind::UnknownTool)]
    );
}

#[test]
fn no_runtime_is_needed() {
    check();
    std::thread::spawn(check).join().unwrap();
}

#[test]
fn inside_of_a_runtime_of_one_thread() {
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(async { check() });
    runtime.block_on(runtime.spawn(async { check() })).unwrap();
    tokio::task::LocalSet::new().block_on(&runtime, async { check() });
}

#[test]
fn inside_of_a_runtime_of_many_threads() {
    let runtime = Builder::new_multi_thread().worker_threads(2).build().unwrap();
    runtime.block_on(async { check() });
    runtime.block_on(runtime.spawn(async { check() })).unwrap();
    runtime.block_on(runtime.spawn_blocking(check)).unwrap();
}

#[test]
fn inside_of_a_handler() {
    let inner = executor([busy()]);
    let outer = {
        let inner = inner.clone();
        plain("outer", move || {
            let result = inner.execute_blocking(&call("busy"));
            async move { Ok::<_, String>(result.content) }
        })
    };
    let thread = blocking("thread", move |_| Ok::<_, String>(inner.execute_blocking(&call("busy")).content));
    let executor = executor([outer, thread]);
    ok(&executor.execute_blocking(&call("outer")), "1000");
    ok(&executor.execute_blocking(&call("thread")), "1000");
}

#[test]
fn inside_of_a_task_that_a_handler_made() {
    let inner = executor([busy(), hang()]).default_timeout(Duration::from_millis(5));
    let outer = plain("outer", move || {
        let inner = inner.clone();
        async move {
            let task = tokio::spawn(async move {
                [call("busy"), call("hang")].map(|call| inner.execute_blocking(&call).error)
            });
            Ok::<_, String>(task.await.is_ok_and(|errors| errors[1] == Some(ToolErrorKind::TimedOut)))
        }
    });
    ok(&executor([outer]).execute_blocking(&call("outer")), "true");
}

/// What is polled may park its thread too, and so use up what was to wake it.
#[test]
fn a_wake_is_not_lost_to_a_future_that_parks_its_thread() {
    let parks = plain("parks", || {
        let mut parked = false;
        std::future::poll_fn(move |task| {
            if parked {
                return Poll::Ready(Ok::<_, String>("done"));
            }
            parked = true;
            task.waker().wake_by_ref();
            std::thread::park();
            Poll::Pending
        })
    });
    let executor = executor([parks]).default_timeout(Duration::ZERO);
    ok(&executor.execute_blocking(&call("parks")), "done");
}

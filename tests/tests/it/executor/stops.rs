//! Calls that are stopped from outside: timeouts, cancellation, dropped futures.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use jarvis_tools::prelude::*;
use jarvis_tools::{CancellationToken, EventBus, ToolErrorKind};
use tokio::sync::oneshot;

use crate::fixtures::{Nothing, call, drain, executor, failed, hang, ok, ping, plain, plain_with, poll_once};

#[tokio::test(start_paused = true)]
async fn b109_a_hung_tool_is_answered_in_time_and_the_executor_stays_usable() {
    let executor = executor([hang(), ping()]).default_timeout(Duration::from_millis(50));
    let result = executor.execute(&call("hang")).await;
    failed(&result, ToolErrorKind::TimedOut, "timed out");
    assert_eq!(result.content, "timed out: the tool did not answer within 50 ms");
    ok(&executor.execute(&call("ping")).await, "pong");
}

#[tokio::test(start_paused = true)]
async fn row_83_and_84_the_tools_own_timeout_counts_and_zero_is_none() {
    let slow = |name: &str, timeout: u64| {
        plain_with(
            name,
            |spec| spec.timeout(Duration::from_secs(timeout)),
            || async {
                tokio::time::sleep(Duration::from_secs(8)).await;
                Ok::<_, String>("done")
            },
        )
    };
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([slow("one", 1), slow("ten", 10), slow("none", 0)])
        .default_timeout(Duration::from_secs(2))
        .with_bus(bus);
    failed(&executor.execute(&call("one")).await, ToolErrorKind::TimedOut, "within 1 s");
    assert_eq!(drain(&mut events), ["start c1", "end c1 timed_out"]);
    ok(&executor.execute(&call("ten")).await, "done");
    ok(&executor.execute(&call("none")).await, "done");
}

#[tokio::test(start_paused = true)]
async fn the_default_is_a_minute_and_can_be_switched_off() {
    let minutes = |name: &str, minutes: u64| {
        plain(name, move || async move {
            tokio::time::sleep(Duration::from_secs(60 * minutes)).await;
            Ok::<_, String>("done")
        })
    };
    let executor = executor([minutes("two", 2)]);
    failed(&executor.execute(&call("two")).await, ToolErrorKind::TimedOut, "within 60 s");
    ok(&executor.clone().default_timeout(Duration::ZERO).execute(&call("two")).await, "done");
    ok(&executor.default_timeout(Duration::MAX).execute(&call("two")).await, "done");
}

/// A tool that hands its context out and never ends.
fn watched() -> (Arc<dyn Tool>, Arc<Mutex<Option<ToolContext>>>) {
    let slot = Arc::new(Mutex::new(None));
    let tool = FnTool::with_context("watched", "Hands out its context.", {
        let slot = Arc::clone(&slot);
        move |_: Nothing, context: ToolContext| {
            *slot.lock().unwrap() = Some(context);
            std::future::pending::<Result<(), String>>()
        }
    });
    (Arc::new(tool.unwrap()), slot)
}

#[tokio::test(start_paused = true)]
async fn a_timeout_is_seen_by_the_handler() {
    let (tool, slot) = watched();
    let token = CancellationToken::new();
    let executor = executor([tool]).default_timeout(Duration::from_millis(50));
    executor.with_cancellation(token.clone()).execute(&call("watched")).await;
    let context = slot.lock().unwrap().take().unwrap();
    assert!(context.cancellation().is_cancelled());
    assert!(context.deadline().is_some());
    assert!(!token.is_cancelled(), "the timeout of one call calls off nothing else");
}

#[tokio::test]
async fn a_call_that_ended_well_is_not_called_off() {
    let slot = Arc::new(Mutex::new(None));
    let tool = FnTool::with_context("quick", "Hands out its context.", {
        let slot = Arc::clone(&slot);
        move |_: Nothing, context: ToolContext| {
            *slot.lock().unwrap() = Some(context);
            async { Ok::<_, String>(()) }
        }
    });
    let tool: Arc<dyn Tool> = Arc::new(tool.unwrap());
    executor([tool]).execute(&call("quick")).await;
    assert!(!slot.lock().unwrap().take().unwrap().cancellation().is_cancelled());
}

#[tokio::test(start_paused = true)]
async fn a_token_cancels_the_calls_that_were_made_with_it() {
    let (tool, slot) = watched();
    let executor = executor([tool, ping()]);
    let token = CancellationToken::new();
    let view = executor.with_cancellation(token.clone());
    let watched = call("watched");
    let (result, ()) = tokio::join!(view.execute(&watched), async { token.cancel() });
    failed(&result, ToolErrorKind::Cancelled, "cancelled");
    assert!(slot.lock().unwrap().take().unwrap().cancellation().is_cancelled());
    failed(&view.execute(&call("ping")).await, ToolErrorKind::Cancelled, "cancelled");
    ok(&executor.execute(&call("ping")).await, "pong");
}

#[tokio::test]
async fn a_dropped_future_calls_the_handler_off_and_publishes_one_end() {
    let (tool, slot) = watched();
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([tool]).with_bus(bus);
    let watched = call("watched");
    let mut future = Box::pin(executor.execute(&watched));
    assert!(poll_once(future.as_mut()).await.is_pending());
    drop(future);
    assert_eq!(drain(&mut events), ["start c1", "end c1 cancelled"]);
    assert!(slot.lock().unwrap().take().unwrap().cancellation().is_cancelled());
}

#[tokio::test]
async fn a_dropped_batch_publishes_one_end_for_each_call() {
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([hang(), ping()]).with_bus(bus).max_in_flight(2);
    let calls: Vec<_> = ["ping", "hang", "hang", "ping", "nope"]
        .iter()
        .zip(0..)
        .map(|(name, id)| ToolCall::new(id.to_string(), *name, "{}"))
        .collect();
    let mut future = Box::pin(executor.execute_all(&calls));
    assert!(poll_once(future.as_mut()).await.is_pending());
    drop(future);
    let mut seen = drain(&mut events);
    seen.sort();
    assert_eq!(
        seen,
        [
            "end 0 ok",
            "end 1 cancelled",
            "end 2 cancelled",
            "end 3 cancelled",
            "end 4 cancelled",
            "start 0",
            "start 1",
            "start 2"
        ]
    );
}

#[tokio::test]
async fn an_aborted_task_calls_the_handler_off() {
    let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
    let dropped = Arc::new(Mutex::new(None));
    let tool = plain("waits", {
        let dropped = Arc::clone(&dropped);
        move || {
            let (sender, receiver) = oneshot::channel::<()>();
            *dropped.lock().unwrap() = Some(receiver);
            let started = started.clone();
            async move {
                let _held = sender;
                started.send(()).unwrap();
                std::future::pending::<Result<(), String>>().await
            }
        }
    });
    let executor = executor([tool]);
    let task = tokio::spawn(async move { executor.execute(&call("waits")).await });
    starts.recv().await.unwrap();
    task.abort();
    let receiver = dropped.lock().unwrap().take().unwrap();
    assert!(receiver.await.is_err(), "the handler was dropped");
}

#[tokio::test]
async fn each_of_several_tokens_cancels() {
    for first in [true, false] {
        let (tool, slot) = watched();
        let (outer, inner) = (CancellationToken::new(), CancellationToken::new());
        let view = executor([tool]).with_cancellation(outer.clone()).with_cancellation(inner.clone());
        let watched = call("watched");
        let token = if first { &outer } else { &inner };
        let (result, ()) = tokio::join!(view.execute(&watched), async { token.cancel() });
        failed(&result, ToolErrorKind::Cancelled, "cancelled");
        assert!(slot.lock().unwrap().take().unwrap().cancellation().is_cancelled());
        failed(&view.execute(&watched).await, ToolErrorKind::Cancelled, "cancelled");
        assert_eq!((outer.is_cancelled(), inner.is_cancelled()), (first, !first));
    }
}

#[tokio::test]
async fn a_deadline_is_known_to_the_handler_and_counts_from_its_start() {
    let tool = FnTool::with_context("late", "Says it.", |_: Nothing, context: ToolContext| async move {
        Ok::<_, String>(context.deadline().is_some())
    });
    let tool: Arc<dyn Tool> = Arc::new(tool.unwrap());
    let executor = executor([tool]);
    ok(&executor.execute(&call("late")).await, "true");
    ok(&executor.default_timeout(Duration::ZERO).execute(&call("late")).await, "false");
}

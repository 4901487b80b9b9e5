//! Handlers that block their threads.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jarvis_tools::prelude::*;
use jarvis_tools::{EventBus, ToolErrorKind, ToolExecutor};

use crate::fixtures::{blocking, call, drain, executor, failed, ok, ping, poll_once};

/// A tool that blocks until the sender is dropped.
fn hung() -> (Arc<dyn Tool>, Sender<()>) {
    let (release, gate) = channel::<()>();
    let gate: Mutex<Receiver<()>> = Mutex::new(gate);
    let tool = blocking("hung", move |_| {
        let _ = gate.lock().map(|gate| gate.recv());
        Ok::<_, String>("released")
    });
    (tool, release)
}

fn limited(tools: impl IntoIterator<Item = Arc<dyn Tool>>, threads: usize) -> ToolExecutor {
    executor(tools).max_threads(threads).default_timeout(Duration::from_millis(50))
}

#[tokio::test(start_paused = true)]
async fn b110_the_answer_comes_in_time_although_the_thread_is_blocked() {
    let (tool, _release) = hung();
    let executor = executor([tool, ping()]).default_timeout(Duration::from_millis(50));
    failed(&executor.execute(&call("hung")).await, ToolErrorKind::TimedOut, "within 50 ms");
    ok(&executor.execute(&call("ping")).await, "pong");
}

#[tokio::test]
async fn row_143_a_blocked_handler_sees_that_its_time_is_over() {
    let (seen, reports) = channel();
    let seen = Mutex::new(seen);
    let tool = blocking("polls", move |context: &ToolContext| {
        while !context.cancellation().is_cancelled() {
            std::thread::yield_now();
        }
        seen.lock().unwrap().send(context.call_id().to_owned()).unwrap();
        Ok::<_, String>(())
    });
    let executor = executor([tool]).default_timeout(Duration::from_millis(1));
    failed(&executor.execute(&call("polls")).await, ToolErrorKind::TimedOut, "timed out");
    assert_eq!(reports.recv().unwrap(), "c1");
}

#[tokio::test(start_paused = true)]
async fn row_85_no_more_threads_than_allowed_and_the_answer_says_so() {
    let (tool, release) = hung();
    let executor = limited([tool, ping()], 2);
    let results = executor.execute_all(&vec![call("hung"); 24]).await;
    let exhausted = results.iter().filter(|result| result.content.contains("capacity is exhausted")).count();
    assert_eq!(exhausted, 22);
    for result in &results {
        failed(result, ToolErrorKind::TimedOut, "timed out");
    }
    drop(release);
}

#[tokio::test]
async fn a_thread_that_becomes_free_serves_the_next_call() {
    let (tool, release) = hung();
    let quick = blocking("quick", |_| Ok::<_, String>("quick"));
    let executor = executor([tool, quick]).max_threads(1).default_timeout(Duration::ZERO);
    let (hung, quick) = (call("hung"), call("quick"));
    let mut first = Box::pin(executor.execute(&hung));
    let mut second = Box::pin(executor.execute(&quick));
    assert!(poll_once(first.as_mut()).await.is_pending());
    assert!(poll_once(second.as_mut()).await.is_pending());
    drop(release);
    ok(&first.await, "released");
    ok(&second.await, "quick");
}

#[tokio::test(start_paused = true)]
async fn row_155_hung_calls_starve_no_others() {
    let (tool, _release) = hung();
    let quick = blocking("quick", |_| Ok::<_, String>("quick"));
    let executor = executor([tool, quick, ping()]).default_timeout(Duration::ZERO);
    let hung = executor.clone().default_timeout(Duration::from_millis(50));
    let results = hung.execute_all(&vec![call("hung"); 40]).await;
    assert!(results.iter().all(|result| result.error == Some(ToolErrorKind::TimedOut)));
    ok(&executor.execute(&call("quick")).await, "quick");
    ok(&executor.execute(&call("ping")).await, "pong");
}

#[test]
fn row_86_a_runtime_ends_while_a_tool_hangs() {
    let (tool, release) = hung();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
    let executor = executor([tool]).default_timeout(Duration::from_millis(1));
    let result = runtime.block_on(executor.execute(&call("hung")));
    failed(&result, ToolErrorKind::TimedOut, "timed out");
    // It would wait for a blocking thread of its own for ever.
    drop(runtime);
    drop(release);
}

#[tokio::test]
async fn many_blocking_calls_reuse_threads_and_all_answer() {
    let tool = blocking("quick", |context: &ToolContext| Ok::<_, String>(context.call_id().to_owned()));
    let calls: Vec<_> = (0..2000).map(|id: usize| ToolCall::new(id.to_string(), "quick", "{}")).collect();
    let results = executor([tool]).execute_all(&calls).await;
    for (place, result) in results.iter().enumerate() {
        ok(result, &place.to_string());
    }
}

#[tokio::test]
async fn a_blocking_handler_can_use_the_callers_runtime() {
    let tool = blocking("inside", |_| {
        let handle = tokio::runtime::Handle::try_current().map_err(|error| error.to_string())?;
        Ok::<_, String>(handle.block_on(async { "inside" }))
    });
    ok(&executor([tool]).execute(&call("inside")).await, "inside");
}

#[tokio::test]
async fn a_blocking_tool_runs_without_an_executor_too() {
    let tool = blocking("quick", |_| Ok::<_, String>("quick"));
    ok(&tool.run("{}", &ToolContext::new("c1", "quick")).await, "quick");
}

#[tokio::test(start_paused = true)]
async fn a_blocked_call_has_one_start_and_one_end() {
    let (tool, release) = hung();
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([tool]).default_timeout(Duration::from_millis(50)).with_bus(bus.clone());
    failed(&executor.execute(&call("hung")).await, ToolErrorKind::TimedOut, "within 50 ms");
    drop(release);
    assert_eq!(drain(&mut events), ["start c1", "end c1 timed_out"]);
}

#[tokio::test(start_paused = true)]
async fn sixty_four_hung_tools_leave_the_others_alone() {
    let (hung, _release) = hung();
    let quick = blocking("quick", |_| Ok::<_, String>("quick"));
    let executor = executor([hung, quick, ping()]).max_in_flight(128).default_timeout(Duration::ZERO);
    let mut calls = vec![call("hung"); 64];
    let view = executor.clone();
    let mut waits = Box::pin(view.execute_all(&calls));
    assert!(poll_once(waits.as_mut()).await.is_pending());
    for _ in 0..100 {
        ok(&executor.execute(&call("quick")).await, "quick");
        ok(&executor.execute(&call("ping")).await, "pong");
    }
    drop(waits);
    // In one batch, too: those that hang end with their time, the others before.
    calls.extend(vec![call("ping"); 64]);
    let results = executor.default_timeout(Duration::from_millis(50)).execute_all(&calls).await;
    let timed_out = results.iter().filter(|result| result.error == Some(ToolErrorKind::TimedOut)).count();
    assert_eq!((timed_out, results.iter().filter(|result| result.success).count()), (64, 64));
}

#[test]
fn row_86_a_process_with_hung_tools_ends() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_hung")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, "timed out: the tool did not answer within 1 ms\n".repeat(2));
}

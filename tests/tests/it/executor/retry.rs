//! Calls that are tried again. The clock is paused, so that pauses cost nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use jarvis_tools::prelude::*;
use jarvis_tools::{
    Annotations, ArgumentErrors, CancellationToken, EventBus, Prepared, Retry, ToolErrorKind,
};
use serde_json::json;
use tokio::time::Instant;

use crate::fixtures::{call, drain, executor, failed, ok, plain_with};

/// A tool that fails so often before it succeeds, and how often it ran.
fn flaky(failures: u32, idempotent: bool, error: fn() -> ToolError) -> (Arc<dyn Tool>, Arc<AtomicU32>) {
    let runs = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&runs);
    let tool = plain_with(
        "flaky",
        |spec| spec.annotations(Annotations::default().idempotent(idempotent)),
        move || {
            let run = count.fetch_add(1, Ordering::SeqCst);
            async move { if run < failures { Err(error()) } else { Ok("done") } }
        },
    );
    (tool, runs)
}

fn busy() -> ToolError {
    ToolError::failed("busy").retryable()
}

fn broken() -> ToolError {
    ToolError::failed("broken")
}

#[tokio::test(start_paused = true)]
async fn a_retryable_error_of_an_idempotent_tool_is_tried_again() {
    let (tool, runs) = flaky(2, true, busy);
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let started = Instant::now();
    let result = executor([tool]).with_bus(bus).execute(&call("flaky")).await;
    ok(&result, "done");
    assert_eq!(result.metadata["attempts"], 3);
    assert_eq!(runs.load(Ordering::SeqCst), 3);
    // On the paused clock: 200 and 400 ms, each less up to a half of it.
    let paused = started.elapsed();
    assert!((Duration::from_millis(300)..=Duration::from_millis(602)).contains(&paused), "{paused:?}");
    assert_eq!(drain(&mut events), ["start c1", "end c1 ok"]);
}

#[tokio::test(start_paused = true)]
async fn the_last_error_is_the_answer() {
    let (tool, runs) = flaky(9, true, busy);
    let result = executor([tool]).retry(Retry::up_to(4)).execute(&call("flaky")).await;
    failed(&result, ToolErrorKind::Failed, "busy");
    assert!(result.retryable);
    assert_eq!((result.metadata["attempts"].as_u64(), runs.load(Ordering::SeqCst)), (Some(4), 4));
}

#[tokio::test(start_paused = true)]
async fn nothing_else_is_tried_again() {
    for (idempotent, error, retry) in [
        (false, busy as fn() -> ToolError, Retry::default()),
        (true, broken, Retry::default()),
        (true, busy, Retry::NEVER),
        (true, busy, Retry::up_to(0)),
    ] {
        let (tool, runs) = flaky(1, idempotent, error);
        let result = executor([tool]).retry(retry).execute(&call("flaky")).await;
        failed(&result, ToolErrorKind::Failed, "b");
        assert!(!result.metadata.contains_key("attempts"));
        assert_eq!(runs.load(Ordering::SeqCst), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn all_attempts_share_the_time_of_the_call() {
    let (tool, runs) = flaky(99, true, busy);
    let executor = executor([tool]).retry(Retry::up_to(99)).default_timeout(Duration::from_secs(2));
    let started = Instant::now();
    failed(&executor.execute(&call("flaky")).await, ToolErrorKind::Failed, "busy");
    assert!(started.elapsed() < Duration::from_secs(2));
    assert!((3..9).contains(&runs.load(Ordering::SeqCst)));

    let annotations = Annotations::default().idempotent(true);
    let hung = plain_with(
        "hung",
        |spec| spec.annotations(annotations).timeout(Duration::from_secs(1)),
        std::future::pending::<Result<(), ToolError>>,
    );
    let result = crate::fixtures::executor([hung]).execute(&call("hung")).await;
    failed(&result, ToolErrorKind::TimedOut, "within 1 s");
    assert!(result.retryable && !result.metadata.contains_key("attempts"));
}

#[tokio::test(start_paused = true)]
async fn a_pause_can_be_cancelled() {
    let (tool, runs) = flaky(99, true, busy);
    let token = CancellationToken::new();
    let executor = executor([tool]).with_cancellation(token.clone());
    let call = call("flaky");
    let (result, ()) = tokio::join!(executor.execute(&call), async { token.cancel() });
    failed(&result, ToolErrorKind::Cancelled, "cancelled");
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[test]
fn without_a_timer_there_is_one_attempt() {
    let (tool, runs) = flaky(1, true, busy);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    failed(&runtime.block_on(executor([tool]).execute(&call("flaky"))), ToolErrorKind::Failed, "busy");
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

/// A hand-written tool that counts how often it prepares and fails whatever it runs.
struct Counting(ToolSpec, AtomicU32);

impl Tool for Counting {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn prepare<'a>(&'a self, _: &str, _: &'a ToolContext) -> Result<Prepared<'a>, ArgumentErrors> {
        self.1.fetch_add(1, Ordering::SeqCst);
        Ok(Prepared::blocking(|| Err(busy()), jarvis_tools::Notes::default()))
    }
}

#[tokio::test]
async fn each_attempt_prepares_again_also_for_tools_that_block() {
    let spec = ToolSpec::new("counting", "Counts.", json!({ "type": "object" }))
        .annotations(Annotations::default().idempotent(true));
    let tool = Arc::new(Counting(spec, AtomicU32::new(0)));
    let executor =
        executor([Arc::clone(&tool) as Arc<dyn Tool>]).retry(Retry::up_to(3).first_pause(Duration::ZERO));
    failed(&executor.execute(&call("counting")).await, ToolErrorKind::Failed, "busy");
    assert_eq!(tool.1.load(Ordering::SeqCst), 3);
}

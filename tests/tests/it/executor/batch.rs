//! Many calls at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jarvis_tools::prelude::*;
use jarvis_tools::{EventBus, ToolErrorKind};
use tokio::sync::Notify;

use crate::fixtures::{boom, call, echo, executor, failed, hang, ok, ping, plain, plain_with, short};

fn calls(names: &[&str]) -> Vec<ToolCall> {
    names.iter().zip(0..).map(|(name, id)| ToolCall::new(id.to_string(), *name, "{}")).collect()
}

#[tokio::test(start_paused = true)]
async fn b102_results_stand_in_the_order_of_the_calls() {
    let slow = plain("slow", || async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        Ok::<_, String>("slow")
    });
    let results = executor([slow, ping()]).execute_all(&calls(&["slow", "ping", "slow"])).await;
    let contents: Vec<_> = results.iter().map(|result| result.content.as_str()).collect();
    assert_eq!(contents, ["slow", "pong", "slow"]);
    let ids: Vec<_> = results.iter().map(|result| result.call_id.as_str()).collect();
    assert_eq!(ids, ["0", "1", "2"]);
}

#[tokio::test(start_paused = true)]
async fn b106_and_row_154_one_failure_leaves_the_siblings_alone() {
    let executor = executor([ping(), boom(), hang()]).default_timeout(Duration::from_millis(50));
    let results = executor.execute_all(&calls(&["ping", "boom", "nope", "hang", "ping"])).await;
    ok(&results[0], "pong");
    failed(&results[1], ToolErrorKind::Failed, "boom");
    failed(&results[2], ToolErrorKind::UnknownTool, "nope");
    failed(&results[3], ToolErrorKind::TimedOut, "timed out");
    ok(&results[4], "pong");
}

#[tokio::test]
async fn row_156_an_empty_batch_and_one_of_one() {
    let executor = executor([ping()]);
    assert!(executor.execute_all(&[]).await.is_empty());
    ok(&executor.execute_all(&[call("ping")]).await[0], "pong");
}

#[tokio::test]
async fn ids_may_be_empty_or_repeated() {
    let calls =
        [ToolCall::new("", "ping", "{}"), ToolCall::new("x", "ping", "{}"), ToolCall::new("x", "ping", "{}")];
    let results = executor([ping()]).execute_all(&calls).await;
    assert_eq!(results.iter().map(|result| result.call_id.as_str()).collect::<Vec<_>>(), ["", "x", "x"]);
}

#[tokio::test]
async fn a_slow_first_call_keeps_no_later_one_from_starting() {
    let (open, opened) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let waits = plain("waits", {
        let open = Arc::clone(&open);
        move || {
            let open = Arc::clone(&open);
            async move {
                open.notified().await;
                Ok::<_, String>("waited")
            }
        }
    });
    let opens = plain("opens", move || {
        open.notify_one();
        opened.notify_one();
        async { Ok::<_, String>("opened") }
    });
    let executor = executor([waits, opens, ping()]).max_in_flight(2);
    let mut names = vec!["waits"];
    names.extend(["ping"; 50]);
    names.push("opens");
    let results = executor.execute_all(&calls(&names)).await;
    ok(&results[0], "waited");
    ok(&results[51], "opened");
}

/// A tool that says how many run beside it, itself included, and the highest number seen so far.
fn counting(name: &str, now: &Arc<AtomicUsize>, most: &Arc<AtomicUsize>, sequential: bool) -> Arc<dyn Tool> {
    let (now, most) = (Arc::clone(now), Arc::clone(most));
    plain_with(
        name,
        |spec| spec.sequential(sequential),
        move || {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            async move {
                let running = now.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(running, Ordering::SeqCst);
                for _ in 0..5 {
                    tokio::task::yield_now().await;
                }
                let beside = now.fetch_sub(1, Ordering::SeqCst);
                Ok::<_, String>(beside.max(running))
            }
        },
    )
}

#[tokio::test]
async fn as_many_run_at_once_as_the_limit_says() {
    for (limit, expected) in [(0, 1), (1, 1), (3, 3), (100, 20)] {
        let (now, most) = (Arc::default(), Arc::default());
        let executor = executor([counting("count", &now, &most, false)]).max_in_flight(limit);
        executor.execute_all(&calls(&["count"; 20])).await;
        assert_eq!(most.load(Ordering::SeqCst), expected, "limit {limit}");
    }
}

#[tokio::test]
async fn a_sequential_tool_runs_alone_in_its_place() {
    let (now, most) = (Arc::default(), Arc::default());
    let order = Arc::new(Mutex::new(Vec::new()));
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor =
        executor([counting("many", &now, &most, false), counting("alone", &now, &most, true)]).with_bus(bus);
    let names = ["many", "many", "alone", "alone", "many", "many", "alone"];
    let results = executor.execute_all(&calls(&names)).await;
    for (name, result) in names.iter().zip(&results) {
        if *name == "alone" {
            ok(result, "1");
        }
    }
    assert_eq!(most.load(Ordering::SeqCst), 2);
    while let Some(event) = events.try_recv() {
        order.lock().unwrap().push(short(&event));
    }
    let order = order.lock().unwrap();
    let place = |wanted: &str| order.iter().position(|event| event == wanted).unwrap();
    for (before, after) in [(0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 6), (5, 6)] {
        assert!(place(&format!("end {before} ok")) < place(&format!("start {after}")), "{order:?}");
    }
}

#[tokio::test]
async fn ten_thousand_calls_a_tenth_of_them_broken() {
    let executor = executor([echo(), boom()]);
    let calls: Vec<_> = (0..10_000)
        .map(|place: usize| match place % 40 {
            0 => ToolCall::new(place.to_string(), "boom", "{}"),
            10 => ToolCall::new(place.to_string(), "nope", "{}"),
            20 => ToolCall::new(place.to_string(), "echo", "{"),
            30 => ToolCall::new(place.to_string(), "echo", "{}"),
            _ => ToolCall::new(place.to_string(), "echo", format!(r#"{{"text":"{place}"}}"#)),
        })
        .collect();
    let results = executor.execute_all(&calls).await;
    assert_eq!(results.len(), calls.len());
    for (place, result) in results.iter().enumerate() {
        assert_eq!(result.call_id, place.to_string());
        match place % 40 {
            0 => failed(result, ToolErrorKind::Failed, "boom"),
            10 => failed(result, ToolErrorKind::UnknownTool, "nope"),
            20 | 30 => failed(result, ToolErrorKind::InvalidArguments, "echo"),
            _ => ok(result, &place.to_string()),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_executor_serves_many_tasks() {
    let executor = executor([echo(), ping()]);
    let tasks: Vec<_> = (0..50)
        .map(|task| {
            let executor = executor.with(task);
            tokio::spawn(async move {
                let text = format!(r#"{{"text":"{task}"}}"#);
                executor.execute(&ToolCall::new("", "echo", text)).await
            })
        })
        .collect();
    for (place, task) in tasks.into_iter().enumerate() {
        ok(&task.await.unwrap(), &place.to_string());
    }
}

//! Random batches: whatever they hold, n calls give n results in order, and one end event each.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jarvis_tools::prelude::*;
use jarvis_tools::{CancellationToken, Confirmation, EventBus, ToolErrorKind};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::fixtures::{Nothing, blocking, boom, echo, executor, plain, plain_with};

/// What a call is like, and so what may come of it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Valid,
    Blocking,
    Malformed,
    WrongType,
    Unknown,
    Failing,
    Panicking,
    PanickingThread,
    Hanging,
    Denied,
    Sequential,
    /// Cancels the whole batch.
    Cancelling,
}

const KINDS: [Kind; 12] = [
    Kind::Valid,
    Kind::Blocking,
    Kind::Malformed,
    Kind::WrongType,
    Kind::Unknown,
    Kind::Failing,
    Kind::Panicking,
    Kind::PanickingThread,
    Kind::Hanging,
    Kind::Denied,
    Kind::Sequential,
    Kind::Cancelling,
];

impl Kind {
    fn call(self, id: &str) -> ToolCall {
        let (name, arguments) = match self {
            Kind::Valid => ("echo", r#"{"text":"hi"}"#),
            Kind::Malformed => ("echo", r#"{"text":"#),
            Kind::WrongType => ("echo", r#"{"text":5}"#),
            Kind::Blocking => ("quick", "{}"),
            Kind::Unknown => ("nope", "{}"),
            Kind::Failing => ("boom", "{}"),
            Kind::Panicking => ("panics", "{}"),
            Kind::PanickingThread => ("panics_apart", "{}"),
            Kind::Hanging => ("hangs", "{}"),
            Kind::Denied => ("asks", "{}"),
            Kind::Sequential => ("alone", "{}"),
            Kind::Cancelling => ("cancels", "{}"),
        };
        ToolCall::new(id, name, arguments)
    }

    fn outcome(self) -> Option<ToolErrorKind> {
        match self {
            Kind::Valid | Kind::Blocking | Kind::Sequential | Kind::Cancelling => None,
            Kind::Malformed | Kind::WrongType => Some(ToolErrorKind::InvalidArguments),
            Kind::Unknown => Some(ToolErrorKind::UnknownTool),
            Kind::Failing => Some(ToolErrorKind::Failed),
            Kind::Panicking | Kind::PanickingThread => Some(ToolErrorKind::Panicked),
            Kind::Hanging => Some(ToolErrorKind::TimedOut),
            Kind::Denied => Some(ToolErrorKind::Denied),
        }
    }
}

async fn panics() -> Result<(), String> {
    tokio::task::yield_now().await;
    panic!("on purpose")
}

fn tools() -> ToolExecutor {
    let cancels =
        FnTool::with_context("cancels", "Cancels.", |_: Nothing, context: ToolContext| async move {
            tokio::task::yield_now().await;
            context.get::<CancellationToken>().unwrap().cancel();
            Ok::<_, String>(())
        });
    executor([
        echo(),
        boom(),
        blocking("quick", |_| Ok::<_, String>("quick")),
        plain("panics", panics),
        blocking("panics_apart", |_| -> Result<(), String> { panic!("on purpose") }),
        plain_with(
            "hangs",
            |spec| spec.timeout(Duration::from_millis(1)),
            std::future::pending::<Result<(), String>>,
        ),
        plain_with("asks", |spec| spec.requires_confirmation(true), || async { Ok::<_, String>(()) }),
        plain_with("alone", |spec| spec.sequential(true), || async { Ok::<_, String>(()) }),
        Arc::new(cancels.unwrap()),
    ])
    .confirm_with(|_| async { Confirmation::deny("no") })
}

fn count<'a>(ids: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for id in ids {
        *counts.entry(id.to_owned()).or_default() += 1;
    }
    counts
}

/// Runs a batch; where `polls` is given, it is dropped after so many polls (without one it never began).
async fn check(batch: &[(Kind, String)], in_flight: usize, polls: Option<usize>) {
    let calls: Vec<_> = batch.iter().map(|(kind, id)| kind.call(id)).collect();
    let bus = EventBus::new();
    let mut events = bus.subscribe_with_capacity(10_000);
    let token = CancellationToken::new();
    let executor =
        tools().with_bus(bus).max_in_flight(in_flight).with(token.clone()).with_cancellation(token);
    let results = match polls {
        None => Some(executor.execute_all(&calls).await),
        Some(polls) => {
            let mut all = Box::pin(executor.execute_all(&calls));
            let mut results = None;
            for _ in 0..polls {
                if let std::task::Poll::Ready(ready) = crate::fixtures::poll_once(all.as_mut()).await {
                    results = Some(ready);
                    break;
                }
            }
            results
        }
    };
    if let Some(results) = results {
        assert_eq!(results.len(), calls.len());
        let may_be_cancelled = batch.iter().any(|(kind, _)| *kind == Kind::Cancelling);
        for ((kind, id), result) in batch.iter().zip(&results) {
            assert_eq!((&result.call_id, result.success), (id, result.error.is_none()));
            let cancelled = may_be_cancelled && result.error == Some(ToolErrorKind::Cancelled);
            assert!(cancelled || result.error == kind.outcome(), "{kind:?}: {result:?}");
            assert!(!result.content.trim().is_empty());
        }
    }
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    while let Some(event) = events.try_recv() {
        match &*event {
            ToolEvent::CallStart { call_id, .. } => starts.push(call_id.clone()),
            ToolEvent::CallEnd { call_id, .. } => ends.push(call_id.clone()),
            _ => {}
        }
    }
    let ends = count(ends.iter().map(String::as_str));
    assert_eq!(ends, count(calls.iter().map(|call| call.id.as_str())), "one end each");
    for (id, starts) in count(starts.iter().map(String::as_str)) {
        assert!(starts <= ends[&id], "a start without an end: {id:?}");
    }
    let counted = executor.totals().all().calls;
    assert_eq!(counted, calls.len() as u64);
}

#[test]
fn n_calls_give_n_results_and_n_ends_at_any_number_of_threads() {
    let kind = (0..KINDS.len()).prop_map(|place| KINDS[place]);
    let id = prop_oneof![Just(String::new()), Just("same".to_owned()), "[a-z]{1,3}"];
    let batch = proptest::collection::vec((kind, id), 0..40);
    let polls = proptest::option::of(1..6_usize);
    for workers in [1, 2, 64] {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(workers)
            .enable_time()
            .build()
            .unwrap();
        let mut runner =
            TestRunner::new(Config { cases: 48, failure_persistence: None, ..Config::default() });
        let cases = (batch.clone(), 1..20_usize, polls.clone());
        runner
            .run(&cases, |(batch, in_flight, polls)| {
                let task = runtime.spawn(async move { check(&batch, in_flight, polls).await });
                prop_assert!(runtime.block_on(task).is_ok());
                Ok(())
            })
            .unwrap();
    }
}

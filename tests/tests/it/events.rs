//! What watchers of calls see.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::task::{Context, Wake, Waker};

use futures_util::StreamExt as _;
use jarvis_tools::prelude::*;
use jarvis_tools::{EventBus, Progress, Subscription, ToolEvent};
use serde_json::{Value, json};

use crate::fixtures::{Nothing, boom, call, drain, executor, ok, ping, short};

fn event(place: usize) -> ToolEvent {
    ToolEvent::progress(place.to_string(), "t", Progress::default())
}

fn id(event: &ToolEvent) -> &str {
    match event {
        ToolEvent::Progress { call_id, .. } => call_id,
        _ => "",
    }
}

/// A callback that keeps what it heard.
fn record(bus: &EventBus) -> (Arc<Mutex<Vec<String>>>, Subscription) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let subscription = bus.listen({
        let heard = Arc::clone(&heard);
        move |event| heard.lock().unwrap().push(short(event))
    });
    (heard, subscription)
}

#[tokio::test]
async fn row_82_start_then_end() {
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([ping(), boom()]).with_bus(bus);
    executor.execute(&ToolCall::new("c1", "ping", r#"{"odd":1}"#)).await;
    let start = serde_json::to_value(&*events.recv().await.unwrap()).unwrap();
    assert_eq!(
        start,
        json!({ "type": "tool_call_start", "call_id": "c1", "tool": "ping", "arguments": { "odd": 1 } })
    );
    let end = serde_json::to_value(&*events.recv().await.unwrap()).unwrap();
    assert_eq!(
        (&end["type"], &end["tool"], &end["success"]),
        (&json!("tool_call_end"), &json!("ping"), &json!(true))
    );
    assert_eq!(end["error"], Value::Null);
    assert!(end["latency_seconds"].as_f64().unwrap() > 0.0);
    executor.execute(&call("boom")).await;
    executor.execute(&call("nope")).await;
    assert_eq!(drain(&mut events), ["start c1", "end c1 failed", "end c1 unknown_tool"]);
}

#[test]
fn an_event_is_not_made_when_nobody_listens() {
    let bus = EventBus::new();
    bus.publish_with(|| panic!("nobody listens"));
    let events = bus.subscribe();
    assert!(bus.is_listened_to());
    drop(events);
    bus.publish_with(|| panic!("nobody listens any more"));
    let subscription = bus.listen(|_| ());
    assert!(bus.is_listened_to());
    drop(subscription);
    bus.publish_with(|| panic!("nobody listens any more"));
}

#[tokio::test]
async fn a_slow_subscriber_loses_the_oldest_and_is_told_how_many() {
    let bus = EventBus::new();
    let mut slow = bus.subscribe_with_capacity(3);
    let mut quick = bus.subscribe();
    (0..10).for_each(|place| bus.publish(event(place)));
    assert_eq!(slow.recv().await.as_deref(), Some(&ToolEvent::missed(7)));
    for place in ["7", "8", "9"] {
        assert_eq!(id(&slow.recv().await.unwrap()), place);
    }
    assert!(slow.try_recv().is_none());
    for place in 0..10 {
        assert_eq!(id(&quick.recv().await.unwrap()), place.to_string());
    }
}

#[tokio::test]
async fn events_wake_whoever_waits_and_end_with_the_bus() {
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let (first, ()) = tokio::join!(events.recv(), async { bus.clone().publish(event(1)) });
    assert_eq!(id(&first.unwrap()), "1");
    bus.publish(event(2));
    let waits =
        tokio::spawn(async move { events.map(|event| id(&event).to_owned()).collect::<Vec<_>>().await });
    tokio::task::yield_now().await;
    drop(bus);
    assert_eq!(waits.await.unwrap(), ["2"]);
}

#[tokio::test]
async fn callbacks_hear_everything_in_order() {
    let bus = EventBus::new();
    let (heard, _subscription) = record(&bus);
    let executor = executor([ping()]).with_bus(bus.clone());
    let calls: Vec<_> = (0..1000).map(|id: usize| ToolCall::new(id.to_string(), "ping", "{}")).collect();
    for call in &calls {
        executor.execute(call).await;
    }
    bus.flush().await;
    let expected: Vec<_> = (0..1000).flat_map(|id| [format!("start {id}"), format!("end {id} ok")]).collect();
    assert_eq!(*heard.lock().unwrap(), expected);
}

#[tokio::test]
async fn callbacks_of_a_batch_hear_one_start_and_one_end_for_each_call() {
    let bus = EventBus::new();
    let (heard, _subscription) = record(&bus);
    let calls: Vec<_> = (0..10_000).map(|id: usize| ToolCall::new(id.to_string(), "ping", "{}")).collect();
    executor([ping()]).with_bus(bus.clone()).execute_all(&calls).await;
    bus.flush().await;
    let mut heard = heard.lock().unwrap();
    assert_eq!(heard.len(), 20_000);
    heard.sort();
    heard.dedup();
    assert_eq!(heard.len(), 20_000);
}

#[tokio::test]
async fn a_callback_that_panics_harms_nobody_and_is_called_again() {
    let bus = EventBus::new();
    let panics = Arc::new(AtomicUsize::new(0));
    let _broken = bus.listen({
        let panics = Arc::clone(&panics);
        move |_| {
            panics.fetch_add(1, Ordering::SeqCst);
            panic!("in a callback")
        }
    });
    let (heard, _subscription) = record(&bus);
    ok(&executor([ping()]).with_bus(bus.clone()).execute(&call("ping")).await, "pong");
    bus.flush().await;
    assert_eq!(*heard.lock().unwrap(), ["start c1", "end c1 ok"]);
    assert_eq!(panics.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_slow_callback_delays_no_call() {
    let bus = EventBus::new();
    let (release, gate) = channel::<()>();
    let gate = Mutex::new(gate);
    let heard = Arc::new(AtomicUsize::new(0));
    let _slow = bus.listen({
        let heard = Arc::clone(&heard);
        move |_| {
            let _ = gate.lock().unwrap().recv();
            heard.fetch_add(1, Ordering::SeqCst);
        }
    });
    ok(&executor([ping()]).with_bus(bus.clone()).execute(&call("ping")).await, "pong");
    assert_eq!(heard.load(Ordering::SeqCst), 0);
    drop(release);
    bus.flush().await;
    assert_eq!(heard.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_callback_may_use_the_bus() {
    let bus = EventBus::new();
    let (heard, recording) = record(&bus);
    let inner = Arc::new(Mutex::new(Vec::new()));
    let using = bus.listen({
        let (bus, inner) = (bus.clone(), Arc::clone(&inner));
        move |event| {
            if let ToolEvent::CallStart { .. } = event {
                inner.lock().unwrap().push(bus.listen(|_| ()));
                let mut events = bus.subscribe();
                bus.publish(ToolEvent::missed(5));
                assert_eq!(events.try_recv().as_deref(), Some(&ToolEvent::missed(5)));
            }
        }
    });
    executor([ping()]).with_bus(bus.clone()).execute(&call("ping")).await;
    bus.flush().await;
    bus.flush().await;
    let expected = short(&ToolEvent::missed(5));
    assert!(heard.lock().unwrap().contains(&expected));
    drop((recording, using));
    inner.lock().unwrap().clear();
    assert!(!bus.is_listened_to());
}

#[tokio::test]
async fn a_dropped_subscription_hears_nothing_more_and_a_late_one_nothing_earlier() {
    let bus = EventBus::new();
    let (early, subscription) = record(&bus);
    bus.publish(ToolEvent::missed(1));
    let (late, _subscription) = record(&bus);
    bus.publish(ToolEvent::missed(2));
    bus.flush().await;
    drop(subscription);
    bus.publish(ToolEvent::missed(3));
    bus.flush().await;
    assert_eq!(early.lock().unwrap().len(), 2);
    assert_eq!(late.lock().unwrap().len(), 2);
}

#[test]
fn the_thread_ends_with_the_last_handle() {
    let bus = EventBus::new();
    let (alive, dead) = channel::<()>();
    let alive = Mutex::new(alive);
    bus.listen(move |_| drop(alive.lock())).detach();
    bus.publish(event(1));
    drop(bus.clone());
    drop(bus);
    // The callback, and so the sender, lives as long as the thread.
    assert!(dead.recv().is_err());
}

#[tokio::test]
async fn flush_without_callbacks_is_done_at_once() {
    let bus = EventBus::new();
    bus.flush().await;
    let _events = bus.subscribe();
    bus.publish(event(1));
    bus.flush().await;
}

#[tokio::test]
async fn sensitive_arguments_are_redacted() {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "Only the events matter.")]
    struct Login {
        user: String,
        password: String,
        more: Option<Value>,
    }
    let login = FnTool::new("login", "Logs in.", |_: Login| async { Ok::<_, String>(()) }).unwrap();
    let login: Arc<dyn Tool> =
        Arc::new(login.with(|spec| spec.sensitive("password").sensitive("more.key")).unwrap());
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([login]).with_bus(bus);
    let text = r#"{"user":"ada","password":"hunter2","more":{"key":"k","other":1}}"#;
    executor.execute(&ToolCall::new("c1", "login", text)).await;
    let start = serde_json::to_value(&*events.recv().await.unwrap()).unwrap();
    assert_eq!(
        start["arguments"],
        json!({ "user": "ada", "password": "[redacted]", "more": { "key": "[redacted]", "other": 1 } })
    );
}

#[tokio::test]
async fn tools_say_how_far_they_are() {
    let tool = FnTool::with_context("works", "Works.", |_: Nothing, context: ToolContext| async move {
        context.progress("asking");
        context.progress(0.5);
        context.progress((7.0, "done"));
        Ok::<_, String>(())
    });
    let tool: Arc<dyn Tool> = Arc::new(tool.unwrap());
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([tool]).with_bus(bus);
    executor.execute(&call("works")).await;
    let seen: Vec<Value> = std::iter::from_fn(|| events.try_recv())
        .map(|event| serde_json::to_value(&*event).unwrap())
        .filter(|event| event["type"] == "tool_progress")
        .collect();
    assert_eq!(seen.len(), 3);
    assert_eq!(
        seen[0],
        json!({ "type": "tool_progress", "call_id": "c1", "tool": "works", "fraction": null, "message": "asking" })
    );
    assert_eq!(seen[1]["fraction"], 0.5);
    assert_eq!((&seen[2]["fraction"], &seen[2]["message"]), (&json!(1.0), &json!("done")));
}

#[tokio::test]
async fn nothing_is_said_about_a_call_that_has_ended() {
    let slot = Arc::new(Mutex::new(None));
    let tool = FnTool::with_context("quick", "Hands out its context.", {
        let slot = Arc::clone(&slot);
        move |_: Nothing, context: ToolContext| {
            context.progress("in time");
            *slot.lock().unwrap() = Some(context.with(7_u8));
            async { Ok::<_, String>(()) }
        }
    });
    let tool: Arc<dyn Tool> = Arc::new(tool.unwrap());
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    executor([tool]).with_bus(bus).execute(&call("quick")).await;
    slot.lock().unwrap().take().unwrap().progress("too late");
    let kinds: Vec<_> = std::iter::from_fn(|| events.try_recv())
        .map(|event| serde_json::to_value(&*event).unwrap()["type"].clone())
        .collect();
    assert_eq!(kinds, ["tool_call_start", "tool_progress", "tool_call_end"]);
}

#[tokio::test]
async fn a_thousand_subscribers() {
    let bus = EventBus::new();
    let mut queues: Vec<_> = (0..500).map(|_| bus.subscribe()).collect();
    let heard = Arc::new(AtomicUsize::new(0));
    let subscriptions: Vec<_> = (0..500)
        .map(|_| {
            let heard = Arc::clone(&heard);
            bus.listen(move |_| {
                heard.fetch_add(1, Ordering::SeqCst);
            })
        })
        .collect();
    let calls: Vec<_> = (0..50).map(|id: usize| ToolCall::new(id.to_string(), "ping", "{}")).collect();
    let results = executor([ping()]).with_bus(bus.clone()).execute_all(&calls).await;
    assert!(results.iter().all(|result| result.success));
    bus.flush().await;
    assert_eq!(heard.load(Ordering::SeqCst), 500 * 100);
    assert!(queues.iter_mut().all(|events| drain(events).len() == 100));
    drop((subscriptions, queues));
    assert!(!bus.is_listened_to());
}

/// Wakers are foreign code.
struct Angry;

impl Wake for Angry {
    fn wake(self: Arc<Self>) {
        panic!("not now");
    }
}

#[tokio::test]
async fn a_waker_that_panics_harms_no_call_and_no_other_subscriber() {
    let bus = EventBus::new();
    let (mut angry, mut calm) = (bus.subscribe(), bus.subscribe());
    assert!(angry.poll_next_unpin(&mut Context::from_waker(&Waker::from(Arc::new(Angry)))).is_pending());
    let waiting = tokio::spawn(async move { calm.recv().await });
    tokio::task::yield_now().await;
    let result = executor([ping()]).with_bus(bus).execute(&call("ping")).await;
    ok(&result, "pong");
    assert_eq!(short(&waiting.await.unwrap().unwrap()), "start c1");
    assert_eq!(std::iter::from_fn(|| angry.try_recv()).count(), 2);
}

/// Keeps something that speaks when it goes, as the waker of a task keeps the task.
struct LastWords(EventBus);

impl Wake for LastWords {
    fn wake(self: Arc<Self>) {}
}

impl Drop for LastWords {
    fn drop(&mut self) {
        self.0.publish(event(7));
    }
}

#[test]
fn a_waker_that_is_replaced_may_use_the_bus() {
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let first = Waker::from(Arc::new(LastWords(bus.clone())));
    assert!(events.poll_next_unpin(&mut Context::from_waker(&first)).is_pending());
    drop(first);
    let _ = events.poll_next_unpin(&mut Context::from_waker(Waker::noop()));
    assert_eq!(events.try_recv().as_deref(), Some(&event(7)));
}

#[test]
fn subscribers_that_came_and_went_leave_nothing() {
    let bus = EventBus::new();
    let _listens = bus.subscribe();
    let kept = allocation_counter::measure(|| (0..10_000).for_each(|_| drop(bus.subscribe())));
    assert!(kept.bytes_current < 4096, "{kept:?}");
}

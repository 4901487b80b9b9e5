//! Calls that somebody must allow.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use jarvis_tools::prelude::*;
use jarvis_tools::{CancellationToken, Confirmation, ConfirmationRequest, EventBus, ToolErrorKind};
use serde_json::{Value, json};

use crate::fixtures::{call, drain, executor, failed, ok, ping, short};

#[derive(Deserialize, JsonSchema)]
struct Delete {
    path: String,
    token: Option<String>,
}

fn delete() -> Arc<dyn Tool> {
    let tool = FnTool::new("delete", "Deletes a file.", |args: Delete| async move {
        Ok::<_, String>(format!("deleted {}", args.path))
    });
    Arc::new(tool.unwrap().with(|spec| spec.requires_confirmation(true).sensitive("token")).unwrap())
}

/// A tool that tells its secret.
fn secretive() -> Arc<dyn Tool> {
    let tool = FnTool::new("delete", "Deletes a file.", |args: Delete| async move {
        Ok::<_, String>(format!("deleted {} with {}", args.path, args.token.unwrap_or_default()))
    });
    Arc::new(tool.unwrap().with(|spec| spec.requires_confirmation(true).sensitive("token")).unwrap())
}

fn delete_call() -> ToolCall {
    ToolCall::new("c1", "delete", r#"{"path":"/x","token":"hunter2"}"#)
}

/// An executor that answers each request so, and what it was asked.
fn answering(answer: Confirmation) -> (ToolExecutor, Arc<Mutex<Vec<ConfirmationRequest>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let executor = executor([delete(), ping()]).confirm_with({
        let asked = Arc::clone(&asked);
        move |request| {
            asked.lock().unwrap().push(request);
            let answer = answer.clone();
            async move { answer }
        }
    });
    (executor, asked)
}

#[tokio::test]
async fn row_87_without_a_handler_the_call_is_denied() {
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([delete()]).with_bus(bus);
    let result = executor.execute(&delete_call()).await;
    failed(&result, ToolErrorKind::Denied, "requires confirmation");
    assert_eq!(drain(&mut events), ["end c1 denied"]);
}

#[tokio::test]
async fn row_88_the_answer_decides() {
    let (allows, _) = answering(true.into());
    ok(&allows.execute(&delete_call()).await, "deleted /x");
    let (denies, _) = answering(false.into());
    failed(&denies.execute(&delete_call()).await, ToolErrorKind::Denied, "denied by user");
    let (reasons, _) = answering(Confirmation::deny("not on a Sunday"));
    failed(&reasons.execute(&delete_call()).await, ToolErrorKind::Denied, "denied: not on a Sunday");
}

#[tokio::test]
async fn row_89_other_tools_are_not_asked_about() {
    let (executor, asked) = answering(false.into());
    ok(&executor.execute(&call("ping")).await, "pong");
    assert!(asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn row_90_the_request_says_what_would_run_without_secrets() {
    let (executor, asked) = answering(true.into());
    executor.execute(&delete_call()).await;
    let request = asked.lock().unwrap().pop().unwrap();
    assert_eq!((request.call_id.as_str(), request.tool_name()), ("c1", "delete"));
    assert_eq!(request.arguments, json!({ "path": "/x", "token": "[redacted]" }));
    assert_eq!(request.spec().description, "Deletes a file.");
    assert_eq!(request.to_string(), r#"May the tool 'delete' run with {"path":"/x","token":"[redacted]"}?"#);
}

/// Whatever the text looks like, what is shown is what would run.
#[tokio::test]
async fn no_way_of_writing_arguments_hides_them_from_whoever_confirms() {
    for (text, repair) in [
        (r#"{"path":"/x","token":"s","more":1e400}"#, false),
        (r#"{"path":"/x","token":"s","more":18446744073709551616}"#, false),
        ("\u{feff} {\"path\":\"/x\",\"token\":\"s\"}", false),
        (r#"{"path":"/x","token":"s",}"#, true),
        (r#""{\"path\":\"/x\",\"token\":\"s\"}""#, true),
        ("```json\n{\"path\":\"/x\",\"token\":\"s\"}\n```", true),
        (r#"{"arguments":{"path":"/x","token":"s"}}"#, true),
    ] {
        let (executor, asked) = answering(true.into());
        let executor = executor.repair(repair);
        let mut events = executor.bus().subscribe();
        ok(&executor.execute(&ToolCall::new("c1", "delete", text)).await, "deleted /x");
        let shown = asked.lock().unwrap().pop().unwrap().arguments;
        assert_eq!((&shown["path"], &shown["token"]), (&json!("/x"), &json!("[redacted]")), "{text}");
        let started = std::iter::from_fn(|| events.try_recv())
            .map(|event| serde_json::to_value(event).unwrap())
            .find(|event| event["type"] == "tool_call_start")
            .unwrap();
        assert_eq!(started["arguments"], shown, "{text}");
    }
}

#[tokio::test]
async fn invalid_arguments_are_not_asked_about() {
    let (executor, asked) = answering(true.into());
    let result = executor.execute(&ToolCall::new("c1", "delete", r#"{"path":5}"#)).await;
    failed(&result, ToolErrorKind::InvalidArguments, "delete");
    assert!(asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn the_events_of_a_confirmed_and_a_denied_call() {
    for (allowed, expected) in [
        (true, &["confirmation c1 true", "start c1", "end c1 ok"][..]),
        (false, &["confirmation c1 false", "end c1 denied"]),
    ] {
        let bus = EventBus::new();
        let mut events = bus.subscribe();
        answering(allowed.into()).0.with_bus(bus).execute(&delete_call()).await;
        assert_eq!(drain(&mut events), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn a_confirmation_that_never_answers_has_a_limit_of_its_own() {
    let never = executor([delete()])
        .default_timeout(Duration::ZERO)
        .confirm_with(|_| std::future::pending::<Confirmation>());
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let result = never.clone().with_bus(bus).execute(&delete_call()).await;
    failed(&result, ToolErrorKind::TimedOut, "nobody confirmed the call within 600 s");
    assert_eq!(drain(&mut events), ["end c1 timed_out"]);
    let result = never.confirmation_timeout(Duration::from_secs(1)).execute(&delete_call()).await;
    failed(&result, ToolErrorKind::TimedOut, "nobody confirmed the call within 1 s");
}

#[tokio::test(start_paused = true)]
async fn the_time_of_the_call_starts_when_it_was_allowed() {
    let executor = executor([delete()]).default_timeout(Duration::from_secs(1)).confirm_with(|_| async {
        tokio::time::sleep(Duration::from_mins(1)).await;
        Confirmation::Allow
    });
    ok(&executor.execute(&delete_call()).await, "deleted /x");
}

#[tokio::test]
async fn a_call_that_waits_for_an_answer_can_be_cancelled() {
    let token = CancellationToken::new();
    let executor = executor([delete()])
        .with_cancellation(token.clone())
        .confirm_with(|_| std::future::pending::<Confirmation>());
    let call = delete_call();
    let (result, ()) = tokio::join!(executor.execute(&call), async { token.cancel() });
    failed(&result, ToolErrorKind::Cancelled, "cancelled");
}

#[tokio::test]
async fn edited_arguments_are_checked_again_and_keep_their_secrets() {
    let edits = |edit: fn(Value) -> Value| {
        executor([secretive()]).confirm_with(move |request: ConfirmationRequest| async move {
            Confirmation::Edit(edit(request.arguments))
        })
    };
    let other = edits(|mut arguments| {
        arguments["path"] = "/y".into();
        arguments
    });
    let result = other.execute(&delete_call()).await;
    ok(&result, "deleted /y with hunter2");
    assert_eq!(result.metadata["edited_arguments"], true);

    let wrong = edits(|_| json!({ "path": 5 })).execute(&delete_call()).await;
    failed(&wrong, ToolErrorKind::InvalidArguments, "parameter 'path' has wrong type");
    let lost = edits(|arguments| json!({ "path": "/y", "token": arguments["token"] }));
    ok(&lost.execute(&delete_call()).await, "deleted /y with hunter2");
    let none = ToolCall::new("c1", "delete", r#"{"path":"/x"}"#);
    let made_up = edits(|_| json!({ "path": "/y", "token": "[redacted]" })).execute(&none).await;
    failed(&made_up, ToolErrorKind::Denied, "can't be put back");
}

#[tokio::test]
async fn events_show_edited_arguments() {
    let bus = EventBus::new();
    let mut events = bus.subscribe();
    let executor = executor([delete()])
        .with_bus(bus)
        .confirm_with(|_| async { Confirmation::Edit(json!({ "path": "/y", "token": "t" })) });
    executor.execute(&delete_call()).await;
    assert_eq!(short(&events.recv().await.unwrap()), "confirmation c1 true");
    let start = serde_json::to_value(&*events.recv().await.unwrap()).unwrap();
    assert_eq!(start["arguments"], json!({ "path": "/y", "token": "[redacted]" }));
}

#[tokio::test]
async fn a_handler_that_panics_has_denied_the_call() {
    let at_once = executor([delete()]).confirm_with(|request| {
        assert!(request.arguments.is_null(), "at once");
        async { Confirmation::Allow }
    });
    let later = executor([delete()]).confirm_with(|request| async move {
        tokio::task::yield_now().await;
        assert_eq!(request.arguments, Value::Null, "later");
        Confirmation::Allow
    });
    for executor in [at_once, later] {
        failed(&executor.execute(&delete_call()).await, ToolErrorKind::Denied, "failed unexpectedly");
    }
}

#[tokio::test]
async fn row_160_one_result_each_whatever_was_answered() {
    let executor = executor([delete(), ping()]).confirm_with(|request: ConfirmationRequest| async move {
        Confirmation::from(request.arguments["path"] == "/yes")
    });
    let calls = [
        ToolCall::new("c1", "delete", r#"{"path":"/yes"}"#),
        ToolCall::new("c2", "delete", r#"{"path":"/no"}"#),
        ToolCall::new("c3", "ping", "{}"),
    ];
    let results = executor.execute_all(&calls).await;
    ok(&results[0], "deleted /yes");
    failed(&results[1], ToolErrorKind::Denied, "denied by user");
    ok(&results[2], "pong");
}

//! Calls that somebody must allow.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use jarvis_tools::prelude::*;
use jarvis_tools::{Confirmation, ConfirmationRequest, EventBus, ToolErrorKind};
use serde_json::{Value, json};

use crate::fixtures::{call, drain, executor, failed, ok, ping};

#[derive(Deserialize, JsonSchema)]
struct Delete {
    path: String,
    #[expect(dead_code, reason = "Only its place in requests matters.")]
    token: Option<String>,
}

fn delete() -> Arc<dyn Tool> {
    let tool = FnTool::new("delete", "Deletes a file.", |args: Delete| async move {
        Ok::<_, String>(format!("deleted {}", args.path))
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
async fn waiting_for_an_answer_counts_against_the_calls_time() {
    let executor = executor([delete()])
        .default_timeout(Duration::from_millis(50))
        .confirm_with(|_| std::future::pending::<Confirmation>());
    let result = executor.execute(&delete_call()).await;
    failed(&result, ToolErrorKind::TimedOut, "nobody confirmed the call within 50 ms");
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

//! Tools and helpers that several tests use.

use std::fmt::Display;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use jarvis_tools::prelude::*;
use jarvis_tools::{ToolErrorKind, ToolEvent};

/// The arguments of tools that take none.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Nothing {}

/// The arguments of tools that take a text.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Text {
    pub(crate) text: String,
}

/// A tool without arguments.
pub(crate) fn plain<F, Fut, R, E>(name: &str, handler: F) -> Arc<dyn Tool>
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<R, E>> + Send + 'static,
    R: Serialize + 'static,
    E: Display + 'static,
{
    Arc::new(FnTool::new(name, "A test tool.", move |_: Nothing| handler()).unwrap())
}

/// As [`plain`], with more said about the tool.
pub(crate) fn plain_with<F, Fut, R, E>(
    name: &str,
    spec: impl FnOnce(ToolSpec) -> ToolSpec,
    handler: F,
) -> Arc<dyn Tool>
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<R, E>> + Send + 'static,
    R: Serialize + 'static,
    E: Display + 'static,
{
    Arc::new(FnTool::new(name, "A test tool.", move |_: Nothing| handler()).unwrap().with(spec).unwrap())
}

/// A tool that blocks its thread.
pub(crate) fn blocking<R, E>(
    name: &str,
    handler: impl Fn(&ToolContext) -> Result<R, E> + Send + Sync + 'static,
) -> Arc<dyn Tool>
where
    R: Serialize + 'static,
    E: Display + 'static,
{
    Arc::new(FnTool::blocking(name, "A test tool.", move |_: Nothing, context| handler(context)).unwrap())
}

pub(crate) fn ping() -> Arc<dyn Tool> {
    plain("ping", || async { Ok::<_, ToolError>("pong") })
}

pub(crate) fn echo() -> Arc<dyn Tool> {
    let echo = |args: Text| async move { Ok::<_, ToolError>(args.text) };
    Arc::new(FnTool::new("echo", "Says it again.", echo).unwrap())
}

pub(crate) fn boom() -> Arc<dyn Tool> {
    plain("boom", || async { Err::<(), _>("boom") })
}

/// A tool that never ends.
pub(crate) fn hang() -> Arc<dyn Tool> {
    plain("hang", std::future::pending::<Result<(), ToolError>>)
}

pub(crate) fn executor(tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> ToolExecutor {
    ToolExecutor::new(tools).unwrap()
}

/// A call without arguments.
pub(crate) fn call(name: &str) -> ToolCall {
    ToolCall::new("c1", name, "{}")
}

#[track_caller]
pub(crate) fn ok(result: &ToolResult, content: &str) {
    assert_eq!((result.success, result.content.as_str(), result.error), (true, content, None));
}

#[track_caller]
pub(crate) fn failed(result: &ToolResult, kind: ToolErrorKind, content: &str) {
    assert_eq!(
        (result.success, result.error, result.content.as_str()),
        (false, Some(kind), result.content.as_str())
    );
    assert!(result.content.contains(content), "{:?} doesn't hold {content:?}", result.content);
}

/// The kinds of events, in short: `start c1`, `end c1 failed`.
pub(crate) fn short(event: &ToolEvent) -> String {
    match event {
        ToolEvent::CallStart { call_id, .. } => format!("start {call_id}"),
        ToolEvent::CallEnd { call_id, error: None, .. } => format!("end {call_id} ok"),
        ToolEvent::CallEnd { call_id, error: Some(kind), .. } => format!("end {call_id} {kind}"),
        ToolEvent::Confirmation { call_id, allowed, .. } => format!("confirmation {call_id} {allowed}"),
        other => format!("{other:?}"),
    }
}

/// The events that are there, in short.
pub(crate) fn drain(events: &mut jarvis_tools::Events) -> Vec<String> {
    std::iter::from_fn(|| events.try_recv()).map(|event| short(&event)).collect()
}

/// Polls a future once.
pub(crate) async fn poll_once<F: Future>(mut future: Pin<&mut F>) -> Poll<F::Output> {
    std::future::poll_fn(|task| Poll::Ready(future.as_mut().poll(task))).await
}

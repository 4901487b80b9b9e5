//! The road of one call, from its look-up to its one result and its one end event.

use std::time::Instant;

use crate::call::ToolCall;
use crate::contain::{Contained, contain};
use crate::context::ToolContext;
use crate::error::{ToolError, ToolErrorKind};
use crate::events::ToolEvent;
use crate::executor::hook::HookCall;
use crate::executor::shared::View;
use crate::executor::steps::{Facts, Outcome, Run};
use crate::registry::Entry;
use crate::result::ToolResult;
use crate::trace::CallSpan;

/// Runs one call. Whatever happens, there is one result, and one end event.
pub(super) async fn call(view: View<'_>, call: &ToolCall) -> ToolResult {
    let mut end = End::new(view, call, Instant::now());
    let mut facts = Facts::new(view);
    let outcome = match end.entry {
        None => Err(unknown(view, &call.name)),
        Some(entry) => end.span.around(known(&end, entry, &mut facts)).await,
    };
    let mut result = ToolResult::new(call.id.as_str(), call.name.as_str(), outcome);
    facts.write(&mut result);
    result.latency_seconds = end.started.elapsed().as_secs_f64();
    end.finish(&result);
    result
}

/// Tells of the end of a call that was never started.
pub(super) fn publish_cancelled(view: View<'_>, call: &ToolCall, started: Instant) {
    drop(End::new(view, call, started));
}

#[cold]
fn unknown(view: View<'_>, name: &str) -> ToolError {
    let hint = view.registry().hint(name);
    ToolError::new(ToolErrorKind::UnknownTool, format!("Unknown tool {hint}"))
}

async fn known(end: &End<'_>, entry: &Entry, facts: &mut Facts) -> Outcome {
    let End { view, call, started, ref span, .. } = *end;
    let context = ToolContext::for_call(call.id.clone(), entry.name.clone(), started, view.scope.clone());
    let mut leash = Leash { context: &context, ended: false };
    let run = Run { view, entry, context: &context, span };
    let outcome = match contain(|| HookCall::new(call, entry.tool.spec(), &context)) {
        Err(panicked) => Err(panicked),
        Ok(mut hooked) => {
            let outcome = Contained::new(run.steps(&mut hooked, facts)).await.and_then(|outcome| outcome);
            run.after(&hooked, outcome).await
        }
    };
    leash.ended = true;
    outcome
}

/// Tells of the one end of a call, also if its future is dropped.
struct End<'a> {
    view: View<'a>,
    call: &'a ToolCall,
    entry: Option<&'a Entry>,
    started: Instant,
    span: CallSpan,
    told: bool,
}

impl<'a> End<'a> {
    fn new(view: View<'a>, call: &'a ToolCall, started: Instant) -> Self {
        let entry = view.registry().called(&call.name);
        let name = entry.map_or(call.name.as_str(), |entry| &*entry.name);
        let description = entry.and_then(|entry| entry.description.as_deref());
        let span = CallSpan::new(&call.id, name, description);
        Self { view, call, entry, started, span, told: false }
    }

    fn finish(&mut self, result: &ToolResult) {
        self.view.shared.ledger.add(self.place(), result);
        if self.view.shared.traces_content {
            self.span.result(|| {
                result.structured().map_or_else(|| result.content.clone(), |value| value.to_string())
            });
        }
        self.publish(result.error, result.retryable, result.latency_seconds);
    }

    fn publish(&mut self, error: Option<ToolErrorKind>, retryable: bool, latency_seconds: f64) {
        self.told = true;
        if let Some(kind) = error {
            self.span.failed(kind);
        }
        self.view.bus().publish_with(|| ToolEvent::CallEnd {
            call_id: self.call.id.clone(),
            tool: self.entry.map_or(self.call.name.as_str(), |entry| &entry.name).to_owned(),
            success: error.is_none(),
            latency_seconds,
            error,
            retryable,
        });
    }

    fn place(&self) -> Option<usize> {
        self.entry.map(|entry| entry.place)
    }
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        if !self.told {
            let latency = self.started.elapsed().as_secs_f64();
            self.view.shared.ledger.add_dropped(self.place(), latency);
            self.publish(Some(ToolErrorKind::Cancelled), false, latency);
        }
    }
}

/// Lets a handler say no more once its call has ended, and calls it off if that wasn't its own end.
struct Leash<'a> {
    context: &'a ToolContext,
    ended: bool,
}

impl Drop for Leash<'_> {
    fn drop(&mut self) {
        if self.ended {
            self.context.end();
        } else {
            self.context.call_off();
        }
    }
}

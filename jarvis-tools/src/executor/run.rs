//! The road of one call.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use tokio::time::{Sleep, sleep};
use tokio_util::sync::CancellationToken;

use crate::call::ToolCall;
use crate::contain::{contain, contained};
use crate::context::ToolContext;
use crate::error::{ArgumentError, ArgumentErrorKind, ArgumentErrors, Malformed, ToolError, ToolErrorKind};
use crate::events::ToolEvent;
use crate::executor::arguments;
use crate::executor::confirm::{Confirmation, ConfirmationRequest};
use crate::executor::shared::View;
use crate::output::ToolOutput;
use crate::path::FieldPath;
use crate::registry::Entry;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::text;
use crate::tool::Notes;

type Outcome = Result<ToolOutput, ToolError>;

/// Runs one call. Whatever happens, there is one result, and one end event.
pub(super) async fn call(view: View<'_>, call: &ToolCall) -> ToolResult {
    let entry = view.registry().called(&call.name);
    let mut end = End { view, call, entry, started: Instant::now(), published: false };
    let mut facts = Facts { notes: Notes::default(), result_bytes: view.shared.limits.result_bytes };
    let outcome = match entry {
        None => Err(unknown(view, &call.name)),
        Some(entry) => {
            let run = Run { view, call, entry, started: end.started };
            contained(run.steps(&mut facts)).await.and_then(|outcome| outcome)
        }
    };
    let mut result = ToolResult::new(call.id.as_str(), call.name.as_str(), outcome);
    result.cut(facts.result_bytes);
    facts.notes.write(&mut result);
    result.latency_seconds = end.started.elapsed().as_secs_f64();
    end.publish(result.success, result.latency_seconds, result.error);
    result
}

/// Tells of the end of a call that was never started.
pub(super) fn publish_cancelled(view: View<'_>, call: &ToolCall, started: Instant) {
    let entry = view.registry().called(&call.name);
    drop(End { view, call, entry, started, published: false });
}

#[cold]
fn unknown(view: View<'_>, name: &str) -> ToolError {
    let hint = view.registry().hint(name);
    ToolError::new(ToolErrorKind::UnknownTool, format!("Unknown tool {hint}"))
}

/// What becomes known on the way and concerns the result, however it ends.
struct Facts {
    notes: Notes,
    result_bytes: usize,
}

/// Publishes the one end event of a call, also if its future is dropped.
struct End<'a> {
    view: View<'a>,
    call: &'a ToolCall,
    entry: Option<&'a Entry>,
    started: Instant,
    published: bool,
}

impl End<'_> {
    fn publish(&mut self, success: bool, latency_seconds: f64, error: Option<ToolErrorKind>) {
        self.published = true;
        self.view.bus().publish_with(|| ToolEvent::CallEnd {
            call_id: self.call.id.clone(),
            tool: self.entry.map_or(self.call.name.as_str(), |entry| &entry.name).to_owned(),
            success,
            latency_seconds,
            error,
        });
    }
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        if !self.published {
            let latency = self.started.elapsed().as_secs_f64();
            self.publish(false, latency, Some(ToolErrorKind::Cancelled));
        }
    }
}

/// Calls a handler off unless its call came to its own end.
struct Leash<'a> {
    context: &'a ToolContext,
    ended: bool,
}

impl Drop for Leash<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.context.call_off();
        }
    }
}

/// One call of a tool that exists.
struct Run<'a> {
    view: View<'a>,
    call: &'a ToolCall,
    entry: &'a Entry,
    started: Instant,
}

impl Run<'_> {
    async fn steps(&self, facts: &mut Facts) -> Outcome {
        let (limits, scope) = (&self.view.shared.limits, self.view.scope);
        if scope.cancellation.as_ref().is_some_and(CancellationToken::is_cancelled) {
            return Err(Stop::Cancelled.into_error(&Stage::default()));
        }
        let spec = self.entry.tool.spec();
        facts.result_bytes = spec.max_result_bytes.unwrap_or(limits.result_bytes);
        self.check_length(limits.argument_bytes)?;
        let limit = Some(spec.timeout.unwrap_or(limits.timeout)).filter(|limit| !limit.is_zero());
        let context = ToolContext::for_call(
            self.call.id.clone(),
            self.entry.name.clone(),
            limit.and_then(|limit| self.started.checked_add(limit)),
            scope.clone(),
        );
        let prepared = self.entry.tool.prepare(&self.call.arguments, &context)?;
        let (work, notes) = prepared.into_parts();
        let mended = !notes.repairs.is_empty();
        facts.notes = notes;
        if mended {
            self.publish_repairs(&facts.notes.repairs);
        }
        let stage = Stage::default();
        let mut leash = Leash { context: &context, ended: false };
        let guarded = async {
            if spec.requires_confirmation {
                stage.confirming.store(true, Ordering::Relaxed);
                self.confirm(spec, mended).await?;
                stage.confirming.store(false, Ordering::Relaxed);
            }
            self.view.bus().publish_with(|| ToolEvent::CallStart {
                call_id: self.call.id.clone(),
                tool: spec.name.clone(),
                arguments: arguments::shown(spec, &self.call.arguments, mended),
            });
            work.run(&self.view.shared.threads, &stage.waiting).await
        };
        match within(guarded, limit, self.started, scope.cancellation.as_ref()).await {
            Ok(outcome) => {
                leash.ended = true;
                outcome
            }
            Err(stop) => Err(stop.into_error(&stage)),
        }
    }

    fn check_length(&self, limit: usize) -> Result<(), ArgumentErrors> {
        let length = self.call.arguments.len();
        if length <= limit {
            return Ok(());
        }
        let kind = ArgumentErrorKind::Malformed(Malformed::TooLong { length, limit });
        Err(ArgumentErrors::new(&*self.entry.name, ArgumentError::new(FieldPath::root(), kind), None))
    }

    async fn confirm(&self, spec: &ToolSpec, mended: bool) -> Result<(), ToolError> {
        let name = text::name(&spec.name);
        let Some(confirm) = &self.view.shared.confirm else {
            let text = format!("the tool {name} requires confirmation, and nobody is there to give it");
            return Err(ToolError::denied(text));
        };
        let request = ConfirmationRequest {
            call_id: self.call.id.clone(),
            arguments: arguments::shown(spec, &self.call.arguments, mended),
            tool: self.entry.tool.clone(),
        };
        let denied = match confirm(request).await {
            Ok(Confirmation::Allow) => None,
            Ok(Confirmation::Deny(reason)) if reason.trim().is_empty() => {
                Some((format!("the call of {name} was denied by user"), reason))
            }
            Ok(Confirmation::Deny(reason)) => {
                Some((format!("the call of {name} was denied: {reason}"), reason))
            }
            Err(_) => {
                let reason = "the confirmation failed unexpectedly".to_owned();
                Some((format!("the call of {name} was denied: {reason}"), reason))
            }
        };
        self.view.bus().publish_with(|| ToolEvent::Confirmation {
            call_id: self.call.id.clone(),
            tool: spec.name.clone(),
            allowed: denied.is_none(),
            reason: denied.as_ref().map(|(_, reason)| reason.clone()),
        });
        denied.map_or(Ok(()), |(text, _)| Err(ToolError::denied(text)))
    }

    #[cold]
    fn publish_repairs(&self, repairs: &[String]) {
        self.view.bus().publish_with(|| ToolEvent::Repair {
            call_id: self.call.id.clone(),
            tool: (*self.entry.name).to_owned(),
            repairs: repairs.to_vec(),
        });
    }
}

/// What a call is waiting for besides its handler.
#[derive(Default)]
struct Stage {
    confirming: AtomicBool,
    waiting: AtomicBool,
}

/// Why a call was stopped from outside.
enum Stop {
    TimedOut(Duration),
    Cancelled,
    NoTimer,
}

impl Stop {
    #[cold]
    fn into_error(self, stage: &Stage) -> ToolError {
        match self {
            Self::Cancelled => ToolError::new(ToolErrorKind::Cancelled, "the call was cancelled"),
            Self::NoTimer => ToolError::failed(
                "the call's time can't be measured: run it in a tokio runtime whose timer is enabled",
            ),
            Self::TimedOut(limit) => {
                let limit = duration(limit);
                let text = if stage.confirming.load(Ordering::Relaxed) {
                    format!("timed out: nobody confirmed the call within {limit}")
                } else if stage.waiting.load(Ordering::Relaxed) {
                    format!(
                        "timed out: other calls hold every thread and none was free within {limit}; \
                         the capacity is exhausted"
                    )
                } else {
                    format!("timed out: the tool did not answer within {limit}")
                };
                ToolError::new(ToolErrorKind::TimedOut, text)
            }
        }
    }
}

fn duration(duration: Duration) -> String {
    if duration.subsec_nanos() == 0 {
        format!("{} s", duration.as_secs())
    } else if duration.subsec_nanos().is_multiple_of(1_000_000) {
        format!("{} ms", duration.as_millis())
    } else {
        format!("{duration:?}")
    }
}

/// Awaits `work` until it takes longer than `limit`, counted from `started`, or is cancelled.
///
/// The timer is made only if the work doesn't end at once, and what ends in time counts, also if the
/// token fires at the same moment.
async fn within<T>(
    work: impl Future<Output = T>,
    limit: Option<Duration>,
    started: Instant,
    token: Option<&CancellationToken>,
) -> Result<T, Stop> {
    let mut work = pin!(work);
    let mut timer = pin!(None::<Sleep>);
    let mut cancelled = pin!(token.map(CancellationToken::cancelled));
    std::future::poll_fn(|task| {
        if let Poll::Ready(value) = work.as_mut().poll(task) {
            return Poll::Ready(Ok(value));
        }
        if cancelled.as_mut().as_pin_mut().is_some_and(|token| token.poll(task).is_ready()) {
            return Poll::Ready(Err(Stop::Cancelled));
        }
        let Some(limit) = limit else { return Poll::Pending };
        if timer.is_none() {
            match contain(|| sleep(limit.saturating_sub(started.elapsed()))) {
                Ok(sleep) => timer.set(Some(sleep)),
                Err(_) => return Poll::Ready(Err(Stop::NoTimer)),
            }
        }
        let over = timer.as_mut().as_pin_mut().is_some_and(|timer| timer.poll(task).is_ready());
        if over { Poll::Ready(Err(Stop::TimedOut(limit))) } else { Poll::Pending }
    })
    .await
}

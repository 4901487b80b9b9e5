//! The steps of a call of a tool that exists: hooks, decoding, confirmation, attempts.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::contain::{Contained, contain};
use crate::context::ToolContext;
use crate::error::{ArgumentError, ArgumentErrorKind, ArgumentErrors, Malformed, ToolError};
use crate::events::{EventArguments, ToolEvent};
use crate::executor::arguments;
use crate::executor::confirm::{Confirmation, ConfirmationRequest};
use crate::executor::hook::{HookCall, Verdict};
use crate::executor::limit::{Stop, unless_zero, within};
use crate::executor::shared::View;
use crate::output::ToolOutput;
use crate::path::FieldPath;
use crate::redact;
use crate::registry::Entry;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::text;
use crate::tool::{Notes, Prepared, Work};
use crate::trace::CallSpan;

/// As much later than asked for a timer may go off.
const GRAIN: Duration = Duration::from_millis(1);

pub(super) type Outcome = Result<ToolOutput, ToolError>;

/// What becomes known on the way and concerns the result, however it ends.
pub(super) struct Facts {
    notes: Notes,
    result_bytes: usize,
    attempts: u32,
    edited: bool,
}

impl Facts {
    pub(super) fn new(view: View<'_>) -> Self {
        let result_bytes = view.shared.limits.result_bytes;
        Self { notes: Notes::default(), result_bytes, attempts: 1, edited: false }
    }

    fn mended(&self) -> bool {
        !self.notes.repairs.is_empty()
    }

    /// The text that was decoded: the one that was sent, or what it was mended to.
    fn decoded<'t>(&'t self, call: &'t HookCall<'_>) -> &'t str {
        self.notes.mended.as_deref().unwrap_or_else(|| call.arguments())
    }

    pub(super) fn write(&self, result: &mut ToolResult) {
        result.cut(self.result_bytes);
        self.notes.write(result);
        if self.attempts > 1 {
            result.metadata.insert("attempts".to_owned(), self.attempts.into());
        }
        if self.edited {
            result.metadata.insert("edited_arguments".to_owned(), true.into());
        }
    }
}

/// Why a call ends before its tool runs.
enum Early {
    Answer(Box<ToolOutput>),
    Failure(ToolError),
}

impl From<ToolError> for Early {
    fn from(error: ToolError) -> Self {
        Self::Failure(error)
    }
}

impl From<ArgumentErrors> for Early {
    fn from(errors: ArgumentErrors) -> Self {
        Self::Failure(errors.into())
    }
}

/// One call of a tool that exists.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) view: View<'a>,
    pub(super) entry: &'a Entry,
    pub(super) context: &'a ToolContext,
    pub(super) span: &'a CallSpan,
}

impl<'a> Run<'a> {
    pub(super) async fn steps(self, call: &mut HookCall<'_>, facts: &mut Facts) -> Outcome {
        let spec = call.spec();
        if let Some(bytes) = spec.max_result_bytes {
            facts.result_bytes = bytes;
        }
        match self.ready(call, facts).await {
            Ok(work) => self.run(call, work, facts).await,
            Err(Early::Answer(output)) => Ok(*output),
            Err(Early::Failure(error)) => Err(error),
        }
    }

    /// What came of a call, as the hooks leave it.
    pub(super) async fn after(self, call: &HookCall<'_>, mut outcome: Outcome) -> Outcome {
        for hook in &self.view.shared.hooks {
            let asked = Contained::new(hook.after(call, outcome));
            outcome = match within(asked, Instant::now(), self.hook_limit(), self.tokens()).await {
                Ok(answer) => answer.and_then(|outcome| outcome),
                Err(stop) => Err(stop.into_error(late_hook)),
            };
        }
        outcome
    }

    /// The work of a call that may run.
    async fn ready(self, call: &mut HookCall<'_>, facts: &mut Facts) -> Result<Work<'a>, Early> {
        if self.view.scope.is_cancelled() {
            return Err(Stop::Cancelled.into_error(str::to_owned).into());
        }
        for hook in &self.view.shared.hooks {
            self.ask(hook.before(call)).await?;
        }
        call.take_rewritten();
        let work = self.decoded(call, facts).await?;
        if !call.spec().requires_confirmation {
            return Ok(work);
        }
        let Some(edited) = self.confirm(call.spec(), facts.decoded(call)).await? else { return Ok(work) };
        facts.edited = true;
        call.set_arguments(edited);
        call.take_rewritten();
        self.decoded(call, facts).await
    }

    /// Decodes, and asks the hooks about what was decoded.
    async fn decoded(self, call: &mut HookCall<'_>, facts: &mut Facts) -> Result<Work<'a>, Early> {
        let mut work = self.prepare(call, facts)?;
        for hook in &self.view.shared.hooks {
            self.ask(hook.decoded(call)).await?;
            if call.take_rewritten() {
                work = self.prepare(call, facts)?;
            }
        }
        Ok(work)
    }

    fn prepare(self, call: &HookCall<'_>, facts: &mut Facts) -> Result<Work<'a>, ArgumentErrors> {
        let (length, limit) = (call.arguments().len(), self.view.shared.limits.argument_bytes);
        if length > limit {
            let kind = ArgumentErrorKind::Malformed(Malformed::TooLong { length, limit });
            return Err(ArgumentErrors::new(
                &*self.entry.name,
                ArgumentError::new(FieldPath::root(), kind),
                None,
            ));
        }
        let (work, notes) =
            self.entry.tool.prepare(call.arguments(), self.context).map(Prepared::into_parts)?;
        facts.notes = notes;
        if facts.mended() {
            self.publish_repairs(&facts.notes.repairs);
        }
        Ok(work)
    }

    /// Asks a hook whether the call goes on.
    async fn ask(self, verdict: impl Future<Output = Verdict>) -> Result<(), Early> {
        match within(Contained::new(verdict), Instant::now(), self.hook_limit(), self.tokens()).await {
            Ok(Ok(Verdict::Continue)) => Ok(()),
            Ok(Ok(Verdict::Answer(output))) => Err(Early::Answer(Box::new(output))),
            Ok(Ok(Verdict::Refuse(error)) | Err(error)) => Err(error.into()),
            Err(stop) => Err(self.stopped(stop, late_hook).into()),
        }
    }

    /// Asks whether the call may run; the answer may be other arguments.
    async fn confirm(self, spec: &ToolSpec, text: &str) -> Result<Option<String>, ToolError> {
        let name = text::name(&spec.name);
        let Some(confirm) = &self.view.shared.confirm else {
            let text = format!("the tool {name} requires confirmation, and nobody is there to give it");
            return Err(ToolError::denied(text));
        };
        let request = ConfirmationRequest {
            call_id: self.context.call_id().to_owned(),
            arguments: redact::shown(spec, text, false),
            tool: self.entry.tool.clone(),
        };
        let limit = unless_zero(self.view.shared.limits.confirmation);
        let answer = match within(confirm(request), Instant::now(), limit, self.tokens()).await {
            Ok(answer) => answer,
            Err(stop) => {
                return Err(self.stopped(stop, |limit| format!("nobody confirmed the call within {limit}")));
            }
        };
        let denied = match answer {
            Ok(Confirmation::Allow) => Ok(None),
            Ok(Confirmation::Edit(mut edited)) => {
                if arguments::restore(spec, &mut edited, text) {
                    Ok(Some(edited.to_string()))
                } else {
                    Err("a redacted value can't be put back into the edited arguments".to_owned())
                }
            }
            Ok(Confirmation::Deny(reason)) => Err(reason),
            Err(_) => Err("the confirmation failed unexpectedly".to_owned()),
        };
        self.view.bus().publish_with(|| ToolEvent::Confirmation {
            call_id: self.context.call_id().to_owned(),
            tool: spec.name.clone(),
            allowed: denied.is_ok(),
            reason: denied.as_ref().err().cloned(),
        });
        denied.map_err(|reason| {
            ToolError::denied(match reason.trim() {
                "" => format!("the call of {name} was denied by user"),
                _ => format!("the call of {name} was denied: {reason}"),
            })
        })
    }

    /// Runs the tool, within its time.
    async fn run(self, call: &HookCall<'_>, work: Work<'a>, facts: &mut Facts) -> Outcome {
        let spec = call.spec();
        let limit = unless_zero(spec.timeout.unwrap_or(self.view.shared.limits.timeout));
        let started = Instant::now();
        self.context.start(limit.and_then(|limit| started.into_std().checked_add(limit)));
        let mended = facts.notes.mended.take();
        let text = mended.as_deref().unwrap_or_else(|| call.arguments());
        if self.view.shared.traces_content {
            self.span.arguments(|| redact::shown(spec, text, false).to_string());
        }
        self.view.bus().publish_with(|| ToolEvent::CallStart {
            call_id: self.context.call_id().to_owned(),
            tool: spec.name.clone(),
            arguments: EventArguments::new(spec, text),
        });
        let waits_for_thread = AtomicBool::new(false);
        let attempts = pin!(self.attempts(call, work, (started, limit), facts, &waits_for_thread));
        match within(attempts, started, limit, self.tokens()).await {
            Ok(outcome) => outcome,
            Err(stop) if waits_for_thread.load(Ordering::Relaxed) => Err(self.stopped(stop, late_thread)),
            Err(stop) => Err(self.stopped(stop, late_tool)),
        }
    }

    /// Runs the tool as often as it takes and may.
    async fn attempts(
        self,
        call: &HookCall<'_>,
        first: Work<'a>,
        (started, limit): (Instant, Option<Duration>),
        facts: &mut Facts,
        waits_for_thread: &AtomicBool,
    ) -> Outcome {
        let retry = self.view.shared.retry;
        let most = if is_idempotent(call.spec()) { retry.attempts() } else { 1 };
        let mut work = first;
        loop {
            let outcome = work.run(&self.view.shared.threads, waits_for_thread).await;
            let again = outcome.as_ref().is_err_and(ToolError::is_retryable) && facts.attempts < most;
            if !again {
                return outcome;
            }
            let pause = retry.pause(facts.attempts);
            let end = started.elapsed().saturating_add(pause).saturating_add(GRAIN);
            if limit.is_some_and(|limit| end >= limit) {
                return outcome;
            }
            // Without a timer there is no pause, and without one no further attempt.
            let Ok(pause) = contain(|| sleep(pause)) else { return outcome };
            pause.await;
            work = self.entry.tool.prepare(call.arguments(), self.context)?.into_parts().0;
            facts.attempts += 1;
        }
    }

    /// Calls the handler off, since somebody or the time has stopped its call.
    #[cold]
    fn stopped(self, stop: Stop, late: impl FnOnce(&str) -> String) -> ToolError {
        self.context.call_off();
        stop.into_error(late)
    }

    #[cold]
    fn publish_repairs(self, repairs: &[String]) {
        self.view.bus().publish_with(|| ToolEvent::Repair {
            call_id: self.context.call_id().to_owned(),
            tool: (*self.entry.name).to_owned(),
            repairs: repairs.to_vec(),
        });
    }

    fn hook_limit(self) -> Option<Duration> {
        unless_zero(self.view.shared.limits.timeout)
    }

    fn tokens(self) -> &'a [CancellationToken] {
        &self.view.scope.cancellation
    }
}

fn is_idempotent(spec: &ToolSpec) -> bool {
    spec.annotations.idempotent == Some(true)
}

fn late_hook(limit: &str) -> String {
    format!("a hook did not answer within {limit}")
}

fn late_tool(limit: &str) -> String {
    format!("the tool did not answer within {limit}")
}

fn late_thread(limit: &str) -> String {
    format!("other calls hold every thread and none was free within {limit}; the capacity is exhausted")
}

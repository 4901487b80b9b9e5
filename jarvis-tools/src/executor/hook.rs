//! Steps of one's own on the road of every call.

use std::borrow::Cow;
use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

use crate::call::ToolCall;
use crate::context::ToolContext;
use crate::error::ToolError;
use crate::output::ToolOutput;
use crate::redact;
use crate::spec::ToolSpec;

/// Steps of one's own on the road of every call of a tool that exists: to log, limit, guard, cache or rewrite.
///
/// Several hooks are asked in the order in which [`ToolExecutor::hook`](crate::ToolExecutor::hook) got them.
/// Each step may take as long as a call by default; a hook that panics has failed the call.
///
/// ```
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::{Hook, HookCall, Verdict};
///
/// /// Keeps tools that write from running.
/// struct ReadOnly;
///
/// impl Hook for ReadOnly {
///     async fn before_decoding(&self, call: &mut HookCall<'_>) -> Verdict {
///         match call.spec().annotations.read_only {
///             Some(true) => Verdict::Continue,
///             _ => Verdict::refuse("only reading is allowed here"),
///         }
///     }
/// }
///
/// # #[derive(Deserialize, JsonSchema)] struct Nothing {}
/// # async fn example() -> Result<(), DefinitionError> {
/// let wipe = FnTool::new("wipe", "Deletes all.", |_: Nothing| async { Ok::<_, ToolError>(()) })?;
/// let executor = ToolExecutor::new([std::sync::Arc::new(wipe) as _])?.hook(ReadOnly);
/// let result = executor.execute(&ToolCall::new("c1", "wipe", "{}")).await;
/// assert_eq!(result.content, "only reading is allowed here");
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(example()).unwrap();
/// ```
pub trait Hook: Send + Sync + 'static {
    /// Before the arguments are read; they may be anything. What it rewrites is checked like what a model wrote.
    fn before_decoding(&self, call: &mut HookCall<'_>) -> impl Future<Output = Verdict> + Send {
        let _ = call;
        ready(Verdict::Continue)
    }

    /// Once the arguments are valid, before anybody is asked for confirmation. What it rewrites is checked again.
    /// Where the confirmation edits the arguments, it is asked anew.
    fn after_decoding(&self, call: &mut HookCall<'_>) -> impl Future<Output = Verdict> + Send {
        let _ = call;
        ready(Verdict::Continue)
    }

    /// Once it is known what came of the call, whatever it was: an output, invalid arguments, a refusal, a
    /// timeout. What is returned is what the model gets.
    fn after_running(
        &self,
        call: &HookCall<'_>,
        outcome: Result<ToolOutput, ToolError>,
    ) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send {
        let _ = call;
        ready(outcome)
    }
}

/// What a hook decided.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant)] // One lives for a moment, and an answer is what it is for.
pub enum Verdict {
    /// The call goes on.
    Continue,
    /// The call is answered with this, and the tool doesn't run.
    Answer(ToolOutput),
    /// The call fails with this, and the tool doesn't run.
    Refuse(ToolError),
}

impl Verdict {
    /// The call is denied, for this reason, which the model reads.
    pub fn refuse(reason: impl Into<String>) -> Self {
        Self::Refuse(ToolError::denied(reason))
    }
}

/// A call as hooks see it.
pub struct HookCall<'a> {
    call: &'a ToolCall,
    spec: &'a ToolSpec,
    context: &'a ToolContext,
    arguments: Cow<'a, str>,
    rewritten: bool,
}

impl<'a> HookCall<'a> {
    pub(super) fn new(call: &'a ToolCall, spec: &'a ToolSpec, context: &'a ToolContext) -> Self {
        let arguments = Cow::Borrowed(call.arguments.as_str());
        Self { call, spec, context, arguments, rewritten: false }
    }

    /// The id of the call, as it came in.
    pub fn id(&self) -> &str {
        &self.call.id
    }

    /// What the tool is.
    pub fn spec(&self) -> &'a ToolSpec {
        self.spec
    }

    /// What the handler will know about the call.
    pub fn context(&self) -> &'a ToolContext {
        self.context
    }

    /// The arguments as they are now, sensitive ones among them.
    pub fn arguments(&self) -> &str {
        &self.arguments
    }

    /// The arguments for logs: sensitive ones are `"[redacted]"`, and all of them where slips are mended, since a
    /// slip may hide which is which.
    pub fn shown_arguments(&self) -> Value {
        let may_be_mended = self.spec.repair || self.context.repair();
        redact::shown(self.spec, &self.arguments, may_be_mended)
    }

    /// Replaces the arguments, which are JSON text.
    pub fn set_arguments(&mut self, arguments: impl Into<String>) {
        self.arguments = Cow::Owned(arguments.into());
        self.rewritten = true;
    }

    /// Whether the arguments were replaced since this was last asked.
    pub(super) fn take_rewritten(&mut self) -> bool {
        std::mem::take(&mut self.rewritten)
    }
}

impl fmt::Debug for HookCall<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("HookCall")
            .field("id", &self.id())
            .field("tool", &self.spec.name)
            .field("arguments", &self.shown_arguments())
            .finish_non_exhaustive()
    }
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A hook whose type is forgotten. It is called inside of the futures, where its panics are contained.
pub(super) trait AnyHook: Send + Sync {
    fn before<'a>(&'a self, call: &'a mut HookCall<'_>) -> Boxed<'a, Verdict>;
    fn decoded<'a>(&'a self, call: &'a mut HookCall<'_>) -> Boxed<'a, Verdict>;
    fn after<'a>(
        &'a self,
        call: &'a HookCall<'_>,
        outcome: Result<ToolOutput, ToolError>,
    ) -> Boxed<'a, Result<ToolOutput, ToolError>>;
}

struct Erased<H>(H);

impl<H: Hook> AnyHook for Erased<H> {
    fn before<'a>(&'a self, call: &'a mut HookCall<'_>) -> Boxed<'a, Verdict> {
        Box::pin(async move { self.0.before_decoding(call).await })
    }

    fn decoded<'a>(&'a self, call: &'a mut HookCall<'_>) -> Boxed<'a, Verdict> {
        Box::pin(async move { self.0.after_decoding(call).await })
    }

    fn after<'a>(
        &'a self,
        call: &'a HookCall<'_>,
        outcome: Result<ToolOutput, ToolError>,
    ) -> Boxed<'a, Result<ToolOutput, ToolError>> {
        Box::pin(async move { self.0.after_running(call, outcome).await })
    }
}

pub(super) fn erase(hook: impl Hook) -> Arc<dyn AnyHook> {
    Arc::new(Erased(hook))
}

//! Runs calls: names, time, panics, confirmation and events, never argument types.

mod arguments;

mod confirm;

mod hook;

mod log;

mod retry;

mod totals;

mod limit;

mod shared;

mod steps;

mod run;

mod batch;

mod sync;

use std::fmt;
use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::blocking::Threads;
use crate::call::ToolCall;
use crate::context::Scope;
use crate::error::DefinitionError;
use crate::events::EventBus;
use crate::registry::ToolRegistry;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::tool::Tool;
use crate::wire;

use confirm::Confirm;
use shared::{Limits, Shared, View};
use totals::Ledger;

pub use confirm::{Confirmation, ConfirmationRequest};
pub use hook::{Hook, HookCall, Verdict};
pub use log::LogHook;
pub use retry::Retry;
pub use totals::{Total, Totals};

/// Runs calls of tools: whatever happens, each call has exactly one result.
///
/// A handle, cheap to clone. In order, a call is looked up, decoded, confirmed where its tool wants that,
/// and run; hooks stand between. A panic anywhere on the way is a result like any other (but with
/// `panic = "abort"` nothing can be caught). Timeouts need a tokio runtime around the call, with its timer
/// enabled, or [`execute_blocking`](Self::execute_blocking), which brings one; an asynchronous handler that
/// blocks its thread can't be interrupted.
///
/// ```
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::{ToolErrorKind, ToolExecutor};
/// use std::{sync::Arc, time::Duration};
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Echo {
///     /// What to say.
///     text: String,
/// }
///
/// # async fn example() -> Result<(), DefinitionError> {
/// let echo = FnTool::new("echo", "Says it again.", |args: Echo| async move { Ok::<_, ToolError>(args.text) })?;
/// let executor = ToolExecutor::new([Arc::new(echo) as Arc<dyn Tool>])?.default_timeout(Duration::from_secs(5));
///
/// let calls = [ToolCall::new("c1", "echo", r#"{"text":"hi"}"#), ToolCall::new("c2", "ecko", "{}")];
/// let results = executor.execute_all(&calls).await;
/// assert_eq!(results[0].content, "hi");
/// assert_eq!(results[1].error, Some(ToolErrorKind::UnknownTool));
/// assert_eq!(results[1].content, "Unknown tool 'ecko' (did you mean 'echo'?); available: echo");
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(example()).unwrap();
/// ```
#[derive(Clone)]
pub struct ToolExecutor {
    shared: Arc<Shared>,
    scope: Arc<Scope>,
}

impl ToolExecutor {
    /// An executor of these tools.
    ///
    /// # Errors
    ///
    /// The first tool that can't be used, or whose name is taken.
    pub fn new(tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Result<Self, DefinitionError> {
        ToolRegistry::new(tools).map(Self::from)
    }

    /// Runs one call. Never panics and never fails: what goes wrong is in the result.
    ///
    /// Dropping the future calls the handler off.
    pub async fn execute(&self, call: &ToolCall) -> ToolResult {
        run::call(self.view(), call).await
    }

    /// Runs calls side by side, up to the limit; the results stand in the order of the calls.
    ///
    /// A call of a `sequential` tool waits for those before it, and those behind it wait for it. Handlers
    /// that don't block run in the task of the caller.
    pub async fn execute_all(&self, calls: &[ToolCall]) -> Vec<ToolResult> {
        batch::calls(self.view(), calls).await
    }

    /// As [`execute`](Self::execute), for code that isn't asynchronous: blocks this thread until the result is
    /// there.
    ///
    /// It needs no runtime of the caller's and may be called anywhere, also inside of a runtime of any flavour
    /// (whose thread it then holds up). Handlers run on this thread, in a runtime that all such calls share.
    pub fn execute_blocking(&self, call: &ToolCall) -> ToolResult {
        sync::wait(self.execute(call))
    }

    /// As [`execute_all`](Self::execute_all), for code that isn't asynchronous; the same holds as for
    /// [`execute_blocking`](Self::execute_blocking).
    pub fn execute_all_blocking(&self, calls: &[ToolCall]) -> Vec<ToolResult> {
        sync::wait(self.execute_all(calls))
    }

    /// A view of this executor that gives `value` to its handlers, found by its type with
    /// [`ToolContext::get`](crate::ToolContext::get).
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(&self, value: T) -> Self {
        self.clone().rescope(|scope| scope.extensions.insert(value))
    }

    /// A view of this executor whose calls are cancelled when `token` is, or when the view's own are. One for a
    /// batch, or for a call.
    #[must_use]
    pub fn with_cancellation(&self, token: CancellationToken) -> Self {
        self.clone().rescope(|scope| scope.cancellation.push(token))
    }

    /// Publishes what happens on this bus.
    #[must_use]
    pub fn with_bus(self, bus: EventBus) -> Self {
        self.rescope(|scope| scope.bus = bus)
    }

    /// Asks `handler` before a tool with `requires_confirmation` runs. Without one such calls are denied.
    ///
    /// It is asked only once the arguments are valid. It may edit them, and they are then checked again.
    /// Several calls of a batch may ask at the same time. A handler that panics has denied the call. The time
    /// of the call itself starts when it was allowed; the answer has
    /// [a limit of its own](Self::confirmation_timeout).
    #[must_use]
    pub fn confirm_with<F, Fut>(self, handler: F) -> Self
    where
        F: Fn(ConfirmationRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Confirmation> + Send + 'static,
    {
        let confirm: Arc<Confirm> = confirm::erase(handler);
        self.change(|shared| shared.confirm = Some(confirm))
    }

    /// Sets the longest time for calls of tools that don't say their own: 60 seconds; zero is no limit.
    #[must_use]
    pub fn default_timeout(self, timeout: Duration) -> Self {
        self.change(|shared| shared.limits.timeout = timeout)
    }

    /// Sets the longest time that a confirmation may take: 10 minutes; zero is no limit.
    #[must_use]
    pub fn confirmation_timeout(self, timeout: Duration) -> Self {
        self.change(|shared| shared.limits.confirmation = timeout)
    }

    /// Sets how calls are tried again: up to three attempts, with pauses from 200 ms to 5 s between.
    ///
    /// Only calls of tools that are `idempotent`, and only after errors of theirs that are
    /// [retryable](crate::ToolError::retryable). All attempts share the time of the call, so that a timeout is
    /// final; a pause that would outlast it isn't begun. `attempts` in the metadata says how many there were,
    /// where it was more than one.
    #[must_use]
    pub fn retry(self, retry: Retry) -> Self {
        self.change(|shared| shared.retry = retry)
    }

    /// Adds a hook behind those that there are.
    #[must_use]
    pub fn hook(self, hook: impl Hook) -> Self {
        let hook = hook::erase(hook);
        self.change(|shared| shared.hooks.push(hook))
    }

    /// Sets whether spans hold arguments (without the sensitive ones) and results, which are no one's business
    /// by default.
    #[must_use]
    #[cfg(feature = "tracing")]
    pub fn trace_content(self, yes: bool) -> Self {
        self.change(|shared| shared.traces_content = yes)
    }

    /// Sets how many calls of a batch run at the same time: 16; at least one does.
    #[must_use]
    pub fn max_in_flight(self, calls: usize) -> Self {
        self.change(|shared| shared.limits.in_flight = calls.max(1))
    }

    /// Sets how many bytes of a result are kept, for tools that don't say their own: 256 KiB for the content
    /// and the texts of its parts together, and as many for a structured value.
    ///
    /// What is cut off is said in the content, and `content_bytes` in the metadata is its whole length.
    #[must_use]
    pub fn max_result_bytes(self, bytes: usize) -> Self {
        self.change(|shared| shared.limits.result_bytes = bytes)
    }

    /// Sets the longest argument text that is read, in bytes: 4 MiB.
    #[must_use]
    pub fn max_argument_bytes(self, bytes: usize) -> Self {
        self.change(|shared| shared.limits.argument_bytes = bytes)
    }

    /// Gives this executor threads of its own for handlers that block, at most so many (at least one).
    ///
    /// Without it, all executors share 512. A handler that hangs keeps its thread; calls that find none wait
    /// for it, within their time.
    #[must_use]
    pub fn max_threads(self, threads: usize) -> Self {
        self.change(|shared| shared.threads = Threads::new(threads))
    }

    /// Sets whether arguments that a tool has no parameter for are refused, whatever the tools say.
    #[must_use]
    pub fn deny_unknown(self, deny: bool) -> Self {
        self.change(|_| ()).rescope(|scope| scope.deny_unknown = deny)
    }

    /// Sets whether slips in arguments that can be mended without guessing are, whatever the tools say.
    #[must_use]
    pub fn repair(self, repair: bool) -> Self {
        self.rescope(|scope| scope.repair = repair)
    }

    /// What the calls used up to now, by tool. Executors that were made from one another count together.
    pub fn totals(&self) -> Totals {
        self.shared.ledger.read(self.registry())
    }

    /// Where this executor publishes what happens.
    pub fn bus(&self) -> &EventBus {
        &self.scope.bus
    }

    /// The tools.
    pub fn registry(&self) -> &ToolRegistry {
        &self.shared.registry
    }

    /// What the tools are, in order.
    pub fn available_tools(&self) -> Vec<&ToolSpec> {
        self.registry().specs().collect()
    }

    /// The tools as OpenAI's Chat Completions take them; made once. With [`deny_unknown`](Self::deny_unknown)
    /// the schemas are closed.
    ///
    /// Nothing is checked or adapted here: [`wire::openai::tools`](crate::wire::openai::tools) does that.
    pub fn openai_tools(&self) -> &[Value] {
        self.shared.definitions.get_or_init(|| {
            let mut definitions: Vec<Value> =
                self.registry().specs().map(ToolSpec::to_openai_function).collect();
            if self.scope.deny_unknown {
                for definition in &mut definitions {
                    wire::close(&mut definition["function"]["parameters"]);
                }
            }
            definitions
        })
    }

    /// A view of this executor whose calls tell `listener` of their progress, in the handler's own thread.
    #[cfg(feature = "mcp")]
    pub(crate) fn with_progress(
        &self,
        listener: impl Fn(&crate::events::Progress) + Send + Sync + 'static,
    ) -> Self {
        self.clone().rescope(|scope| scope.progress = Some(Arc::new(listener)))
    }

    /// Whether arguments that a tool has no parameter for are refused, whatever the tools say.
    #[cfg(feature = "mcp")]
    pub(crate) fn denies_unknown(&self) -> bool {
        self.scope.deny_unknown
    }

    fn view(&self) -> View<'_> {
        View { shared: &self.shared, scope: &self.scope }
    }

    fn change(mut self, change: impl FnOnce(&mut Shared)) -> Self {
        let shared = Arc::make_mut(&mut self.shared);
        shared.definitions = OnceLock::new();
        change(shared);
        self
    }

    fn rescope(mut self, change: impl FnOnce(&mut Scope)) -> Self {
        change(Arc::make_mut(&mut self.scope));
        self
    }
}

impl From<ToolRegistry> for ToolExecutor {
    fn from(registry: ToolRegistry) -> Self {
        let ledger = Arc::new(Ledger::of(&registry));
        let shared = Shared {
            registry,
            limits: Limits::DEFAULT,
            threads: Threads::shared().clone(),
            confirm: None,
            hooks: Vec::new(),
            retry: Retry::default(),
            ledger,
            traces_content: false,
            definitions: OnceLock::new(),
        };
        Self { shared: Arc::new(shared), scope: Arc::default() }
    }
}

impl fmt::Debug for ToolExecutor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ToolExecutor").field("registry", self.registry()).finish_non_exhaustive()
    }
}

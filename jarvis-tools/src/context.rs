//! What a handler may know about its call.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::events::{EventBus, Progress, ToolEvent};

/// What a handler may know about the call that it answers; a parameter `&ToolContext` of a tool.
///
/// Cheap to clone. It is no parameter of the schema.
///
/// ```
/// use jarvis_tools::ToolContext;
///
/// struct UserId(u64);
///
/// let context = ToolContext::new("c1", "whoami").with(UserId(7));
/// assert_eq!(context.get::<UserId>().map(|user| user.0), Some(7));
/// assert!(!context.cancellation().is_cancelled());
/// ```
#[derive(Clone)]
pub struct ToolContext {
    call: Arc<Call>,
    scope: Option<Arc<Scope>>,
}

/// What is one for a call, however often its context was cloned.
struct Call {
    id: String,
    tool: Arc<str>,
    begun: Instant,
    /// How many nanoseconds after `begun` the time is over; zero until the handler starts, and without a limit.
    time: AtomicU64,
    /// Made when somebody asks for it, since most handlers never do.
    cancellation: OnceLock<CancellationToken>,
    /// Nothing may be said about the call any more.
    ended: AtomicBool,
}

impl Call {
    fn new(id: String, tool: Arc<str>, begun: Instant) -> Self {
        let (time, cancellation, ended) = (AtomicU64::new(0), OnceLock::new(), AtomicBool::new(false));
        Self { id, tool, begun, time, cancellation, ended }
    }
}

#[cfg(feature = "mcp")]
pub(crate) type ProgressListener = dyn Fn(&Progress) + Send + Sync;

/// What is the same for all calls of an executor or a view of it.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub(crate) bus: EventBus,
    pub(crate) extensions: Extensions,
    /// Each calls off all calls that were made with it.
    pub(crate) cancellation: Vec<CancellationToken>,
    pub(crate) deny_unknown: bool,
    pub(crate) repair: bool,
    /// Hears of the progress of the calls beside the bus, in the handler's own thread.
    #[cfg(feature = "mcp")]
    pub(crate) progress: Option<Arc<ProgressListener>>,
}

impl Scope {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation.iter().any(CancellationToken::is_cancelled)
    }
}

impl ToolContext {
    /// A context without an executor, for tests and for calls by hand.
    pub fn new(call_id: impl Into<String>, tool_name: impl Into<String>) -> Self {
        let tool_name: String = tool_name.into();
        let call = Call::new(call_id.into(), tool_name.into(), Instant::now());
        Self { call: Arc::new(call), scope: None }
    }

    /// The context of a call that an executor runs.
    pub(crate) fn for_call(call_id: String, tool_name: Arc<str>, begun: Instant, scope: Arc<Scope>) -> Self {
        let call = Call::new(call_id, tool_name, begun);
        Self { call: Arc::new(call), scope: Some(scope) }
    }

    /// The id of the call, as the provider gave it.
    pub fn call_id(&self) -> &str {
        &self.call.id
    }

    /// The name of the tool that was called.
    pub fn tool_name(&self) -> &str {
        &self.call.tool
    }

    /// Is cancelled when nobody waits for the result any more. Work that goes on for long should look at it.
    pub fn cancellation(&self) -> &CancellationToken {
        // Where there are several tokens, the executor passes the others on.
        self.call.cancellation.get_or_init(|| {
            match self.scope().and_then(|scope| scope.cancellation.first()) {
                Some(given) => given.child_token(),
                None => CancellationToken::new(),
            }
        })
    }

    /// When the call's time is over, if it has a limit. It is known once the handler runs.
    pub fn deadline(&self) -> Option<Instant> {
        match self.call.time.load(Ordering::Relaxed) {
            0 => None,
            nanos => self.call.begun.checked_add(Duration::from_nanos(nanos)),
        }
    }

    /// The value of this type that was given with the call or its batch.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.scope()?.extensions.get()
    }

    /// Tells whoever listens how far the work is: `context.progress("asking the server")`,
    /// `context.progress(0.5)` or `context.progress((0.5, "half of the pages"))`.
    ///
    /// Without a listener, or once the call has ended or was called off, nothing happens.
    pub fn progress(&self, progress: impl Into<Progress>) {
        let Some(scope) = self.scope() else { return };
        let progress = progress.into();
        #[cfg(feature = "mcp")]
        if let Some(listener) = &scope.progress
            && !self.call.ended.load(Ordering::Acquire)
        {
            listener(&progress);
        }
        scope.bus.publish_if(
            || !self.call.ended.load(Ordering::Acquire),
            || ToolEvent::progress(self.call_id(), self.tool_name(), progress),
        );
    }

    /// Gives a value to the handler, found by its type.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(self, value: T) -> Self {
        self.change(|scope| scope.extensions.insert(value))
    }

    /// Sends the handler's progress to this bus.
    #[must_use]
    pub fn with_bus(self, bus: EventBus) -> Self {
        self.change(|scope| scope.bus = bus)
    }

    fn change(mut self, change: impl FnOnce(&mut Scope)) -> Self {
        change(Arc::make_mut(self.scope.get_or_insert_default()));
        self
    }

    fn scope(&self) -> Option<&Scope> {
        self.scope.as_deref()
    }

    /// The handler's time runs, and is over then.
    pub(crate) fn start(&self, deadline: Option<Instant>) {
        let Some(deadline) = deadline else { return };
        let nanos = deadline.saturating_duration_since(self.call.begun).as_nanos();
        // A time that is too long to be counted, some 500 years, is as good as none.
        self.call.time.store(u64::try_from(nanos.max(1)).unwrap_or(0), Ordering::Relaxed);
    }

    /// Nothing is said about the call any more.
    pub(crate) fn end(&self) {
        self.call.ended.store(true, Ordering::Release);
    }

    /// Tells the handler that nobody waits any more.
    pub(crate) fn call_off(&self) {
        self.end();
        self.cancellation().cancel();
    }

    /// Whether arguments that the tool has no parameter for are refused, whatever its spec says.
    pub(crate) fn deny_unknown(&self) -> bool {
        self.scope().is_some_and(|scope| scope.deny_unknown)
    }

    /// Whether slips in the arguments are mended, whatever the tool's spec says.
    pub(crate) fn repair(&self) -> bool {
        self.scope().is_some_and(|scope| scope.repair)
    }
}

impl Default for ToolContext {
    fn default() -> Self {
        Self::new("", "")
    }
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ToolContext")
            .field("call_id", &self.call_id())
            .field("tool_name", &self.tool_name())
            .field("deadline", &self.deadline())
            .finish_non_exhaustive()
    }
}

/// Values found by their type.
#[derive(Clone, Default)]
pub(crate) struct Extensions(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl Extensions {
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Arc::new(value));
    }

    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>()).and_then(|value| value.downcast_ref())
    }
}

//! What a handler may know about its call.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use tokio_util::sync::CancellationToken;

use crate::events::{EventBus, ToolEvent};

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
#[derive(Clone, Default)]
pub struct ToolContext(Arc<Inner>);

#[derive(Clone, Default)]
struct Inner {
    call_id: String,
    tool_name: Arc<str>,
    deadline: Option<Instant>,
    /// Made when somebody asks for it, since most handlers never do.
    cancellation: OnceLock<CancellationToken>,
    scope: Option<Arc<Scope>>,
}

/// What is the same for all calls of an executor or a view of it.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    pub(crate) bus: EventBus,
    pub(crate) extensions: Extensions,
    /// Calls off all calls that were made with it.
    pub(crate) cancellation: Option<CancellationToken>,
    pub(crate) deny_unknown: bool,
    pub(crate) repair: bool,
}

impl ToolContext {
    /// A context without an executor, for tests and for calls by hand.
    pub fn new(call_id: impl Into<String>, tool_name: impl Into<String>) -> Self {
        let tool_name: String = tool_name.into();
        Self(Arc::new(Inner { call_id: call_id.into(), tool_name: tool_name.into(), ..Inner::default() }))
    }

    /// The context of a call that an executor runs.
    pub(crate) fn for_call(
        call_id: String,
        tool_name: Arc<str>,
        deadline: Option<Instant>,
        scope: Arc<Scope>,
    ) -> Self {
        let cancellation = OnceLock::new();
        Self(Arc::new(Inner { call_id, tool_name, deadline, cancellation, scope: Some(scope) }))
    }

    /// The id of the call, as the provider gave it.
    pub fn call_id(&self) -> &str {
        &self.0.call_id
    }

    /// The name of the tool that was called.
    pub fn tool_name(&self) -> &str {
        &self.0.tool_name
    }

    /// Is cancelled when nobody waits for the result any more. Work that goes on for long should look at it.
    pub fn cancellation(&self) -> &CancellationToken {
        self.0.cancellation.get_or_init(|| match self.scope().and_then(|scope| scope.cancellation.as_ref()) {
            Some(given) => given.child_token(),
            None => CancellationToken::new(),
        })
    }

    /// When the call's time is over, if it has a limit.
    pub fn deadline(&self) -> Option<Instant> {
        self.0.deadline
    }

    /// The value of this type that was given with the call or its batch.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.scope()?.extensions.get()
    }

    /// Tells whoever listens how far the work is: `context.progress("asking the server")`,
    /// `context.progress(0.5)` or `context.progress((0.5, "half of the pages"))`.
    ///
    /// Without a listener, or after the call was called off, nothing happens.
    pub fn progress(&self, progress: impl Into<Progress>) {
        let Some(scope) = self.scope() else { return };
        if !scope.bus.is_listened_to() || self.is_called_off() {
            return;
        }
        let Progress { fraction, message } = progress.into();
        scope.bus.publish(ToolEvent::Progress {
            call_id: self.call_id().to_owned(),
            tool: self.tool_name().to_owned(),
            fraction,
            message,
        });
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
        // A token that is made later would not be shared with the clones that there are already.
        self.cancellation();
        let inner = Arc::make_mut(&mut self.0);
        change(Arc::make_mut(inner.scope.get_or_insert_default()));
        self
    }

    fn scope(&self) -> Option<&Scope> {
        self.0.scope.as_deref()
    }

    /// Tells the handler that nobody waits any more.
    pub(crate) fn call_off(&self) {
        self.cancellation().cancel();
    }

    fn is_called_off(&self) -> bool {
        self.0.cancellation.get().is_some_and(CancellationToken::is_cancelled)
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

impl fmt::Debug for ToolContext {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ToolContext")
            .field("call_id", &self.call_id())
            .field("tool_name", &self.tool_name())
            .field("deadline", &self.deadline())
            .finish_non_exhaustive()
    }
}

/// How far a tool is; made from a text, a fraction from 0 to 1, or both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    fraction: Option<f64>,
    message: Option<String>,
}

impl From<f64> for Progress {
    fn from(fraction: f64) -> Self {
        let fraction = (!fraction.is_nan()).then(|| fraction.clamp(0.0, 1.0));
        Self { fraction, message: None }
    }
}

impl From<&str> for Progress {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl From<String> for Progress {
    fn from(message: String) -> Self {
        Self { fraction: None, message: Some(message) }
    }
}

impl<M: Into<String>> From<(f64, M)> for Progress {
    fn from((fraction, message): (f64, M)) -> Self {
        Self { message: Some(message.into()), ..fraction.into() }
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

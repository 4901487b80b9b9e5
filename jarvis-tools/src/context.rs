//! What a handler may know about its call.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use tokio_util::sync::CancellationToken;

/// What a handler may know about the call that it answers; a parameter `&ToolContext` of a tool.
///
/// Cheap to clone. It is no parameter of the schema.
#[derive(Clone, Debug, Default)]
pub struct ToolContext {
    call_id: String,
    tool_name: String,
    cancellation: CancellationToken,
    deadline: Option<Instant>,
    extensions: Extensions,
    deny_unknown: bool,
    repair: bool,
}

impl ToolContext {
    /// A context without an executor, for tests and for calls by hand.
    pub fn new(call_id: impl Into<String>, tool_name: impl Into<String>) -> Self {
        Self { call_id: call_id.into(), tool_name: tool_name.into(), ..Self::default() }
    }

    /// The id of the call, as the provider gave it.
    pub fn call_id(&self) -> &str {
        &self.call_id
    }

    /// The name of the tool that was called.
    pub fn tool_name(&self) -> &str {
        &self.tool_name
    }

    /// Is cancelled when nobody waits for the result any more. Work that goes on for long should look at it.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancellation
    }

    /// When the call's time is over, if it has a limit.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The value of this type that was given with the call or its batch.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.extensions.get()
    }

    /// Gives a value to the handler, found by its type.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.extensions.insert(value);
        self
    }

    /// Whether arguments that the tool has no parameter for are refused, whatever its spec says.
    pub(crate) fn deny_unknown(&self) -> bool {
        self.deny_unknown
    }

    /// Whether slips in the arguments are mended, whatever the tool's spec says.
    pub(crate) fn repair(&self) -> bool {
        self.repair
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

impl fmt::Debug for Extensions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} extensions", self.0.len())
    }
}

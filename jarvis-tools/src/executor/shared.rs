//! What an executor goes by.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::Value;

use crate::blocking::Threads;
use crate::context::Scope;
use crate::events::EventBus;
use crate::executor::confirm::Confirm;
use crate::executor::hook::AnyHook;
use crate::executor::retry::Retry;
use crate::executor::totals::Ledger;
use crate::registry::ToolRegistry;

/// What views of an executor share.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) registry: ToolRegistry,
    pub(super) limits: Limits,
    pub(super) threads: Threads,
    pub(super) confirm: Option<Arc<Confirm>>,
    pub(super) hooks: Vec<Arc<dyn AnyHook>>,
    pub(super) retry: Retry,
    /// One for all that were made from one executor.
    pub(super) ledger: Arc<Ledger>,
    pub(super) traces_content: bool,
    pub(super) definitions: OnceLock<Vec<Value>>,
}

#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) timeout: Duration,
    pub(super) confirmation: Duration,
    pub(super) in_flight: usize,
    pub(super) result_bytes: usize,
    pub(super) argument_bytes: usize,
}

impl Limits {
    pub(super) const DEFAULT: Self = Self {
        timeout: Duration::from_secs(60),
        confirmation: Duration::from_secs(600),
        in_flight: 16,
        result_bytes: 256 * 1024,
        argument_bytes: 4 * 1024 * 1024,
    };
}

/// An executor as its calls see it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) shared: &'a Shared,
    pub(super) scope: &'a Arc<Scope>,
}

impl<'a> View<'a> {
    pub(super) fn bus(self) -> &'a EventBus {
        &self.scope.bus
    }

    pub(super) fn registry(self) -> &'a ToolRegistry {
        &self.shared.registry
    }
}

//! What the calls of an executor used, summed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use crate::output::Usage;
use crate::registry::ToolRegistry;
use crate::result::ToolResult;

/// What a number of calls used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Total {
    /// How many calls have ended.
    pub calls: u64,
    /// How many of them failed, those that were cancelled among them.
    pub failures: u64,
    /// The tokens that tools used.
    pub usage: Usage,
    /// What they cost, in US dollars.
    pub cost_usd: f64,
    /// How long they took in all, in seconds.
    pub latency_seconds: f64,
}

impl Total {
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.failures += other.failures;
        self.usage = self.usage.plus(other.usage);
        self.cost_usd += other.cost_usd;
        self.latency_seconds += other.latency_seconds;
    }
}

/// What the calls of an executor used up to now, by tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Totals {
    /// Each tool that was called, in the order of the registry.
    pub tools: Vec<(String, Total)>,
    /// The calls of tools that don't exist.
    pub unknown: Total,
}

impl Totals {
    /// What the calls of this tool used; nothing if it was never called.
    pub fn tool(&self, name: &str) -> Total {
        self.tools.iter().find(|(other, _)| other == name).map(|(_, total)| *total).unwrap_or_default()
    }

    /// What all calls used.
    pub fn all(&self) -> Total {
        let mut all = self.unknown;
        self.tools.iter().for_each(|(_, total)| all.add(*total));
        all
    }
}

/// The sums while they grow: one for each tool of a registry, by its place, and one for unknown tools.
pub(super) struct Ledger(Vec<Mutex<Total>>);

impl Ledger {
    pub(super) fn of(registry: &ToolRegistry) -> Self {
        Self((0..=registry.len()).map(|_| Mutex::default()).collect())
    }

    /// Adds a call that ended with a result.
    pub(super) fn add(&self, place: Option<usize>, result: &ToolResult) {
        self.count(
            place,
            Total {
                calls: 1,
                failures: u64::from(!result.success),
                usage: result.usage.unwrap_or_default(),
                cost_usd: result.cost_usd,
                latency_seconds: result.latency_seconds,
            },
        );
    }

    /// Adds a call that ended without one.
    pub(super) fn add_dropped(&self, place: Option<usize>, latency_seconds: f64) {
        self.count(place, Total { calls: 1, failures: 1, latency_seconds, ..Total::default() });
    }

    fn count(&self, place: Option<usize>, call: Total) {
        let place = place.unwrap_or(self.0.len().saturating_sub(1));
        if let Some(total) = self.0.get(place) {
            lock(total).add(call);
        }
    }

    pub(super) fn read(&self, registry: &ToolRegistry) -> Totals {
        let mut totals: Vec<Total> = self.0.iter().map(|total| *lock(total)).collect();
        let unknown = totals.pop().unwrap_or_default();
        let named = registry.names().map(str::to_owned).zip(totals);
        Totals { tools: named.filter(|(_, total)| total.calls > 0).collect(), unknown }
    }
}

fn lock(total: &Mutex<Total>) -> MutexGuard<'_, Total> {
    // Numbers are whole whatever happened elsewhere.
    total.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Several calls at once.

use std::time::Instant;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;

use crate::call::ToolCall;
use crate::executor::run;
use crate::executor::shared::View;
use crate::result::ToolResult;

pub(super) async fn calls(view: View<'_>, calls: &[ToolCall]) -> Vec<ToolResult> {
    let limit = view.shared.limits.in_flight;
    let mut results: Vec<Option<ToolResult>> = calls.iter().map(|_| None).collect();
    let mut waiting = Waiting { view, calls, next: 0, started: Instant::now() };
    let mut running = FuturesUnordered::new();
    let mut alone = false;
    loop {
        while let Some(call) = calls.get(waiting.next) {
            let sequential = view.registry().called(&call.name).is_some_and(|entry| entry.sequential);
            if running.len() >= limit || alone || (sequential && !running.is_empty()) {
                break;
            }
            let place = waiting.next;
            waiting.next += 1;
            alone = sequential;
            running.push(async move { (place, run::call(view, call).await) });
        }
        let Some((place, result)) = running.next().await else { break };
        results[place] = Some(result);
        alone = false;
    }
    // Each call was started and has ended, so that none is missing.
    results.into_iter().flatten().collect()
}

/// The calls of a batch that were not started yet; if it is dropped they end too, and so are told of.
struct Waiting<'a> {
    view: View<'a>,
    calls: &'a [ToolCall],
    next: usize,
    started: Instant,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        for call in self.calls.iter().skip(self.next) {
            run::publish_cancelled(self.view, call, self.started);
        }
    }
}

//! A limit of calls a second, as a hook: `cargo run --example rate_limit`.

use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use jarvis_tools::prelude::*;
use jarvis_tools::{Hook, HookCall, LogHook, ToolError, Verdict};

/// Lets so many calls a second through, and asks the model to come back for the others.
struct RateLimit(DefaultDirectRateLimiter);

impl RateLimit {
    fn per_second(calls: NonZeroU32) -> Self {
        Self(RateLimiter::direct(Quota::per_second(calls)))
    }
}

impl Hook for RateLimit {
    async fn before_decoding(&self, call: &mut HookCall<'_>) -> Verdict {
        if call.spec().category != "web" || self.0.check().is_ok() {
            return Verdict::Continue;
        }
        // `self.0.until_ready().await` would let the call wait for its turn instead.
        let error = ToolError::denied("too many calls at once; call it again in a second");
        Verdict::Refuse(error.retryable())
    }
}

/// Searches the web.
#[tool(category = "web", inline)]
fn search(
    /// What to look for.
    query: String,
) -> String {
    format!("Nothing was found for {query}.")
}

#[tokio::main]
async fn main() -> Result<(), DefinitionError> {
    let three = NonZeroU32::MIN.saturating_add(2);
    let executor =
        ToolExecutor::new(tools![search])?.hook(LogHook::stderr()).hook(RateLimit::per_second(three));
    let calls: Vec<_> = (1..=5)
        .map(|number| ToolCall::new(format!("call_{number}"), "search", r#"{"query":"rust"}"#))
        .collect();
    for result in executor.execute_all(&calls).await {
        println!("{}: {} (retryable: {})", result.call_id, result.content, result.retryable);
    }
    let totals = executor.totals().all();
    println!("{} calls, {} of them refused", totals.calls, totals.failures);
    Ok(())
}

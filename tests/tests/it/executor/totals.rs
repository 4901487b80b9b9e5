//! What calls used, summed.

use jarvis_tools::prelude::*;
use jarvis_tools::{Total, Usage};

use crate::fixtures::{boom, call, executor, hang, ping, plain, poll_once};

fn paid() -> std::sync::Arc<dyn Tool> {
    plain("paid", || async {
        Ok::<_, String>(ToolOutput::text("hi").with_cost(0.25).with_usage(Usage::new(3, 4)))
    })
}

/// Everything but how long it took.
fn counts(total: Total) -> (u64, u64, u64, f64) {
    (total.calls, total.failures, total.usage.total_tokens(), total.cost_usd)
}

#[tokio::test]
async fn calls_are_summed_by_tool_and_in_all() {
    let executor = executor([ping(), paid(), boom(), hang()]);
    assert!(executor.totals().tools.is_empty());
    executor.execute_all(&[call("paid"), call("paid"), call("boom"), call("nope")]).await;
    // Views count together.
    executor.with(5_u8).execute(&call("paid")).await;
    let hangs = call("hang");
    let mut dropped = Box::pin(executor.execute(&hangs));
    assert!(poll_once(dropped.as_mut()).await.is_pending());
    drop(dropped);

    let totals = executor.totals();
    let names: Vec<_> = totals.tools.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["paid", "boom", "hang"]);
    assert_eq!(counts(totals.tool("paid")), (3, 0, 21, 0.75));
    assert_eq!(counts(totals.tool("boom")), (1, 1, 0, 0.0));
    assert_eq!(counts(totals.tool("hang")), (1, 1, 0, 0.0));
    assert_eq!(counts(totals.tool("ping")), (0, 0, 0, 0.0));
    assert_eq!(counts(totals.unknown), (1, 1, 0, 0.0));
    assert_eq!(counts(totals.all()), (6, 3, 21, 0.75));
    assert!(totals.all().latency_seconds > 0.0);
}

#[tokio::test]
async fn a_cost_that_is_no_number_spoils_no_sum() {
    let odd = |name, cost| {
        plain(name, move || async move { Ok::<_, String>(ToolOutput::text("").with_cost(cost)) })
    };
    let executor = executor([paid(), odd("nan", f64::NAN), odd("endless", f64::INFINITY)]);
    let results = executor.execute_all(&[call("nan"), call("paid"), call("endless")]).await;
    assert_eq!(results.iter().map(|result| result.cost_usd).collect::<Vec<_>>(), [0.0, 0.25, 0.0]);
    assert_eq!(counts(executor.totals().all()), (3, 0, 7, 0.25));
}

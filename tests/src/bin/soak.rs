//! Many calls of mixed kinds, with what they need: `cargo run --release -p jarvis-tools-tests --bin soak`.
//!
//! Prints the resident memory as it goes on, and whether a result or an event was lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use jarvis_tools::Confirmation;
use jarvis_tools::prelude::*;

const CALLS: u64 = 100_000;
const IN_FLIGHT: usize = 256;
const BATCH: u64 = 10_000;

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Deserialize, JsonSchema)]
struct Text {
    /// What to say.
    text: String,
}

fn tools() -> Result<Vec<Arc<dyn Tool>>, DefinitionError> {
    let echo = |args: Text| async move { Ok::<_, String>(args.text) };
    let waits = |_: Nothing| async {
        tokio::time::sleep(Duration::from_micros(500)).await;
        Ok::<_, String>(())
    };
    let panics = |_: Nothing| async { if true { panic!("on purpose") } else { Ok::<_, String>(()) } };
    let hangs = |_: Nothing| std::future::pending::<Result<(), String>>();
    Ok(vec![
        Arc::new(FnTool::new("echo", "Says it again.", echo)?),
        Arc::new(FnTool::new("waits", "Waits.", waits)?),
        Arc::new(FnTool::new("panics", "Panics.", panics)?),
        Arc::new(FnTool::new("hangs", "Hangs.", hangs)?.with(|spec| spec.timeout(Duration::from_millis(5)))?),
        Arc::new(FnTool::blocking("blocks", "Runs apart.", |_: Nothing, _| Ok::<_, String>(vec![1; 100]))?),
        Arc::new(
            FnTool::new("asks", "Asks.", |_: Nothing| async { Ok::<_, String>(()) })?
                .with(|spec| spec.requires_confirmation(true))?,
        ),
    ])
}

fn call(place: u64) -> ToolCall {
    let id = place.to_string();
    match place % 10 {
        0 => ToolCall::new(id, "waits", "{}"),
        1 => ToolCall::new(id, "panics", "{}"),
        2 if place % 100 == 2 => ToolCall::new(id, "hangs", "{}"),
        3 => ToolCall::new(id, "blocks", "{}"),
        4 => ToolCall::new(id, "asks", "{}"),
        5 => ToolCall::new(id, "nope", "{}"),
        6 => ToolCall::new(id, "echo", r#"{"text":"#),
        7 => ToolCall::new(id, "echo", "{}"),
        _ => ToolCall::new(id, "echo", format!(r#"{{"text":"{place}"}}"#)),
    }
}

/// The resident memory in KiB, where the system tells.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

#[tokio::main]
async fn main() -> Result<(), DefinitionError> {
    std::panic::set_hook(Box::new(|_| ()));
    let ends = Arc::new(AtomicU64::new(0));
    let missed = Arc::new(AtomicU64::new(0));
    let executor = ToolExecutor::new(tools()?)?
        .max_in_flight(IN_FLIGHT)
        .confirm_with(|request| async move { Confirmation::from(request.call_id.len() % 2 == 0) });
    let _subscription = executor.bus().listen({
        let (ends, missed) = (Arc::clone(&ends), Arc::clone(&missed));
        move |event| match event {
            ToolEvent::CallEnd { .. } => drop(ends.fetch_add(1, Ordering::Relaxed)),
            ToolEvent::Missed { count, .. } => drop(missed.fetch_add(*count, Ordering::Relaxed)),
            _ => {}
        }
    });
    let started = Instant::now();
    let (mut results, mut out_of_place) = (0, 0);
    println!("{:>8} calls {:>8} KiB", 0, resident());
    for first in (0..CALLS).step_by(usize::try_from(BATCH).unwrap_or(1)) {
        let calls: Vec<_> = (first..first + BATCH).map(call).collect();
        let answers = executor.execute_all(&calls).await;
        results += answers.len() as u64;
        out_of_place += calls.iter().zip(&answers).filter(|(call, answer)| call.id != answer.call_id).count();
        drop((calls, answers));
        println!("{:>8} calls {:>8} KiB", first + BATCH, resident());
    }
    executor.bus().flush().await;
    let seconds = started.elapsed().as_secs_f64();
    let (ends, missed) = (ends.load(Ordering::Relaxed), missed.load(Ordering::Relaxed));
    println!(
        "{results} results, {out_of_place} out of place, {ends} ends, {missed} events lost, {seconds:.1} s"
    );
    println!("{}", serde_json::to_string(&executor.totals().all()).unwrap_or_default());
    assert_eq!((results, out_of_place, ends, missed), (CALLS, 0, CALLS, 0));
    Ok(())
}

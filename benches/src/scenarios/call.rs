//! Whole calls: decode, handler, encode.

use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

use jarvis_tools::prelude::*;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::harness::{Contender, Group};
use crate::payloads::{self, SIZES};
use crate::scenarios::{expect, runtime};
use crate::types::{Quote, Trip, quote};

/// Says what a trip costs.
#[tool]
async fn plan_trip(trip: Trip) -> Quote {
    quote(trip)
}

pub(super) fn groups() -> Result<Vec<Group>, Failure> {
    SIZES.into_iter().map(|(label, bytes)| group(label, &payloads::trip(bytes)?)).collect()
}

/// An executor of the tool that is called.
pub(super) fn executor() -> Result<ToolExecutor, Failure> {
    Ok(ToolExecutor::new(tools![plan_trip])?)
}

fn group(label: &str, text: &str) -> Result<Group, Failure> {
    let runtime = runtime()?;
    let call = ToolCall::new("call_1", "plan_trip", text);
    let expected = bare(text)?;
    let result = runtime.block_on(executor()?.execute(&call));
    expect(result.success && result.content == expected, || format!("jarvis-tools: {}", result.content))?;

    let arguments: Arc<str> = text.into();
    let mut contenders = vec![Contender::of("bare", move || drop(black_box(bare(black_box(&arguments)))))];
    contenders.extend([
        ours("jarvis-tools", &runtime, executor()?, &call),
        subscribed(&runtime, &call)?,
        listened(&runtime, &call)?,
    ]);
    #[cfg(feature = "peers")]
    contenders.extend(peers(&runtime, text, &expected)?);
    Ok(Group { table: String::new(), label: label.to_owned(), contenders })
}

fn bare(text: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string(&quote(serde_json::from_str(text)?))
}

/// Calls without anybody who listens, or with somebody who does.
pub(super) fn ours(name: &str, runtime: &Rc<Runtime>, executor: ToolExecutor, call: &ToolCall) -> Contender {
    let (runtime, call) = (Rc::clone(runtime), call.clone());
    Contender::new(name, move |times| {
        runtime.block_on(async {
            for _ in 0..times {
                drop(black_box(executor.execute(black_box(&call)).await));
            }
        });
    })
}

/// Calls whose events are taken off the queue right after each, which is part of the time.
fn subscribed(runtime: &Rc<Runtime>, call: &ToolCall) -> Result<Contender, Failure> {
    let executor = executor()?;
    let mut events = executor.bus().subscribe();
    let (runtime, call) = (Rc::clone(runtime), call.clone());
    Ok(Contender::new("jarvis-tools, a subscriber", move |times| {
        runtime.block_on(async {
            for _ in 0..times {
                drop(black_box(executor.execute(black_box(&call)).await));
                while let Some(event) = events.try_recv() {
                    drop(black_box(event));
                }
            }
        });
    }))
}

/// Calls whose events are given to a callback, on the thread of the bus.
fn listened(runtime: &Rc<Runtime>, call: &ToolCall) -> Result<Contender, Failure> {
    let executor = executor()?;
    let bus = executor.bus().clone();
    bus.listen(|event| {
        black_box(event);
    })
    .detach();
    let flushing = Rc::clone(runtime);
    Ok(ours("jarvis-tools, a callback", runtime, executor, call)
        .settle(move || flushing.block_on(bus.flush())))
}

#[cfg(feature = "peers")]
fn peers(runtime: &Rc<Runtime>, text: &str, expected: &str) -> Result<Vec<Contender>, Failure> {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text);
    let expected = read(expected)?;
    let mut contenders = Vec::new();
    for (name, answer, contender) in crate::peers::calls(runtime, text)? {
        expect(read(&answer).is_ok_and(|answer| answer == expected), || format!("{name}: {answer}"))?;
        contenders.push(contender);
    }
    Ok(contenders)
}

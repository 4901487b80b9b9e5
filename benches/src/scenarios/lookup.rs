//! Many tools, many calls, and what providers are told of them.

use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

use jarvis_tools::prelude::*;
use jarvis_tools::wire;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::harness::{Contender, Group};
use crate::payloads;
use crate::scenarios::{expect, runtime};
use crate::types::{Route, Search, Trip, quote};

pub(super) fn groups() -> Result<Vec<Group>, Failure> {
    let runtime = runtime()?;
    Ok(vec![tools(&runtime)?, batches(&runtime)?, definitions()?])
}

fn group(table: &str, contenders: Vec<Contender>) -> Group {
    Group { table: table.to_owned(), label: String::new(), contenders }
}

fn name(place: usize) -> String {
    format!("tool_{place}")
}

fn typed<A>(place: usize) -> Result<Arc<dyn Tool>, Failure>
where
    A: DeserializeOwned + JsonSchema + Send + 'static,
{
    let handler = |_: A| async { Ok::<_, ToolError>("done") };
    Ok(Arc::new(FnTool::new(&name(place), "Measured.", handler)?))
}

/// Tools that quote small trips.
fn executor(tools: usize) -> Result<ToolExecutor, Failure> {
    let tools: Result<Vec<Arc<dyn Tool>>, DefinitionError> = (0..tools)
        .map(|place| -> Result<Arc<dyn Tool>, DefinitionError> {
            let handler = |trip: Trip| async { Ok::<_, ToolError>(quote(trip)) };
            Ok(Arc::new(FnTool::new(&name(place), "Measured.", handler)?))
        })
        .collect();
    Ok(ToolExecutor::new(tools?)?)
}

/// Calls of eight tools in turn, of more and more that there are.
fn tools(runtime: &Rc<Runtime>) -> Result<Group, Failure> {
    let arguments = payloads::trip(payloads::SMALL)?;
    let mut contenders = Vec::new();
    for (tools, title) in [(10, "10 tools"), (1_000, "1,000 tools"), (10_000, "10,000 tools")] {
        let executor = executor(tools)?;
        let calls: Vec<ToolCall> =
            (0..8).map(|step| ToolCall::new("c1", name(step * tools / 8), arguments.as_str())).collect();
        let runtime = Rc::clone(runtime);
        expect(runtime.block_on(executor.execute(&calls[7])).success, || format!("{title}: a call failed"))?;
        let run = move |times| {
            runtime.block_on(async {
                for _ in 0..times {
                    for call in &calls {
                        drop(black_box(executor.execute(black_box(call)).await));
                    }
                }
            });
        };
        contenders.push(Contender::new(title, run).units(8.0));
    }
    Ok(group("`execute`, by the number of tools; a call", contenders))
}

/// Batches of calls of one tool, in more and more of them.
fn batches(runtime: &Rc<Runtime>) -> Result<Group, Failure> {
    let call = ToolCall::new("c1", name(0), payloads::trip(payloads::SMALL)?);
    let executor = executor(10)?;
    let alone = super::call::ours("`execute`, one after the other", runtime, executor.clone(), &call);
    let mut contenders = vec![alone];
    let sizes = [(10, 10.0, "10 calls"), (1_000, 1e3, "1,000 calls"), (10_000, 1e4, "10,000 calls")];
    for (calls, units, title) in sizes {
        let calls = vec![call.clone(); calls];
        let (runtime, executor) = (Rc::clone(runtime), executor.clone());
        let run = move || drop(black_box(runtime.block_on(executor.execute_all(black_box(&calls)))));
        contenders.push(Contender::of(format!("`execute_all`, {title}"), run).units(units));
    }
    Ok(group("`execute_all`, by the number of calls; a call", contenders))
}

/// What a provider is told of a hundred tools.
fn definitions() -> Result<Group, Failure> {
    let tools: Result<Vec<Arc<dyn Tool>>, Failure> = (0..100)
        .map(|place| match place % 3 {
            0 => typed::<Trip>(place),
            1 => typed::<Search>(place),
            _ => typed::<Route>(place),
        })
        .collect();
    let registry = ToolRegistry::new(tools?)?;
    let executor = ToolExecutor::from(registry.clone());
    let rendered = executor.openai_tools().to_vec();
    expect(rendered.len() == 100, || "there are other than 100 tools".to_owned())?;
    wire::openai::tools(registry.specs())?;
    let fresh = registry.clone();
    let contenders = vec![
        Contender::of("writing them as text", move || {
            drop(black_box(serde_json::to_string(black_box(&rendered))));
        }),
        Contender::of("`openai_tools()`, the first time", move || {
            let executor = ToolExecutor::from(fresh.clone());
            black_box(executor.openai_tools());
        }),
        Contender::of("`openai_tools()`, from then on", move || {
            black_box(black_box(&executor).openai_tools());
        }),
        Contender::of("`wire::openai::tools`", move || {
            drop(black_box(wire::openai::tools(black_box(&registry).specs())));
        }),
    ];
    Ok(group("Definitions of 100 tools; all of them", contenders))
}

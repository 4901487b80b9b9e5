//! Other crates, each used in its own way, with the same types and the same handler.

mod llm;
mod rig;
mod rmcp;
pub(crate) mod schema;

use std::hint::black_box;
use std::rc::Rc;

use tokio::runtime::Runtime;

use crate::Failure;
use crate::harness::Contender;

/// A peer's name, what it answered once, and the peer itself.
type Peer = (&'static str, String, Contender);

/// Whole calls, from text to text.
pub(crate) fn calls(runtime: &Rc<Runtime>, text: &str) -> Result<Vec<Peer>, Failure> {
    Ok(vec![
        peer("rig, the tool alone", runtime, text, rig::tool)?,
        peer("rig, `ToolSet`", runtime, text, rig::tool_set())?,
        peer("rmcp, text", runtime, text, rmcp::router(runtime, "plan_trip_text"))?,
        peer("rmcp, `Json`", runtime, text, rmcp::router(runtime, "plan_trip"))?,
        peer("llm-tool, `dispatch_str`", runtime, text, llm::dispatch_str())?,
        peer("llm-tool, `dispatch`", runtime, text, llm::dispatch())?,
    ])
}

/// A peer by its call, from text to text.
fn peer(
    name: &'static str,
    runtime: &Rc<Runtime>,
    text: &str,
    call: impl AsyncFn(&str) -> Option<String> + 'static,
) -> Result<Peer, Failure> {
    let (runtime, text) = (Rc::clone(runtime), text.to_owned());
    let answer = runtime.block_on(call(&text)).ok_or_else(|| format!("{name}: the call failed"))?;
    let contender = Contender::new(name, move |times| {
        runtime.block_on(async {
            for _ in 0..times {
                drop(black_box(call(black_box(&text)).await));
            }
        });
    });
    Ok((name, answer, contender))
}

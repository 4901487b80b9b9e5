//! A process with tools that hang for ever, which ends nevertheless: a test runs it.

use std::sync::Arc;
use std::time::Duration;

use jarvis_tools::prelude::*;

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hung = FnTool::blocking("hung", "Hangs.", |_: Nothing, _| -> Result<(), String> {
        loop {
            std::thread::park();
        }
    })?;
    let executor =
        ToolExecutor::new([Arc::new(hung) as Arc<dyn Tool>])?.default_timeout(Duration::from_millis(1));
    let call = ToolCall::new("c1", "hung", "{}");
    println!("{}", executor.execute_blocking(&call).content);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build()?;
    println!("{}", runtime.block_on(executor.execute(&call)).content);
    Ok(())
}

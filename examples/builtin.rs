//! The five built-in tools in one executor, what they answer, and the events of their calls.
//!
//! `cargo run --example builtin` needs no network and no key: a memory of two texts and a model that follows a
//! script stand in for the real ones.

use jarvis_tools::Usage;
use jarvis_tools::builtin::{FileReader, InferenceAnswer, Llm, Retrieval, calculator, think};
use jarvis_tools::prelude::*;
use jarvis_tools::testing::{InMemoryBackend, ScriptedEngine};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let memory = InMemoryBackend::new()
        .with("almanac.md", "The Sun rises in the east.")
        .with("notes.txt", "Milk, eggs, bread.");
    let answer = InferenceAnswer::new("Because air scatters blue light most.")
        .with_usage(Usage::new(9, 8))
        .with_cost(0.0002);
    let engine = ScriptedEngine::new([Ok(answer)]);

    let mut tools = tools![calculator, think];
    tools.extend(Retrieval::new(memory).with_top_k(3).tools());
    tools.extend(Llm::new(engine).with_model("small").with_system("Answer in one sentence.").tools());
    tools.extend(FileReader::new([env!("CARGO_MANIFEST_DIR")])?.tools());
    let executor = ToolExecutor::new(tools)?;
    let mut events = executor.bus().subscribe();

    for (index, (name, arguments)) in calls().into_iter().enumerate() {
        let result = executor.execute(&ToolCall::new(format!("call_{index}"), name, arguments)).await;
        println!("{name}({arguments})");
        for line in result.content.lines() {
            println!("    {line}");
        }
        if let Some(usage) = result.usage {
            println!("    ({} tokens, {} dollars)", usage.total_tokens(), result.cost_usd);
        }
    }

    println!("\nWhat happened:");
    while let Some(event) = events.try_recv() {
        println!("  {}", serde_json::to_string(&*event)?);
    }
    Ok(())
}

/// What a model may call, right and wrong.
fn calls() -> [(&'static str, &'static str); 11] {
    [
        ("calculator", r#"{"expression":"sqrt(144) + 3**2"}"#),
        ("calculator", r#"{"expression":"2**100 // 7"}"#),
        ("calculator", r#"{"expression":"1 + 1/0"}"#),
        ("calculator", r#"{"expression":"9**9**9"}"#),
        ("think", r#"{"thought":"First the file, then the sum."}"#),
        ("retrieval", r#"{"query":"where does the Sun rise?"}"#),
        ("retrieval", r#"{"query":"elephants","top_k":1}"#),
        ("llm", r#"{"prompt":"Why is the sky blue?"}"#),
        ("file_read", r#"{"path":"Cargo.toml","max_lines":2}"#),
        ("file_read", r#"{"path":"../README.md"}"#),
        ("file_read", r#"{"path":"server.PEM"}"#),
    ]
}

//! What `think` does, and what all five tools say of themselves.
//!
//! Of the rows that the original's users are used to, this is answered otherwise: 49, an empty thought is
//! `(empty)`, since providers refuse empty results, and a missing one is refused.

use std::sync::Arc;

use jarvis_tools::builtin::{FileReader, Llm, Retrieval, calculator, think};
use jarvis_tools::prelude::*;
use jarvis_tools::testing::{InMemoryBackend, ScriptedEngine, assert_exact, check_all};
use jarvis_tools::wire::openai;
use serde_json::{Value, json};

use super::call;

fn all() -> Vec<Arc<dyn Tool>> {
    let files = FileReader::new([env!("CARGO_MANIFEST_DIR")]).unwrap();
    let mut all = tools![calculator, think];
    all.extend(Retrieval::new(InMemoryBackend::new()).tools());
    all.extend(Llm::new(ScriptedEngine::default()).tools());
    all.extend(files.tools());
    all
}

#[tokio::test]
async fn row_48_a_thought_comes_back() {
    let thought = "Let me think step by step...\n";
    let result = call(tools![think], "think", json!({ "thought": thought })).await;
    assert_eq!((result.success, result.content.as_str(), result.cost_usd), (true, thought, 0.0));
}

#[tokio::test]
async fn row_49_no_thought() {
    let result = call(tools![think], "think", json!({ "thought": "" })).await;
    assert_eq!((result.success, result.content.as_str()), (true, "(empty)"));
    assert!(!call(tools![think], "think", json!({})).await.success);
}

#[test]
fn names_categories_and_parameters_are_the_design_s() {
    let expected = [
        ("calculator", "math", json!(["expression"]), json!(["expression"])),
        ("think", "reasoning", json!(["thought"]), json!(["thought"])),
        ("retrieval", "memory", json!(["query", "top_k"]), json!(["query"])),
        ("llm", "inference", json!(["prompt", "system"]), json!(["prompt"])),
        ("file_read", "filesystem", json!(["path", "max_lines"]), json!(["path"])),
    ];
    for (tool, (name, category, properties, required)) in all().iter().zip(expected) {
        let spec = tool.spec();
        let parameters = spec.parameters();
        let mut named: Vec<_> =
            parameters["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        let mut wanted: Vec<_> = properties.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        // Without `preserve_order` they come sorted.
        named.sort_unstable();
        wanted.sort_unstable();
        assert_eq!((spec.name.as_str(), spec.category.as_str()), (name, category));
        assert_eq!((named, &parameters["required"]), (wanted, &required));
        for (property, schema) in parameters["properties"].as_object().unwrap() {
            assert!(schema["description"].as_str().is_some_and(|text| text.len() > 10), "{name}.{property}");
        }
        assert!(spec.description.len() > 60 && !spec.description.contains("  "), "{}", spec.description);
        assert!(spec.title.is_some() && spec.annotations.read_only == Some(true), "{name}");
        assert!(spec.cost_estimate >= 0.0 && spec.latency_estimate >= 0.0);
        let timeout = (name == "llm").then_some(600);
        assert_eq!(spec.timeout.map(|time| time.as_secs()), timeout, "{name}");
    }
}

#[test]
fn schema_and_decoder_agree() {
    for tool in all() {
        assert_exact(&*tool);
    }
    check_all(&ToolRegistry::new(all()).unwrap());
}

#[test]
fn every_provider_takes_them() {
    let tools = all();
    let rendered = openai::tools(tools.iter().map(|tool| tool.spec())).unwrap().tools;
    assert_eq!(rendered.len(), 5);
    let strict: Vec<_> = tools.iter().map(|tool| tool.spec().clone().strict(true)).collect();
    for tool in openai::tools(&strict).unwrap().tools {
        assert_eq!(tool["function"]["strict"], true, "{tool}");
    }
}

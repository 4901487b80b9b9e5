//! What `llm` does with its engine.
//!
//! Of the rows that the original's users are used to, this is answered otherwise: 100, a question without an engine
//! can't be written, since the constructor takes one, and which model answers may be the engine's choice.

use std::future::pending;
use std::sync::Arc;

use jarvis_tools::builtin::{
    BoxError, BoxFuture, InferenceAnswer, InferenceEngine, InferenceRequest, Llm, Message, Role,
};
use jarvis_tools::prelude::*;
use jarvis_tools::testing::ScriptedEngine;
use jarvis_tools::{ToolErrorKind, ToolResult, Usage};
use serde_json::{Value, json};

use super::call;

async fn ask(llm: Llm, arguments: Value) -> ToolResult {
    call(llm.tools(), "llm", arguments).await
}

fn says(text: &str) -> ScriptedEngine {
    ScriptedEngine::new([Ok(InferenceAnswer::new(text))])
}

/// What the engine is asked by this tool with these arguments.
async fn asked(set: impl FnOnce(Llm) -> Llm, arguments: Value) -> InferenceRequest {
    let engine = says("yes");
    assert!(ask(set(Llm::new(engine.clone())), arguments).await.success);
    engine.requests().remove(0)
}

struct Hangs;

impl InferenceEngine for Hangs {
    fn infer(&self, _request: InferenceRequest) -> BoxFuture<'_, Result<InferenceAnswer, BoxError>> {
        Box::pin(pending())
    }
}

#[tokio::test]
async fn row_100_a_blank_prompt() {
    for prompt in ["", "\t"] {
        let result = ask(Llm::new(says("yes")), json!({ "prompt": prompt })).await;
        assert_eq!((result.success, result.content.as_str()), (false, "No prompt provided."));
    }
}

#[tokio::test]
async fn row_101_usage_cost_and_the_first_message() {
    let answer = InferenceAnswer::new("Because.")
        .with_usage(Usage::new(9, 6))
        .with_cost(0.25)
        .with_model("small-2")
        .with_finish_reason("stop");
    let engine = ScriptedEngine::new([Ok(answer)]);
    let llm = Llm::shared(Arc::new(engine.clone()));
    let result = ask(llm, json!({ "prompt": "Why?", "system": "Be short." })).await;
    assert_eq!((result.success, result.content.as_str()), (true, "Because."));
    assert_eq!(result.usage.map(Usage::total_tokens), Some(15));
    assert!((result.cost_usd - 0.25).abs() < 1e-12);
    assert_eq!(
        (&result.metadata["model"], &result.metadata["finish_reason"]),
        (&json!("small-2"), &json!("stop"))
    );
    let messages = [Message::new(Role::System, "Be short."), Message::new(Role::User, "Why?")];
    assert_eq!(engine.requests()[0].messages, messages);
}

#[tokio::test]
async fn the_host_s_defaults_hold_where_a_call_says_nothing_else() {
    let set =
        |llm: Llm| llm.with_model("small").with_system("Be kind.").with_temperature(0.5).with_max_tokens(99);
    let request = asked(set, json!({ "prompt": "Why?" })).await;
    let expected =
        InferenceRequest::new(vec![Message::new(Role::System, "Be kind."), Message::new(Role::User, "Why?")]);
    assert_eq!(request, expected.with_model("small").with_temperature(0.5).with_max_tokens(99));
    let request = asked(set, json!({ "prompt": "Why?", "system": "Be short." })).await;
    assert_eq!(request.messages[0].content, "Be short.");
    for system in [json!(null), json!(" ")] {
        let request = asked(set, json!({ "prompt": "Why?", "system": system })).await;
        assert_eq!(request.messages[0].content, "Be kind.");
    }
    let request = asked(|llm| llm, json!({ "prompt": "Why?" })).await;
    assert_eq!(request, InferenceRequest::new(vec![Message::new(Role::User, "Why?")]));
    // The model is the host's choice.
    let request = asked(set, json!({ "prompt": "Why?", "model": "large" })).await;
    assert_eq!(request.model.as_deref(), Some("small"));
}

#[tokio::test]
async fn row_102_engines_that_fail() {
    let engine = ScriptedEngine::new([Err(ToolError::failed("overloaded").retryable())]);
    let executor = ToolExecutor::new(Llm::new(engine).tools()).unwrap();
    let result = executor.execute(&ToolCall::new("c1", "llm", r#"{"prompt":"Why?"}"#)).await;
    assert_eq!((result.success, result.content.as_str()), (false, "LLM error: overloaded"));
    assert_eq!(result.error, Some(ToolErrorKind::Failed));
    let result = executor.execute(&ToolCall::new("c2", "llm", r#"{"prompt":"Why?"}"#)).await;
    assert_eq!(result.content, "LLM error: the script is over");
}

#[tokio::test]
async fn an_answer_without_text_costs_what_it_costs() {
    let usage = Usage::new(9, 0);
    let engine = ScriptedEngine::new([Ok(InferenceAnswer::new(" \n").with_usage(usage).with_cost(0.1))]);
    let result = ask(Llm::new(engine), json!({ "prompt": "Why?" })).await;
    assert_eq!((result.success, result.content.as_str(), result.usage), (true, "(empty)", Some(usage)));
    assert!(result.cost_usd > 0.0);
    for odd in [f64::NAN, f64::INFINITY, -1.0] {
        let engine = ScriptedEngine::new([Ok(InferenceAnswer::new("yes").with_cost(odd))]);
        let result = ask(Llm::new(engine), json!({ "prompt": "Why?" })).await;
        assert_eq!(result.cost_usd.to_bits(), 0.0_f64.to_bits());
    }
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_hangs_is_left_after_ten_minutes() {
    let start = tokio::time::Instant::now();
    let result = ask(Llm::new(Hangs), json!({ "prompt": "Why?" })).await;
    assert_eq!(result.error, Some(ToolErrorKind::TimedOut));
    // On a clock that only moves when everybody waits.
    assert_eq!(start.elapsed().as_secs(), 600);
}

//! A language model for tests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::builtin::{BoxError, BoxFuture, InferenceAnswer, InferenceEngine, InferenceRequest};
use crate::error::ToolError;

/// An [`InferenceEngine`] that gives the answers that it was told, one after the other, and keeps what it was
/// asked.
///
/// Clones share the script, so that one can be kept while a tool has the other.
///
/// ```
/// use jarvis_tools::builtin::{InferenceAnswer, Llm};
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::testing::ScriptedEngine;
///
/// let engine = ScriptedEngine::new([
///     Ok(InferenceAnswer::new("Because air scatters blue light most.")),
///     Err(ToolError::failed("the model is overloaded").retryable()),
/// ]);
/// let executor = ToolExecutor::new(Llm::new(engine.clone()).tools())?;
/// let call = ToolCall::new("call_1", "llm", r#"{"prompt":"Why is the sky blue?"}"#);
/// assert_eq!(executor.execute_blocking(&call).content, "Because air scatters blue light most.");
/// assert_eq!(executor.execute_blocking(&call).content, "LLM error: the model is overloaded");
/// assert_eq!(executor.execute_blocking(&call).content, "LLM error: the script is over");
/// assert_eq!(engine.requests().len(), 3);
/// # Ok::<(), DefinitionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScriptedEngine(Arc<Mutex<Script>>);

#[derive(Debug, Default)]
struct Script {
    answers: VecDeque<Result<InferenceAnswer, ToolError>>,
    requests: Vec<InferenceRequest>,
}

impl ScriptedEngine {
    /// An engine that answers like this, and then fails.
    pub fn new(answers: impl IntoIterator<Item = Result<InferenceAnswer, ToolError>>) -> Self {
        let answers = answers.into_iter().collect();
        Self(Arc::new(Mutex::new(Script { answers, requests: Vec::new() })))
    }

    /// What it was asked so far.
    pub fn requests(&self) -> Vec<InferenceRequest> {
        self.script().requests.clone()
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InferenceEngine for ScriptedEngine {
    fn infer(&self, request: InferenceRequest) -> BoxFuture<'_, Result<InferenceAnswer, BoxError>> {
        Box::pin(async move {
            let mut script = self.script();
            script.requests.push(request);
            script.answers.pop_front().ok_or("the script is over")?.map_err(BoxError::from)
        })
    }
}

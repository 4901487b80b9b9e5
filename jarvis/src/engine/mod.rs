//! What answers a conversation: a server that speaks Chat Completions, or a script.

mod patience;

mod openai;

mod scripted;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use jarvis_tools::ToolError;
use jarvis_tools::builtin::{BoxError, BoxFuture, InferenceAnswer, InferenceEngine, InferenceRequest};
use jarvis_tools::wire::Turn;
use serde_json::{Value, json};

use crate::config::Price;
use crate::error::{Error, ErrorKind};

pub use openai::OpenAiEngine;
pub use scripted::ScriptedEngine;

/// What the model is to go on with.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ChatRequest {
    /// What was said so far, as Chat Completions has it.
    pub messages: Vec<Value>,
    /// The definitions of the tools that may be called, as Chat Completions has them.
    pub tools: Vec<Value>,
    /// The model that answers, where it isn't the engine's own.
    pub model: Option<String>,
    /// How much chance there is in the answer.
    pub temperature: Option<f64>,
    /// The most tokens of the answer.
    pub max_tokens: Option<u32>,
}

/// Who hears the words of an answer as they come.
pub type OnText<'a> = &'a (dyn Fn(&str) + Send + Sync);

/// A turn that is on its way.
pub type Turning<'a> = Pin<Box<dyn Future<Output = Result<Turn, Error>> + Send + 'a>>;

/// What answers a conversation in which tools are called.
pub trait ChatEngine: Send + Sync + 'static {
    /// What it is called, as in `openai`.
    fn name(&self) -> &str;

    /// The model that answers where a request names none.
    fn model(&self) -> &str;

    /// The model's turn. Its words go to `on_text` as they come, where somebody listens; dropping the future ends
    /// the request.
    fn chat<'a>(&'a self, request: &'a ChatRequest, on_text: Option<OnText<'a>>) -> Turning<'a>;
}

/// An engine as the tool `llm` asks it.
pub(crate) struct ForTools {
    pub(crate) engine: Arc<dyn ChatEngine>,
    pub(crate) prices: BTreeMap<String, Price>,
}

impl InferenceEngine for ForTools {
    fn infer(&self, request: InferenceRequest) -> BoxFuture<'_, Result<InferenceAnswer, BoxError>> {
        Box::pin(async move {
            let chat = ChatRequest {
                messages: request
                    .messages
                    .iter()
                    .map(|message| json!({ "role": message.role, "content": message.content }))
                    .collect(),
                tools: Vec::new(),
                model: request.model,
                temperature: request.temperature,
                max_tokens: request.max_tokens,
            };
            let turn = self.engine.chat(&chat, None).await.map_err(|error| -> BoxError {
                let failed = ToolError::failed(error.to_string());
                let again = error.kind() == ErrorKind::Overloaded;
                Box::new(if again { failed.retryable() } else { failed })
            })?;
            let model = chat.model.unwrap_or_else(|| self.engine.model().to_owned());
            let price = self.prices.get(&model).copied();
            let mut answer = InferenceAnswer::new(turn.text).with_model(model);
            if let Some(usage) = turn.usage {
                answer = answer.with_cost(price.map_or(0.0, |price| price.of(usage))).with_usage(usage);
            }
            if let Some(reason) = turn.finish_reason {
                answer = answer.with_finish_reason(reason);
            }
            Ok(answer)
        })
    }
}

//! Asking a language model.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BoxError, BoxFuture, failure};
use crate::error::ToolError;
use crate::output::{ToolOutput, Usage};

/// What answers a conversation with a language model, for [`Llm`].
///
/// ```
/// use jarvis_tools::builtin::{BoxError, BoxFuture, InferenceAnswer, InferenceEngine, InferenceRequest};
///
/// struct Parrot;
///
/// impl InferenceEngine for Parrot {
///     fn infer(&self, request: InferenceRequest) -> BoxFuture<'_, Result<InferenceAnswer, BoxError>> {
///         Box::pin(async move {
///             let last = request.messages.last().ok_or("nothing to repeat")?;
///             Ok(InferenceAnswer::new(last.content.as_str()))
///         })
///     }
/// }
/// ```
pub trait InferenceEngine: Send + Sync + 'static {
    /// The model's answer to the conversation so far.
    ///
    /// The future is dropped when nobody waits for the answer any more, so that a request should end with it.
    ///
    /// # Errors
    ///
    /// If there is no answer. A [`ToolError`] keeps its kind, and says whether trying again may help.
    fn infer(&self, request: InferenceRequest) -> BoxFuture<'_, Result<InferenceAnswer, BoxError>>;
}

/// Who says something in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// The host, about the whole conversation.
    System,
    /// Who asks.
    User,
    /// The model.
    Assistant,
}

/// Something that is said in a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: String,
}

impl Message {
    /// Something that somebody says.
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Self { role, content: content.into() }
    }
}

/// A conversation that a model is to go on with.
///
/// ```
/// use jarvis_tools::builtin::{InferenceRequest, Message, Role};
///
/// let request = InferenceRequest::new(vec![Message::new(Role::User, "Why is the sky blue?")]).with_model("small");
/// assert_eq!(request.model.as_deref(), Some("small"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct InferenceRequest {
    /// What was said so far, the oldest first.
    pub messages: Vec<Message>,
    /// Which model is to answer; without one it is the engine's choice.
    pub model: Option<String>,
    /// How much chance there is in the answer; without it, the engine's choice.
    pub temperature: Option<f64>,
    /// The most tokens of the answer; without it, the engine's choice.
    pub max_tokens: Option<u32>,
}

impl InferenceRequest {
    /// A conversation, with everything else as the engine chooses.
    pub fn new(messages: Vec<Message>) -> Self {
        Self { messages, model: None, temperature: None, max_tokens: None }
    }

    /// Sets which model is to answer.
    #[must_use]
    pub fn with_model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// Sets how much chance there is in the answer.
    #[must_use]
    pub fn with_temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Sets the most tokens of the answer.
    #[must_use]
    pub fn with_max_tokens(mut self, max_tokens: u32) -> Self {
        self.max_tokens = Some(max_tokens);
        self
    }
}

/// What a model answered.
///
/// ```
/// use jarvis_tools::{Usage, builtin::InferenceAnswer};
///
/// let answer = InferenceAnswer::new("Air scatters blue light most.").with_usage(Usage::new(9, 6)).with_cost(0.0002);
/// assert_eq!(answer.usage.map(Usage::total_tokens), Some(15));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct InferenceAnswer {
    /// The text.
    pub content: String,
    /// The tokens that it took, if the engine counts them.
    pub usage: Option<Usage>,
    /// What it cost, in US dollars.
    pub cost_usd: f64,
    /// The model that answered, if the engine says it.
    pub model: Option<String>,
    /// Why the model stopped, as the engine says it: `stop`, `length` …
    pub finish_reason: Option<String>,
}

impl InferenceAnswer {
    /// A text that cost nothing.
    pub fn new(content: impl Into<String>) -> Self {
        Self { content: content.into(), usage: None, cost_usd: 0.0, model: None, finish_reason: None }
    }

    /// Sets the tokens that it took.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }

    /// Sets what it cost, in US dollars.
    #[must_use]
    pub fn with_cost(mut self, dollars: f64) -> Self {
        self.cost_usd = dollars;
        self
    }

    /// Sets the model that answered.
    #[must_use]
    pub fn with_model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// Sets why the model stopped.
    #[must_use]
    pub fn with_finish_reason(mut self, reason: impl Into<String>) -> Self {
        self.finish_reason = Some(reason.into());
        self
    }
}

/// The tool `llm`: asks an [`InferenceEngine`].
///
/// Usage and cost of the answer are those of the result, and `model` and `finish_reason` are in its metadata
/// where the engine says them. The call may take ten minutes.
///
/// ```
/// use jarvis_tools::builtin::{BoxError, BoxFuture, InferenceAnswer, InferenceEngine, InferenceRequest, Llm};
/// use jarvis_tools::{Usage, prelude::*};
/// # struct Small;
/// # impl InferenceEngine for Small {
/// #     fn infer(&self, _: InferenceRequest) -> BoxFuture<'_, Result<InferenceAnswer, BoxError>> {
/// #         Box::pin(async { Ok(InferenceAnswer::new("Because.").with_usage(Usage::new(9, 6))) })
/// #     }
/// # }
///
/// let llm = Llm::new(Small).with_model("small").with_system("Answer in one word.");
/// let executor = ToolExecutor::new(llm.tools())?;
/// let call = ToolCall::new("call_1", "llm", r#"{"prompt":"Why is the sky blue?"}"#);
/// let result = executor.execute_blocking(&call);
/// assert_eq!(result.content, "Because.");
/// assert_eq!(result.usage.map(Usage::total_tokens), Some(15));
/// # Ok::<(), DefinitionError>(())
/// ```
pub struct Llm {
    engine: Arc<dyn InferenceEngine>,
    defaults: InferenceRequest,
    system: Option<String>,
}

/// What to ask.
#[derive(Deserialize, JsonSchema, crate::ToolArgs)]
#[arg(crate = crate)]
pub struct LlmArgs {
    /// The question or task, with everything that is needed to answer it.
    pub prompt: String,
    /// Instructions about how to answer; left out, the host's.
    pub system: Option<String>,
}

impl Llm {
    /// A tool that asks this engine, with everything as the engine chooses.
    pub fn new(engine: impl InferenceEngine) -> Self {
        Self::shared(Arc::new(engine))
    }

    /// As [`new`](Self::new), of an engine that others use, too.
    pub fn shared(engine: Arc<dyn InferenceEngine>) -> Self {
        Self { engine, defaults: InferenceRequest::new(Vec::new()), system: None }
    }

    /// Sets which model is to answer.
    #[must_use]
    pub fn with_model(mut self, model: impl Into<String>) -> Self {
        self.defaults.model = Some(model.into());
        self
    }

    /// Sets the instructions where a call has none of its own.
    #[must_use]
    pub fn with_system(mut self, system: impl Into<String>) -> Self {
        self.system = Some(system.into());
        self
    }

    /// Sets how much chance there is in the answers.
    #[must_use]
    pub fn with_temperature(mut self, temperature: f64) -> Self {
        self.defaults.temperature = Some(temperature);
        self
    }

    /// Sets the most tokens of an answer.
    #[must_use]
    pub fn with_max_tokens(mut self, max_tokens: u32) -> Self {
        self.defaults.max_tokens = Some(max_tokens);
        self
    }

    /// What the engine is asked.
    fn request(&self, args: LlmArgs) -> InferenceRequest {
        let given = |system: &String| !system.trim().is_empty();
        let system = args.system.filter(given).or_else(|| self.system.clone()).filter(given);
        let system = system.map(|system| Message::new(Role::System, system));
        let messages = system.into_iter().chain([Message::new(Role::User, args.prompt)]).collect();
        InferenceRequest { messages, ..self.defaults.clone() }
    }
}

#[crate::toolset(crate = crate)]
impl Llm {
    /// Asks the engine.
    ///
    /// # Errors
    ///
    /// If the prompt is blank, or the engine fails.
    #[tool(
        description = "Asks a language model and returns its answer. It sees the prompt and nothing else of this \
            conversation. Use it for a task of its own, such as to summarise, translate or judge a text.",
        title = "Ask a language model",
        category = "inference",
        cost_estimate = 0.001,
        latency_estimate = 3.0,
        timeout = "10m",
        read_only,
        open_world
    )]
    pub async fn llm(&self, args: LlmArgs) -> Result<ToolOutput, ToolError> {
        if args.prompt.trim().is_empty() {
            return Err(ToolError::failed("No prompt provided."));
        }
        let answer = self.engine.infer(self.request(args)).await;
        let answer = answer.map_err(|error| failure("LLM error", error))?;
        // An answer without text stays a success, since it cost what it cost.
        let mut output = ToolOutput::text(answer.content);
        if answer.cost_usd.is_finite() && answer.cost_usd > 0.0 {
            output = output.with_cost(answer.cost_usd);
        }
        if let Some(usage) = answer.usage {
            output = output.with_usage(usage);
        }
        for (key, value) in [("model", answer.model), ("finish_reason", answer.finish_reason)] {
            if let Some(value) = value {
                output = output.with_metadata(key, value);
            }
        }
        Ok(output)
    }
}

impl fmt::Debug for Llm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Llm").field("defaults", &self.defaults).finish_non_exhaustive()
    }
}

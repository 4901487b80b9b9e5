//! Asking from Rust.

use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;

use futures_util::Stream;
use jarvis_tools::prelude::*;
use jarvis_tools::wire::openai;
use jarvis_tools::{Confirmation, ConfirmationRequest};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::agent::{Agent, Answer, Conversation, Event, OnEvent};
use crate::config::Config;
use crate::engine::{ChatEngine, ChatRequest, OpenAiEngine};
use crate::error::{Error, ErrorKind};
use crate::tools;

/// Asks a language model, with tools by their names. Dropping it closes it.
#[derive(Clone)]
pub struct Jarvis {
    config: Config,
    engine: Arc<dyn ChatEngine>,
    tools: ToolRegistry,
    confirm: Option<Arc<Confirm>>,
}

/// Says whether a tool that wants to be confirmed may run.
type Confirm =
    dyn Fn(ConfirmationRequest) -> Pin<Box<dyn Future<Output = Confirmation> + Send>> + Send + Sync;

/// What [`Jarvis`] is made of.
#[derive(Default)]
pub struct JarvisBuilder {
    config: Option<Config>,
    engine: Option<Arc<dyn ChatEngine>>,
    model: Option<String>,
    tools: Vec<Arc<dyn Tool>>,
    confirm: Option<Arc<Confirm>>,
}

impl JarvisBuilder {
    /// Sets the settings, instead of those that are found.
    #[must_use]
    pub fn config(mut self, config: Config) -> Self {
        self.config = Some(config);
        self
    }

    /// Sets the engine, instead of the one that the settings speak of.
    #[must_use]
    pub fn engine(mut self, engine: impl ChatEngine) -> Self {
        self.engine = Some(Arc::new(engine));
        self
    }

    /// Sets the model.
    #[must_use]
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// Adds tools beside the built-in ones; one of the same name stands for the built-in one.
    #[must_use]
    pub fn tools(mut self, tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// Asks `handler` before a tool that wants to be confirmed runs; without one such calls are denied.
    #[must_use]
    pub fn confirm_with<F, Fut>(mut self, handler: F) -> Self
    where
        F: Fn(ConfirmationRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Confirmation> + Send + 'static,
    {
        self.confirm = Some(Arc::new(move |request| Box::pin(handler(request))));
        self
    }

    /// Makes it.
    ///
    /// # Errors
    ///
    /// If the settings can't be read, speak of no engine, or a tool can't be used.
    pub fn build(self) -> Result<Jarvis, Error> {
        let mut config = match self.config {
            Some(config) => config,
            None => Config::found()?,
        };
        if self.model.is_some() {
            config.model = self.model;
        }
        let engine = match self.engine {
            Some(engine) => engine,
            None => Arc::new(OpenAiEngine::new(&config)?),
        };
        let tools = tools::all(&config, Some(&engine), &self.tools)?;
        Ok(Jarvis { config, engine, tools, confirm: self.confirm })
    }
}

impl Jarvis {
    /// With the settings that are found in the environment and the file.
    ///
    /// # Errors
    ///
    /// As [`JarvisBuilder::build`].
    pub fn new() -> Result<Self, Error> {
        Self::builder().build()
    }

    /// With settings, engine and tools of the caller's.
    pub fn builder() -> JarvisBuilder {
        JarvisBuilder::default()
    }

    /// The tools that there are.
    pub fn tools(&self) -> &ToolRegistry {
        &self.tools
    }

    /// Asks a question; awaited it gives the text.
    pub fn ask(&self, question: impl Into<String>) -> AskText {
        AskText(self.ask_full(question))
    }

    /// Asks a question; awaited it gives the text with all that belongs to it.
    pub fn ask_full(&self, question: impl Into<String>) -> Ask {
        Ask {
            jarvis: self.clone(),
            question: question.into(),
            system: None,
            agent: None,
            tools: None,
            model: None,
            temperature: None,
            max_turns: None,
        }
    }

    /// The names of the agents.
    pub fn agents() -> [&'static str; 2] {
        Agent::NAMES
    }
}

impl std::fmt::Debug for Jarvis {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Jarvis")
            .field("config", &self.config)
            .field("engine", &self.engine.name())
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}

/// A question; asked once it is awaited, or with [`stream`](Self::stream).
#[must_use = "a question is asked when it is awaited"]
#[derive(Clone, Debug)]
pub struct Ask {
    jarvis: Jarvis,
    question: String,
    system: Option<String>,
    agent: Option<String>,
    tools: Option<Vec<String>>,
    model: Option<String>,
    temperature: Option<f64>,
    max_turns: Option<usize>,
}

impl Ask {
    /// Sets the agent: `simple`, or `orchestrator`, which it is where there are tools.
    pub fn agent(mut self, name: impl Into<String>) -> Self {
        self.agent = Some(name.into());
        self
    }

    /// Gives tools to the model, by name, instead of those that the settings name.
    pub fn tools<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.tools.get_or_insert_default().extend(names.into_iter().map(Into::into));
        self
    }

    /// Sets the model.
    pub fn model(mut self, model: impl Into<String>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// Sets what the model is told before the question.
    pub fn system(mut self, system: impl Into<String>) -> Self {
        self.system = Some(system.into());
        self
    }

    /// Sets how much chance there is in the answer.
    pub fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Sets how many turns there are at most.
    pub fn max_turns(mut self, turns: usize) -> Self {
        self.max_turns = Some(turns.max(1));
        self
    }

    /// Asks, and gives what happens as it does: the words of the answer, the calls of tools, and last the answer, or
    /// the error. Dropping the stream ends the request and the tools.
    pub fn stream(self) -> impl Stream<Item = Result<Event, Error>> + Send {
        let (sender, receiver) = mpsc::unbounded_channel();
        let events = sender.clone();
        let asking: Asking = Box::pin(async move {
            let outcome = self.asked(&move |event| drop(events.send(Ok(event)))).await;
            if let Err(error) = outcome {
                // Who doesn't listen any more has dropped this, too.
                let _ = sender.send(Err(error));
            }
        });
        futures_util::stream::unfold((asking, false, receiver), next_event)
    }

    /// Asks, and tells of what happens as it does; the words of the answer come as the engine sends them.
    ///
    /// # Errors
    ///
    /// A name that there isn't, and what the engine says.
    pub async fn asked(self, on_event: OnEvent<'_>) -> Result<Answer, Error> {
        self.run(on_event, true).await
    }

    pub(crate) async fn run(self, on_event: OnEvent<'_>, streams: bool) -> Result<Answer, Error> {
        let config = &self.jarvis.config;
        let tools = self.tools.as_ref().unwrap_or(&config.agent_tools);
        let agent = match (self.agent.as_ref().or(config.agent.as_ref()), tools.is_empty()) {
            (Some(name), _) => Agent::named(name)?,
            (None, true) => Agent::Simple,
            (None, false) => Agent::Orchestrator,
        };
        let tools = match (&self.tools, agent) {
            // Tools that are only usual are left out where there is no use for them.
            (None, Agent::Simple) => &[],
            _ => tools.as_slice(),
        };
        let selected = tools::select(&self.jarvis.tools, tools)?;
        if agent == Agent::Simple && !selected.is_empty() {
            let words = "the agent 'simple' uses no tools; take 'orchestrator', or leave the tools out";
            return Err(Error::new(ErrorKind::Config, words));
        }
        let mut executor = ToolExecutor::from(selected);
        if let Some(confirm) = self.jarvis.confirm.clone() {
            executor = executor.confirm_with(move |request| confirm(request));
        }
        let system = self
            .system
            .as_ref()
            .or(config.system.as_ref())
            .map(|system| json!({ "role": "system", "content": system }));
        let question = json!({ "role": "user", "content": self.question });
        let request = ChatRequest {
            messages: system.into_iter().chain([question]).collect::<Vec<Value>>(),
            tools: openai::tools(executor.available_tools())?.tools,
            model: self.model,
            temperature: self.temperature.or(config.temperature),
            max_tokens: None,
        };
        let max_turns = self.max_turns.unwrap_or(config.max_turns);
        let engine = &*self.jarvis.engine;
        Conversation { engine, executor: &executor, config, max_turns, request, on_event, streams }
            .answer()
            .await
    }
}

type Asking = Pin<Box<dyn Future<Output = ()> + Send>>;
type Heard = mpsc::UnboundedReceiver<Result<Event, Error>>;

/// The next event, for which the question itself is driven on.
async fn next_event(
    (mut asking, mut ended, mut heard): (Asking, bool, Heard),
) -> Option<(Result<Event, Error>, (Asking, bool, Heard))> {
    loop {
        tokio::select! {
            biased;
            event = heard.recv() => return Some((event?, (asking, ended, heard))),
            () = &mut asking, if !ended => ended = true,
        }
        if ended {
            // All that was said is there; the senders are gone with the question.
            let event = heard.try_recv().ok()?;
            return Some((event, (asking, ended, heard)));
        }
    }
}

impl IntoFuture for Ask {
    type Output = Result<Answer, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.run(&|_| {}, false).await })
    }
}

/// A question whose answer is a text.
#[must_use = "a question is asked when it is awaited"]
#[derive(Clone, Debug)]
pub struct AskText(Ask);

impl AskText {
    /// As [`Ask::agent`].
    pub fn agent(self, name: impl Into<String>) -> Self {
        Self(self.0.agent(name))
    }

    /// As [`Ask::tools`].
    pub fn tools<N: Into<String>>(self, names: impl IntoIterator<Item = N>) -> Self {
        Self(self.0.tools(names))
    }

    /// As [`Ask::model`].
    pub fn model(self, model: impl Into<String>) -> Self {
        Self(self.0.model(model))
    }

    /// As [`Ask::system`].
    pub fn system(self, system: impl Into<String>) -> Self {
        Self(self.0.system(system))
    }
}

impl IntoFuture for AskText {
    type Output = Result<String, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { Ok(self.0.await?.content) })
    }
}

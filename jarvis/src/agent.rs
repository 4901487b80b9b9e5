//! Agents: how a question becomes an answer.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;

use jarvis_tools::wire::openai;
use jarvis_tools::{ToolCall, ToolError, ToolEvent, ToolExecutor, ToolResult, Usage};
use serde::Serialize;
use serde_json::{Value, json};

use crate::config::Config;
use crate::engine::{ChatEngine, ChatRequest, OnText};
use crate::error::Error;

/// The answer of an agent that came to no end.
const NO_ANSWER: &str = "Maximum turns reached without a final answer.";

/// How often the same call may be made before the model is told of it instead.
const MOST_REPEATS: usize = 2;

/// What came of a question.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Answer {
    /// The text.
    pub content: String,
    /// The tokens of all turns, and those of tools.
    pub usage: Usage,
    /// What the model, where its price is known, and the tools cost, in US dollars.
    pub cost_usd: f64,
    /// What the tools gave, in the order of the calls.
    pub tool_results: Vec<ToolOutcome>,
    /// How often the model was asked.
    pub turns: usize,
    /// The model that answered.
    pub model: String,
    /// The engine that ran it.
    pub engine: String,
}

/// What a tool gave.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ToolOutcome {
    /// The tool, as the model called it.
    pub tool_name: String,
    /// What the model read.
    pub content: String,
    /// Whether the tool did what it was asked for.
    pub success: bool,
}

/// What happens while a question is answered.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// The model is asked, for the so manieth time.
    Turn {
        /// Counted from 1.
        number: usize,
    },
    /// Words of the answer, as they come.
    Text {
        /// The words.
        text: String,
    },
    /// Something happened to a call of a tool.
    Tool {
        /// What.
        event: Arc<ToolEvent>,
    },
    /// The answer is whole.
    Answer {
        /// The answer.
        answer: Answer,
    },
}

/// Who hears of events.
pub(crate) type OnEvent<'a> = &'a (dyn Fn(Event) + Send + Sync);

/// How a question becomes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agent {
    /// Asks the model once, without tools.
    Simple,
    /// Runs the calls that the model makes, and asks it again.
    Orchestrator,
}

impl Agent {
    pub(crate) const NAMES: [&str; 2] = ["simple", "orchestrator"];

    pub(crate) fn named(name: &str) -> Result<Self, Error> {
        match name {
            "simple" => Ok(Self::Simple),
            "orchestrator" => Ok(Self::Orchestrator),
            other => Err(Error::unknown("agent", other, Self::NAMES)),
        }
    }
}

/// A conversation on its way to an answer.
pub(crate) struct Conversation<'a> {
    pub(crate) engine: &'a dyn ChatEngine,
    pub(crate) executor: &'a ToolExecutor,
    pub(crate) config: &'a Config,
    pub(crate) max_turns: usize,
    pub(crate) request: ChatRequest,
    pub(crate) on_event: OnEvent<'a>,
    /// Whether somebody wants to hear the words as they come.
    pub(crate) streams: bool,
}

impl Conversation<'_> {
    /// Asks the model, runs what it calls, and asks again, until it calls nothing or the turns are over.
    pub(crate) async fn answer(mut self) -> Result<Answer, Error> {
        let mut answer = Answer {
            content: String::new(),
            usage: Usage::default(),
            cost_usd: 0.0,
            tool_results: Vec::new(),
            turns: 0,
            model: self.request.model.clone().unwrap_or_else(|| self.engine.model().to_owned()),
            engine: self.engine.name().to_owned(),
        };
        let mut guard = Guard::default();
        // What was said before the output broke off.
        let mut begun = String::new();
        while answer.turns < self.max_turns {
            answer.turns += 1;
            (self.on_event)(Event::Turn { number: answer.turns });
            let on_event = self.on_event;
            let on_text = move |text: &str| on_event(Event::Text { text: text.to_owned() });
            let on_text: Option<OnText<'_>> = if self.streams { Some(&on_text) } else { None };
            let turn = self.engine.chat(&self.request, on_text).await?;
            let usage = turn.usage.unwrap_or_default();
            answer.usage = answer.usage.plus(usage);
            answer.cost_usd += self.config.cost(&answer.model, usage);
            let said = turn.refusal.as_deref().filter(|_| turn.text.is_empty()).unwrap_or(&turn.text);
            begun.push_str(said);
            if !begun.trim().is_empty() {
                answer.content.clone_from(&begun);
            }
            self.request.messages.push(turn.message.clone());
            if turn.cut_off && turn.calls.is_empty() {
                self.request.messages.push(go_on(!turn.unfinished.is_empty()));
                continue;
            }
            if turn.calls.is_empty() {
                break;
            }
            begun.clear();
            let results = self.run(&mut guard, &turn.calls).await;
            self.request.messages.extend(openai::results(&results));
            for result in results {
                answer.usage = answer.usage.plus(result.usage.unwrap_or_default());
                answer.cost_usd += result.cost_usd;
                let ToolResult { tool_name, content, success, .. } = result;
                answer.tool_results.push(ToolOutcome { tool_name, content, success });
            }
        }
        if answer.content.trim().is_empty() {
            NO_ANSWER.clone_into(&mut answer.content);
        }
        (self.on_event)(Event::Answer { answer: answer.clone() });
        Ok(answer)
    }

    /// Runs calls side by side, but for those that were made before with the same arguments again and again; the
    /// results stand in the order of the calls.
    async fn run(&self, guard: &mut Guard, calls: &[ToolCall]) -> Vec<ToolResult> {
        let refusals: Vec<Option<ToolResult>> = calls.iter().map(|call| guard.refusal(call)).collect();
        let allowed: Vec<ToolCall> = calls
            .iter()
            .zip(&refusals)
            .filter(|(_, refusal)| refusal.is_none())
            .map(|(call, _)| call.clone())
            .collect();
        let mut events = self.executor.bus().subscribe();
        let mut results = {
            let mut running = pin!(self.executor.execute_all(&allowed));
            loop {
                tokio::select! {
                    results = &mut running => break results,
                    Some(event) = events.recv() => (self.on_event)(Event::Tool { event }),
                }
            }
        }
        .into_iter();
        while let Some(event) = events.try_recv() {
            (self.on_event)(Event::Tool { event });
        }
        // There is a result for each call that was allowed.
        refusals.into_iter().filter_map(|refusal| refusal.or_else(|| results.next())).collect()
    }
}

fn go_on(broke_off_in_call: bool) -> Value {
    let words = if broke_off_in_call {
        "Your tool call was cut off and did not run. Call the tool again, with shorter arguments."
    } else {
        "Your answer was cut off. Go on exactly where it ended, and repeat nothing."
    };
    json!({ "role": "user", "content": words })
}

/// Keeps a model from making the same call for ever.
#[derive(Default)]
struct Guard(HashMap<(String, String), usize>);

impl Guard {
    fn refusal(&mut self, call: &ToolCall) -> Option<ToolResult> {
        // Spacing and the order of keys don't make another call.
        let arguments = serde_json::from_str::<Value>(&call.arguments)
            .map_or_else(|_| call.arguments.clone(), |value| value.to_string());
        let count = self.0.entry((call.name.clone(), arguments)).or_default();
        *count += 1;
        (*count > MOST_REPEATS).then(|| {
            let words = format!(
                "this call was made {} times with the same arguments and did not run again; use its result, or try \
                 something else",
                *count - 1
            );
            ToolResult::new(call.id.clone(), call.name.clone(), Err(ToolError::denied(words)))
        })
    }
}

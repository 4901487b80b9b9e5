//! A recorded conversation, for tests and for trying things out without a server.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use jarvis_tools::wire::openai;
use serde_json::Value;

use crate::engine::{ChatEngine, ChatRequest, OnText, Turning};
use crate::error::{Error, ErrorKind};

/// Gives recorded responses of Chat Completions, one after the other, and keeps what it was asked. Clones share
/// both.
#[derive(Clone, Debug, Default)]
pub struct ScriptedEngine(Arc<Mutex<Script>>);

#[derive(Debug, Default)]
struct Script {
    responses: VecDeque<Value>,
    requests: Vec<ChatRequest>,
}

impl ScriptedEngine {
    /// An engine that gives these responses.
    pub fn new(responses: impl IntoIterator<Item = Value>) -> Self {
        let responses = responses.into_iter().collect();
        Self(Arc::new(Mutex::new(Script { responses, requests: Vec::new() })))
    }

    /// The responses of a file: a JSON list of them, or one a line. A text stands for a response that says it.
    ///
    /// # Errors
    ///
    /// If the file can't be read, or is neither.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, Error> {
        let shown = path.as_ref().display();
        let wrong = |reason: String| Error::new(ErrorKind::Config, format!("the script {shown} {reason}"));
        let text =
            std::fs::read_to_string(&path).map_err(|error| wrong(format!("can't be read: {error}")))?;
        if let Ok(Value::Array(responses)) = serde_json::from_str(&text) {
            return Ok(Self::new(responses));
        }
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let responses = lines.map(|(place, line)| {
            serde_json::from_str(line)
                .map_err(|error| wrong(format!("is no JSON in line {}: {error}", place + 1)))
        });
        Ok(Self::new(responses.collect::<Result<Vec<Value>, Error>>()?))
    }

    /// What it was asked so far.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).requests.clone()
    }

    fn next(&self, request: &ChatRequest) -> Option<Value> {
        let mut script = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        script.requests.push(request.clone());
        script.responses.pop_front()
    }
}

impl ChatEngine for ScriptedEngine {
    fn name(&self) -> &'static str {
        "scripted"
    }

    fn model(&self) -> &'static str {
        "script"
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, on_text: Option<OnText<'a>>) -> Turning<'a> {
        Box::pin(async move {
            let response = match self.next(request) {
                Some(Value::String(text)) => {
                    serde_json::json!({ "choices": [{ "finish_reason": "stop", "message": { "role": "assistant", "content": text } }] })
                }
                Some(response) => response,
                None => return Err(Error::new(ErrorKind::Engine, "the script is over")),
            };
            let turn = openai::turn(&response)?;
            if let Some(on_text) = on_text.filter(|_| !turn.text.is_empty()) {
                on_text(&turn.text);
            }
            Ok(turn)
        })
    }
}

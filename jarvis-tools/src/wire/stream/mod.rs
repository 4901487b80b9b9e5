//! Model output that comes in pieces, put together.
//!
//! | assembler | events | ends with | cut off by | hosts |
//! | --- | --- | --- | --- | --- |
//! | [`ChatStream`] | the `data` of Chat Completions' events | `finish_reason` or `[DONE]` | any reason but `stop`, `tool_calls` and their like | OpenAI and the servers that speak its language |
//! | [`ResponsesStream`] | the `data` of Responses' events | `response.completed` | `response.incomplete` | OpenAI |
//! | [`AnthropicStream`] | the `data` of Messages' events | `stop_reason` or `message_stop` | `max_tokens`, `refusal`, `model_context_window_exceeded` | Anthropic |
//! | [`GeminiStream`] | the `data` of `streamGenerateContent?alt=sse` | `finishReason` | any reason but `STOP` | Google |
//! | [`OllamaStream`] | the lines of `/api/chat` | `done` | `length` | Ollama |
//!
//! Each takes an event as text ([`push`](Assembler::push)) or as JSON ([`push_value`](Assembler::push_value), for
//! events of a typed client, by `serde_json::to_value`), says what is new, shows calls while they grow, and gives
//! everything at the [end](Assembler::finish). The time is linear in the input. [`SseReader`] and [`JsonLines`] cut
//! bytes into events; an HTTP client's own reader does as well.
//!
//! **What broke off doesn't run.** If the output was cut off, the last thing that came is unfinished, also where its
//! arguments can be read: `{"days":1}` may be all there is of another call. A call before it counts as whole if its
//! arguments are whole JSON, or if the provider said that it is. After an error none does.
//!
//! **Nothing is guessed.** A piece that fits several calls is an error, and so is an event that isn't understood where
//! calls would be. Kinds of events and parts that say nothing of text or calls are read over.
//!
//! ```
//! use jarvis_tools::ToolCall;
//! use jarvis_tools::wire::stream::{ArgumentsState, ChatStream, SseReader};
//! use serde_json::json;
//!
//! # fn main() -> Result<(), jarvis_tools::WireError> {
//! let mut reader = SseReader::new();
//! let mut stream = ChatStream::new();
//! let chunks = [
//!     r#"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"ask","arguments":""}}]}}]}"#,
//!     "\n\n",
//!     r#"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\":\"Os"}}]}}]}"#,
//!     "\n\n",
//! ];
//! for chunk in chunks {
//!     for event in reader.push(chunk.as_bytes()) {
//!         stream.push(&event.data)?;
//!     }
//! }
//! // While it grows:
//! let arguments = stream.calls()[0].arguments();
//! assert_eq!(arguments.state(), ArgumentsState::Partial);
//! assert_eq!(arguments.value(), Some(json!({ "city": "Os" })));
//!
//! stream.push(r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"lo\"}"}}]}}]}"#)?;
//! stream.push(r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#)?;
//! stream.push("[DONE]")?;
//! assert_eq!(stream.finish().calls, [ToolCall::new("c1", "ask", r#"{"city":"Oslo"}"#)]);
//! # Ok(())
//! # }
//! ```

mod lines;

mod partial;

mod growing;

mod assembly;

mod protocol;

mod chat;

mod responses;

mod anthropic;

mod leaves;

mod gemini;

mod ollama;

pub use assembly::{Finished, Update};
pub use growing::GrowingCall;
pub use lines::{JsonLines, SseEvent, SseReader};
pub use partial::{ArgumentsState, PartialArguments};

use serde_json::Value;

use crate::text;
use crate::wire::error::WireError;
use assembly::Assembly;
use protocol::Protocol;

/// The deltas of OpenAI's Chat Completions, and of the many servers that speak it.
///
/// Pieces are joined by `index`. Id and name may be missing, late or repeated. A name that comes with another id
/// begins a call, also under an index that is taken. Without an index a new id begins a call, and a piece without one
/// continues the last. Calls may come whole, their arguments as text or JSON, and a response may come whole in one
/// event. Of several choices the first is read; [`choice`](Assembler::choice) reads another.
pub type ChatStream = Assembler<chat::Chat>;

/// The events of OpenAI's Responses.
///
/// The argument text that an event of type `done` holds counts, whatever the pieces were. Items of which only the end
/// came, or that only `response.completed` lists, are read from there.
pub type ResponsesStream = Assembler<responses::Responses>;

/// The events of Anthropic's Messages. Calls of tools that run at the provider are none of ours.
pub type AnthropicStream = Assembler<anthropic::Anthropic>;

/// The chunks of Gemini, in the names of its JSON or of its SDKs for Python. Calls come whole, or on Vertex with
/// `streamFunctionCallArguments` in parts.
///
/// The parts (`partialArgs`) are values at paths, in the order of the text that they become: one that belongs into what
/// is written already is an error. Of several candidates the first is read;
/// [`candidate`](Assembler::candidate) reads another.
pub type GeminiStream = Assembler<gemini::Gemini>;

/// The lines of Ollama's chat. Calls come whole.
pub type OllamaStream = Assembler<ollama::Ollama>;

/// Puts the events of one stream together; its name for each provider is that of a type above.
#[derive(Clone, Debug, Default)]
pub struct Assembler<P> {
    protocol: P,
    assembly: Assembly,
}

impl<P: Protocol> Assembler<P> {
    /// Before the first event.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads an event's text, and says what is new. Blank text is nothing.
    ///
    /// # Errors
    ///
    /// If it is no JSON, holds something else than it should, or is an error of the provider, whose words are then the
    /// error's. Reading can go on, but the output counts as cut off, and no call of the stream as whole.
    pub fn push(&mut self, data: &str) -> Result<Vec<Update>, WireError> {
        let data = data.trim();
        if data.is_empty() {
            return Ok(Vec::new());
        }
        if data == "[DONE]" {
            self.assembly.end(None, &[]);
            return Ok(Vec::new());
        }
        match serde_json::from_str(data) {
            Ok(event) => self.push_value(&event),
            Err(error) => {
                self.assembly.fail();
                let shown = text::shown(data);
                Err(WireError::general(format!("the event is no JSON ({error}): {shown}")))
            }
        }
    }

    /// As [`push`](Self::push), of an event that was read already.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn push_value(&mut self, event: &Value) -> Result<Vec<Update>, WireError> {
        let read = match event {
            Value::Object(_) => self.protocol.read(event, &mut self.assembly),
            other => Err(WireError::general(format!(
                "the event is no object: {}",
                text::shown(&other.to_string())
            ))),
        };
        let updates = self.assembly.take_updates();
        match read {
            Ok(()) => Ok(updates),
            Err(error) => {
                self.assembly.fail();
                Err(error)
            }
        }
    }

    /// The answer so far.
    pub fn text(&self) -> &str {
        &self.assembly.text
    }

    /// The model's thoughts so far.
    pub fn thoughts(&self) -> &str {
        &self.assembly.thoughts
    }

    /// The calls so far, in the order in which they began. None of them may run before the end.
    pub fn calls(&self) -> &[GrowingCall] {
        self.assembly.calls()
    }

    /// Everything, when no more events come.
    pub fn finish(self) -> Finished {
        self.assembly.finish()
    }
}

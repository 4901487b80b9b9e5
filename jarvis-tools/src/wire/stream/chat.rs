//! The deltas of Chat Completions.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::wire::error::WireError;
use crate::wire::openai::chat::GOOD_ENDS;
use crate::wire::stream::Assembler;
use crate::wire::stream::assembly::{Assembly, odd};
use crate::wire::stream::growing::{GrowingCall, argument_text};
use crate::wire::stream::protocol::Protocol;
use crate::wire::turn::plain;

/// Which call each piece belongs to.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    choice: u64,
    by_index: HashMap<u64, usize>,
    by_id: HashMap<String, usize>,
    legacy: Option<usize>,
    last: Option<usize>,
    /// How many events there were, and in which of them each call had a piece last.
    event: usize,
    touched: Vec<usize>,
}

/// A piece of a call, as a delta has it.
struct Piece<'v> {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: Option<&'v Value>,
}

impl Assembler<Chat> {
    /// Reads the choice of this index, where a request asked for several.
    pub fn choice(index: u64) -> Self {
        let mut stream = Self::new();
        stream.protocol.choice = index;
        stream
    }
}

impl Protocol for Chat {
    fn read(&mut self, event: &Value, into: &mut Assembly) -> Result<(), WireError> {
        if let Some(error) = event.get("error").filter(|error| !error.is_null()) {
            return Err(WireError::provider(error));
        }
        self.event += 1;
        into.count(event.get("usage"), "prompt_tokens", "completion_tokens");
        let choices = match event.get("choices") {
            None | Some(Value::Null) => return Ok(()),
            Some(Value::Array(choices)) => choices,
            Some(other) => return Err(odd("choices", "list", other)),
        };
        for (place, choice) in (0..).zip(choices) {
            let index = choice.get("index").and_then(Value::as_u64).unwrap_or(place);
            if index == self.choice {
                self.read_choice(choice, into)?;
            }
        }
        Ok(())
    }
}

impl Chat {
    fn read_choice(&mut self, choice: &Value, into: &mut Assembly) -> Result<(), WireError> {
        let is_new = into.text.is_empty() && into.calls().is_empty();
        let delta = match choice.get("delta").filter(|delta| !delta.is_null()) {
            Some(delta) => Some(delta),
            // Some hosts send a response whole, others repeat it at the end.
            None => choice.get("message").filter(|message| is_new && !message.is_null()),
        };
        match delta {
            None => {}
            Some(Value::Object(delta)) => self.read_delta(delta, into)?,
            Some(other) => return Err(odd("delta", "object", other)),
        }
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str).filter(|it| !it.is_empty())
        {
            into.end(Some(reason), &GOOD_ENDS);
        }
        Ok(())
    }

    fn read_delta(&mut self, delta: &Map<String, Value>, into: &mut Assembly) -> Result<(), WireError> {
        for key in ["reasoning_content", "reasoning"] {
            if let Some(Value::String(thought)) = delta.get(key) {
                into.think(thought);
                into.thoughts_key = Some(key);
                // Some hosts send the same under both names.
                break;
            }
        }
        match delta.get("content") {
            Some(Value::String(piece)) => into.say(piece),
            Some(Value::Array(parts)) => parts.iter().for_each(|part| read_part(part, into)),
            _ => {}
        }
        if let Some(Value::String(piece)) = delta.get("refusal") {
            into.refuse(piece);
        }
        match delta.get("tool_calls") {
            None | Some(Value::Null) => {}
            Some(Value::Array(calls)) => calls.iter().try_for_each(|call| self.read_call(call, into))?,
            Some(other) => return Err(odd("tool_calls", "list", other)),
        }
        match delta.get("function_call") {
            None | Some(Value::Null) => Ok(()),
            Some(Value::Object(body)) => self.read_legacy(body, into),
            Some(other) => Err(odd("function_call", "object", other)),
        }
    }

    fn read_call(&mut self, entry: &Value, into: &mut Assembly) -> Result<(), WireError> {
        let Value::Object(entry) = entry else { return Err(odd("tool_calls", "list of objects", entry)) };
        let body =
            ["function", "custom"].iter().find_map(|key| entry.get(*key)?.as_object()).unwrap_or(entry);
        let piece = Piece {
            index: entry.get("index").and_then(Value::as_u64),
            id: entry.get("id").map(plain).unwrap_or_default(),
            name: body.get("name").map(plain).unwrap_or_default(),
            arguments: body.get("arguments").or_else(|| body.get("input")),
        };
        let call = self.place(&piece, into)?.unwrap_or_else(|| {
            self.touched.push(0);
            into.begin(&piece.id, &piece.name)
        });
        if let Some(index) = piece.index {
            self.by_index.insert(index, call);
        }
        if !piece.id.is_empty() {
            self.by_id.insert(piece.id.clone(), call);
        }
        self.last = Some(call);
        join(&piece, call, into)?;
        self.touched[call] = self.event;
        Ok(())
    }

    /// The form before there were tools: one call, which counts only where there are no others.
    fn read_legacy(&mut self, body: &Map<String, Value>, into: &mut Assembly) -> Result<(), WireError> {
        if self.legacy.is_none() && !into.calls().is_empty() {
            return Ok(());
        }
        let call = *self.legacy.get_or_insert_with(|| {
            self.touched.push(0);
            into.begin("", "")
        });
        let name = body.get("name").map(plain).unwrap_or_default();
        join(&Piece { index: None, id: String::new(), name, arguments: body.get("arguments") }, call, into)
    }

    /// The call that a piece continues; none if it begins one.
    fn place(&self, piece: &Piece<'_>, into: &Assembly) -> Result<Option<usize>, WireError> {
        let known = match piece.index {
            Some(index) => self.by_index.get(&index).copied(),
            None if !piece.id.is_empty() => match self.by_id.get(&piece.id) {
                Some(call) => Some(*call),
                // An id that comes late.
                None => self.last.filter(|last| into.calls()[*last].id().is_empty() && piece.name.is_empty()),
            },
            None => self.last,
        };
        let Some(call) = known.filter(|call| self.continues(&into.calls()[*call], *call, piece)) else {
            return Ok(None);
        };
        let is_unmarked = piece.index.is_none() && piece.id.is_empty();
        if is_unmarked && !self.by_index.is_empty() && into.open() > 1 {
            return Err(WireError::general(format!(
                "a piece of a call has neither index nor id, and {} calls are open that it may belong to",
                into.open()
            )));
        }
        Ok(Some(call))
    }

    /// Whether a piece for this place is one of the call that has it, and not the begin of another.
    fn continues(&self, call: &GrowingCall, place: usize, piece: &Piece<'_>) -> bool {
        if piece.name.is_empty() || call.name().is_empty() {
            return true;
        }
        let is_silent = argument_text(piece.arguments).trim().is_empty();
        let again = self.touched[place] == self.event;
        if !piece.id.is_empty() && !call.id().is_empty() {
            // Some hosts give all calls of an event one id.
            let is_other = again && piece.index.is_none() && call.is_complete() && !is_silent;
            return piece.id == call.id() && !is_other;
        }
        if piece.name != call.name() {
            // A name in pieces.
            return piece.index.is_some() && call.text().is_empty() && !again;
        }
        if call.is_complete() { is_silent && !again } else { !(again && call.text().is_empty()) }
    }
}

fn read_part(part: &Value, into: &mut Assembly) {
    match part.get("text") {
        Some(Value::String(piece)) => into.say(piece),
        _ => {
            // Mistral's thoughts are a list of parts.
            for thought in part.get("thinking").and_then(Value::as_array).into_iter().flatten() {
                into.think(thought.get("text").and_then(Value::as_str).unwrap_or_default());
            }
        }
    }
}

fn join(piece: &Piece<'_>, place: usize, into: &mut Assembly) -> Result<(), WireError> {
    let call = into.call(place);
    if call.id.is_empty() {
        call.id.clone_from(&piece.id);
    }
    if !piece.name.is_empty() && piece.name != call.name {
        if call.name.is_empty() || call.is_silent() && piece.name.starts_with(&call.name) {
            call.name.clone_from(&piece.name);
        } else if call.is_silent() {
            call.name.push_str(&piece.name);
        } else {
            return Err(WireError::general(format!(
                "a call that began with the name '{}' goes on with another",
                crate::text::name(&call.name)
            )));
        }
    }
    let arguments = argument_text(piece.arguments);
    // A call that is repeated whole is one call.
    if call.is_complete()
        && !arguments.trim().is_empty()
        && arguments == call.text()
        && !piece.name.is_empty()
    {
        return Ok(());
    }
    match piece.arguments {
        None | Some(Value::String(_) | Value::Null) => into.grow(place, &arguments),
        Some(_) if call.is_silent() => into.settle(place, &arguments),
        Some(_) => {
            return Err(WireError::general(
                "arguments came as JSON for a call that has argument text already",
            ));
        }
    }
    Ok(())
}

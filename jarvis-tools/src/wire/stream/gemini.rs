//! The chunks of Gemini.

use serde_json::Value;

use crate::wire::error::WireError;
use crate::wire::gemini::GOOD_ENDS;
use crate::wire::stream::Assembler;
use crate::wire::stream::assembly::{Assembly, odd};
use crate::wire::stream::growing::{End, argument_text};
use crate::wire::stream::leaves::Leaves;
use crate::wire::stream::protocol::Protocol;
use crate::wire::turn::plain;

/// Which candidate is read, and the call whose arguments come in parts.
#[derive(Clone, Debug, Default)]
pub struct Gemini {
    candidate: u64,
    open: Option<(usize, Leaves)>,
    /// Whether there was such a call; an empty part behind one only ends it.
    in_parts: bool,
}

impl Assembler<Gemini> {
    /// Reads the candidate of this index, where a request asked for several.
    pub fn candidate(index: u64) -> Self {
        let mut stream = Self::new();
        stream.protocol.candidate = index;
        stream
    }
}

impl Protocol for Gemini {
    fn read(&mut self, event: &Value, into: &mut Assembly) -> Result<(), WireError> {
        if let Some(error) = event.get("error").filter(|error| !error.is_null()) {
            return Err(WireError::provider(error));
        }
        let usage = either(event, "usageMetadata", "usage_metadata");
        into.count(usage, "promptTokenCount", "candidatesTokenCount");
        into.count(usage, "prompt_token_count", "candidates_token_count");
        let blocked = either(event, "promptFeedback", "prompt_feedback")
            .and_then(|feedback| either(feedback, "blockReason", "block_reason"));
        if let Some(Value::String(reason)) = blocked {
            into.refuse(&format!("the prompt was blocked: {reason}"));
            into.end(Some(reason), &[reason]);
        }
        let candidates = match event.get("candidates") {
            None | Some(Value::Null) => return Ok(()),
            Some(Value::Array(candidates)) => candidates,
            Some(other) => return Err(odd("candidates", "list", other)),
        };
        for (place, candidate) in (0..).zip(candidates) {
            let index = candidate.get("index").and_then(Value::as_u64).unwrap_or(place);
            if index == self.candidate {
                self.read_candidate(candidate, into)?;
            }
        }
        Ok(())
    }
}

impl Gemini {
    fn read_candidate(&mut self, candidate: &Value, into: &mut Assembly) -> Result<(), WireError> {
        match candidate.get("content").and_then(|content| content.get("parts")) {
            None | Some(Value::Null) => {}
            Some(Value::Array(parts)) => parts.iter().try_for_each(|part| self.read_part(part, into))?,
            Some(other) => return Err(odd("parts", "list", other)),
        }
        match either(candidate, "finishReason", "finish_reason") {
            Some(Value::String(reason)) if reason != "FINISH_REASON_UNSPECIFIED" => {
                into.end(Some(reason), &GOOD_ENDS);
            }
            _ => {}
        }
        Ok(())
    }

    fn read_part(&mut self, part: &Value, into: &mut Assembly) -> Result<(), WireError> {
        if let Some(Value::String(piece)) = part.get("text") {
            if part.get("thought") == Some(&Value::Bool(true)) {
                into.think(piece);
            } else {
                into.say(piece);
            }
        }
        let call = match either(part, "functionCall", "function_call") {
            None => return Ok(()),
            Some(call @ Value::Object(_)) => call,
            Some(other) => return Err(odd("functionCall", "object", other)),
        };
        let goes_on = goes_on(call);
        let leaves = either(call, "partialArgs", "partial_args");
        let text = |key: &str| call.get(key).map(plain).unwrap_or_default();
        let (id, name) = (text("id"), text("name"));
        if self.open.is_none() && leaves.is_none() && !goes_on {
            let is_nothing = id.is_empty() && name.is_empty() && call.get("args").is_none();
            if !(is_nothing && self.in_parts) {
                let place = into.begin(&id, &name);
                into.settle(place, &argument_text(call.get("args")));
            }
            return Ok(());
        }
        self.in_parts = true;
        let (place, mut written) = self.continued(&id, &name, into)?;
        if let Some(args) =
            call.get("args").filter(|args| args.as_object().is_some_and(|own| !own.is_empty()))
        {
            return Err(odd("args", "part of a call whose arguments come in parts", args));
        }
        match leaves {
            None => {}
            Some(Value::Array(leaves)) => {
                for leaf in leaves {
                    into.grow(place, &read_leaf(leaf, &mut written)?);
                }
            }
            Some(other) => return Err(odd("partialArgs", "list", other)),
        }
        if goes_on {
            self.open = Some((place, written));
        } else if let Some(rest) = written.end() {
            into.grow(place, &rest);
            into.call(place).end = End::Unsaid;
        }
        Ok(())
    }

    /// The call that a part goes on with, or begins.
    fn continued(&mut self, id: &str, name: &str, into: &mut Assembly) -> Result<(usize, Leaves), WireError> {
        let Some((place, written)) = self.open.take() else {
            if name.is_empty() {
                return Err(WireError::general("a piece of arguments is for a call that never began"));
            }
            let place = into.begin(id, name);
            into.call(place).end = End::Awaited;
            return Ok((place, Leaves::default()));
        };
        let call = into.call(place);
        let is_other = |own: &str, new: &str| !new.is_empty() && !own.is_empty() && own != new;
        if is_other(&call.id, id) || is_other(&call.name, name) {
            return Err(WireError::general("a call begins where the arguments of another were to go on"));
        }
        if call.id.is_empty() {
            id.clone_into(&mut call.id);
        }
        Ok((place, written))
    }
}

/// The text that one leaf of the arguments adds.
fn read_leaf(leaf: &Value, written: &mut Leaves) -> Result<String, WireError> {
    let Some(Value::String(path)) = either(leaf, "jsonPath", "json_path") else {
        return Err(odd("partialArgs", "list of values with a `jsonPath`", leaf));
    };
    let plain =
        [("stringValue", "string_value"), ("numberValue", "number_value"), ("boolValue", "bool_value")];
    let given = plain.iter().find_map(|(camel, snake)| either(leaf, camel, snake));
    // Null is written as null or by its name; an SDK that writes every key has null for those without a value.
    let is_null = || match leaf.get("nullValue").or_else(|| leaf.get("null_value")) {
        Some(Value::Null) => {
            plain.iter().all(|(camel, snake)| leaf.get(camel).or_else(|| leaf.get(snake)).is_none())
        }
        other => other.is_some(),
    };
    let value = given.or_else(|| is_null().then_some(&Value::Null));
    if let Some(nested @ (Value::Array(_) | Value::Object(_))) = value {
        return Err(odd("partialArgs", "list of plain values", nested));
    }
    written.add(path, value, goes_on(leaf))
}

/// Whether a further part is to come.
fn goes_on(value: &Value) -> bool {
    either(value, "willContinue", "will_continue") == Some(&Value::Bool(true))
}

/// A value under its name in JSON, or in the form that the SDKs for Python write.
fn either<'v>(value: &'v Value, camel: &str, snake: &str) -> Option<&'v Value> {
    value.get(camel).or_else(|| value.get(snake)).filter(|value| !value.is_null())
}

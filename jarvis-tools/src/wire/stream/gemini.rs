//! The chunks of Gemini.

use serde_json::Value;

use crate::wire::error::WireError;
use crate::wire::gemini::GOOD_ENDS;
use crate::wire::stream::Assembler;
use crate::wire::stream::assembly::{Assembly, odd};
use crate::wire::stream::growing::argument_text;
use crate::wire::stream::protocol::Protocol;
use crate::wire::turn::plain;

/// Which candidate is read.
#[derive(Clone, Debug, Default)]
pub struct Gemini {
    candidate: u64,
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
                read_candidate(candidate, into)?;
            }
        }
        Ok(())
    }
}

fn read_candidate(candidate: &Value, into: &mut Assembly) -> Result<(), WireError> {
    match candidate.get("content").and_then(|content| content.get("parts")) {
        None | Some(Value::Null) => {}
        Some(Value::Array(parts)) => parts.iter().try_for_each(|part| read_part(part, into))?,
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

fn read_part(part: &Value, into: &mut Assembly) -> Result<(), WireError> {
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
    let is_partial = either(call, "partialArgs", "partial_args").is_some()
        || either(call, "willContinue", "will_continue") == Some(&Value::Bool(true));
    if is_partial {
        return Err(WireError::general(
            "a call's arguments come in parts, which isn't read; leave `streamFunctionCallArguments` off",
        ));
    }
    let text = |key: &str| call.get(key).map(plain).unwrap_or_default();
    let place = into.begin(&text("id"), &text("name"));
    into.settle(place, &argument_text(call.get("args")));
    Ok(())
}

/// A value under its name in JSON, or in the form that the SDKs for Python write.
fn either<'v>(value: &'v Value, camel: &str, snake: &str) -> Option<&'v Value> {
    value.get(camel).or_else(|| value.get(snake)).filter(|value| !value.is_null())
}

//! The lines of Ollama's chat.

use serde_json::Value;

use crate::wire::error::WireError;
use crate::wire::ollama::GOOD_ENDS;
use crate::wire::stream::assembly::{Assembly, odd};
use crate::wire::stream::growing::argument_text;
use crate::wire::stream::protocol::Protocol;
use crate::wire::turn::plain;

/// Nothing has to be kept between lines.
#[derive(Clone, Debug, Default)]
pub struct Ollama;

impl Protocol for Ollama {
    fn read(&mut self, line: &Value, into: &mut Assembly) -> Result<(), WireError> {
        if let Some(error) = line.get("error").filter(|error| !error.is_null()) {
            return Err(WireError::provider(error));
        }
        match line.get("message") {
            None | Some(Value::Null) => {}
            Some(message @ Value::Object(_)) => read_message(message, into)?,
            Some(other) => return Err(odd("message", "object", other)),
        }
        into.count(Some(line), "prompt_eval_count", "eval_count");
        if line.get("done") == Some(&Value::Bool(true)) {
            into.end(line.get("done_reason").and_then(Value::as_str), &GOOD_ENDS);
        }
        Ok(())
    }
}

fn read_message(message: &Value, into: &mut Assembly) -> Result<(), WireError> {
    let words = |key: &str| message.get(key).and_then(Value::as_str).unwrap_or_default();
    into.think(words("thinking"));
    into.say(words("content"));
    let calls = match message.get("tool_calls") {
        None | Some(Value::Null) => return Ok(()),
        Some(Value::Array(calls)) => calls,
        Some(other) => return Err(odd("tool_calls", "list", other)),
    };
    for call in calls {
        let body = call.get("function").unwrap_or(call);
        if !body.is_object() {
            return Err(odd("tool_calls", "list of objects", call));
        }
        let place = into.begin(
            &call.get("id").map(plain).unwrap_or_default(),
            &body.get("name").map(plain).unwrap_or_default(),
        );
        into.settle(place, &argument_text(body.get("arguments")));
    }
    Ok(())
}

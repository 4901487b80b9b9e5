//! The events of Responses.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::wire::error::WireError;
use crate::wire::openai::responses::GOOD_ENDS;
use crate::wire::stream::assembly::{Assembly, odd};
use crate::wire::stream::growing::{End, argument_text};
use crate::wire::stream::protocol::Protocol;
use crate::wire::turn::plain;

/// Which call each event belongs to.
#[derive(Clone, Debug, Default)]
pub struct Responses {
    by_index: HashMap<u64, usize>,
    by_item: HashMap<String, usize>,
    /// The places of items of which text came in pieces.
    said: HashSet<u64>,
    /// The places of items whose end came.
    done: HashSet<u64>,
}

impl Protocol for Responses {
    fn read(&mut self, event: &Value, into: &mut Assembly) -> Result<(), WireError> {
        let kind = event.get("type").and_then(Value::as_str).unwrap_or_default();
        let piece = |key: &str| event.get(key).and_then(Value::as_str).unwrap_or_default();
        match kind {
            "response.output_text.delta" => {
                self.said.extend(index(event));
                into.say(piece("delta"));
            }
            "response.refusal.delta" => {
                self.said.extend(index(event));
                into.refuse(piece("delta"));
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                self.said.extend(index(event));
                into.think(piece("delta"));
            }
            "response.output_item.added" => self.item(index(event), event.get("item"), into, false)?,
            "response.output_item.done" => self.item(index(event), event.get("item"), into, true)?,
            "response.function_call_arguments.delta" | "response.custom_tool_call_input.delta" => {
                let call = self.call(event)?;
                into.grow(call, piece("delta"));
            }
            "response.function_call_arguments.done" => self.whole(event, "arguments", into)?,
            "response.custom_tool_call_input.done" => self.whole(event, "input", into)?,
            "response.completed" | "response.incomplete" => self.end(event, kind, into)?,
            "response.failed" | "response.cancelled" => {
                let response = event.get("response").unwrap_or(event);
                return Err(WireError::provider(
                    response.get("error").filter(|it| !it.is_null()).unwrap_or(response),
                ));
            }
            "error" => {
                return Err(WireError::provider(
                    event.get("error").filter(|it| !it.is_null()).unwrap_or(event),
                ));
            }
            _ if event.get("error").is_some_and(|error| !error.is_null()) => {
                return Err(WireError::provider(&event["error"]));
            }
            _ => {}
        }
        Ok(())
    }
}

impl Responses {
    /// An output item at its begin or end.
    fn item(
        &mut self,
        index: Option<u64>,
        item: Option<&Value>,
        into: &mut Assembly,
        is_done: bool,
    ) -> Result<(), WireError> {
        let item = match item {
            Some(item @ Value::Object(_)) => item,
            other => return Err(odd("item", "object", other.unwrap_or(&Value::Null))),
        };
        if is_done {
            self.done.extend(index);
        }
        let key = match item.get("type").and_then(Value::as_str) {
            Some("function_call") => "arguments",
            Some("custom_tool_call") => "input",
            _ if is_done => {
                self.message(index, item, into);
                return Ok(());
            }
            _ => return Ok(()),
        };
        let own_id = item.get("id").map(plain).unwrap_or_default();
        let known = match self.by_item.get(&own_id) {
            Some(call) => Some(call),
            None => index.filter(|_| is_done).and_then(|index| self.by_index.get(&index)),
        };
        let call_id = item.get("call_id").filter(|id| !id.is_null()).map_or_else(|| own_id.clone(), plain);
        let name = item.get("name").map(plain).unwrap_or_default();
        let call = match known {
            Some(call) => *call,
            None => into.begin(&call_id, &name),
        };
        if let Some(index) = index {
            self.by_index.insert(index, call);
        }
        if !own_id.is_empty() {
            self.by_item.insert(own_id, call);
        }
        let arguments = argument_text(item.get(key));
        if is_done && item.get(key).is_some_and(|arguments| !arguments.is_null()) {
            into.settle(call, &arguments);
        } else if into.call(call).text().is_empty() {
            into.grow(call, &arguments);
        }
        let growing = into.call(call);
        if growing.name.is_empty() || is_done && !name.is_empty() {
            growing.name = name;
        }
        growing.end = match item.get("status").and_then(Value::as_str) {
            Some("incomplete") => End::Broken,
            Some("completed") if is_done => End::Whole,
            _ => growing.end,
        };
        Ok(())
    }

    /// The words of an item of which no pieces came.
    fn message(&mut self, index: Option<u64>, item: &Value, into: &mut Assembly) {
        if index.is_some_and(|index| !self.said.insert(index)) {
            return;
        }
        for key in ["content", "summary"] {
            for part in item.get(key).and_then(Value::as_array).into_iter().flatten() {
                let words = |key: &str| part.get(key).and_then(Value::as_str).unwrap_or_default();
                match part.get("type").and_then(Value::as_str) {
                    Some("output_text") => into.say(words("text")),
                    Some("refusal") => into.refuse(words("refusal")),
                    Some("summary_text" | "reasoning_text") => into.think(words("text")),
                    _ => {}
                }
            }
        }
    }

    /// The call that an event is about.
    fn call(&self, event: &Value) -> Result<usize, WireError> {
        let by_item = event.get("item_id").and_then(Value::as_str).and_then(|item| self.by_item.get(item));
        let call = by_item.or_else(|| self.by_index.get(&index(event)?));
        call.copied().ok_or_else(|| WireError::general("a piece of arguments is for a call that never began"))
    }

    fn whole(&mut self, event: &Value, key: &str, into: &mut Assembly) -> Result<(), WireError> {
        let call = self.call(event)?;
        if let Some(arguments) = event.get(key).filter(|arguments| !arguments.is_null()) {
            into.settle(call, &plain(arguments));
        }
        Ok(())
    }

    fn end(&mut self, event: &Value, kind: &str, into: &mut Assembly) -> Result<(), WireError> {
        let response = event.get("response").unwrap_or(&Value::Null);
        for (index, item) in (0..).zip(response.get("output").and_then(Value::as_array).into_iter().flatten())
        {
            if !self.done.contains(&index) {
                self.item(Some(index), Some(item), into, true)?;
            }
        }
        into.count(response.get("usage"), "input_tokens", "output_tokens");
        let status = response.get("status").and_then(Value::as_str);
        let status = status.or_else(|| kind.strip_prefix("response."));
        let details = response.get("incomplete_details").and_then(|details| details.get("reason"));
        into.end(details.and_then(Value::as_str).or(status), &GOOD_ENDS);
        Ok(())
    }
}

fn index(event: &Value) -> Option<u64> {
    event.get("output_index").and_then(Value::as_u64)
}

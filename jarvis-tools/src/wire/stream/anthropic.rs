//! The events of Messages.

use std::collections::HashMap;

use serde_json::Value;

use crate::wire::anthropic::{GOOD_ENDS, refusal};
use crate::wire::error::WireError;
use crate::wire::stream::assembly::{Assembly, odd};
use crate::wire::stream::growing::End;
use crate::wire::stream::protocol::Protocol;
use crate::wire::turn::plain;

/// The blocks that are open; those that are calls of ours by their place.
#[derive(Clone, Debug, Default)]
pub struct Anthropic {
    blocks: HashMap<u64, Option<usize>>,
}

impl Protocol for Anthropic {
    fn read(&mut self, event: &Value, into: &mut Assembly) -> Result<(), WireError> {
        let part = |key: &str| event.get(key).unwrap_or(&Value::Null);
        match part("type").as_str().unwrap_or_default() {
            "message_start" => {
                into.count(part("message").get("usage"), "input_tokens", "output_tokens");
            }
            "content_block_start" => self.start(index(event)?, part("content_block"), into)?,
            "content_block_delta" => self.delta(index(event)?, part("delta"), into)?,
            "content_block_stop" => {
                if let Some(Some(call)) = self.blocks.remove(&index(event)?) {
                    into.call(call).end = End::Unsaid;
                }
            }
            "message_delta" => {
                into.count(event.get("usage"), "input_tokens", "output_tokens");
                if let Some(reason) = part("delta").get("stop_reason").and_then(Value::as_str) {
                    if reason == "refusal" {
                        into.refusal = refusal(&into.text);
                    }
                    into.end(Some(reason), &GOOD_ENDS);
                }
            }
            "message_stop" => into.end(None, &GOOD_ENDS),
            "error" => return Err(WireError::provider(event.get("error").unwrap_or(event))),
            _ if !part("error").is_null() => return Err(WireError::provider(part("error"))),
            _ => {}
        }
        Ok(())
    }
}

impl Anthropic {
    fn start(&mut self, index: u64, block: &Value, into: &mut Assembly) -> Result<(), WireError> {
        let words = |key: &str| block.get(key).and_then(Value::as_str).unwrap_or_default();
        let mut call = None;
        match block.get("type").and_then(Value::as_str) {
            Some("text") => into.say(words("text")),
            Some("thinking") => into.think(words("thinking")),
            Some("tool_use") => {
                let text = |key: &str| block.get(key).map(plain).unwrap_or_default();
                let place = into.begin(&text("id"), &text("name"));
                into.call(place).end = End::Awaited;
                // The empty object stands for what is to come.
                if block.get("input").is_some_and(|input| !is_empty(input)) {
                    into.settle(place, &text("input"));
                }
                call = Some(place);
            }
            Some(_) => {}
            None => return Err(odd("content_block", "object with a type", block)),
        }
        if self.blocks.insert(index, call).is_some() {
            return Err(WireError::general(format!("block {index} begins where one is open")));
        }
        Ok(())
    }

    fn delta(&mut self, index: u64, delta: &Value, into: &mut Assembly) -> Result<(), WireError> {
        let piece = |key: &str| delta.get(key).and_then(Value::as_str).unwrap_or_default();
        match delta.get("type").and_then(Value::as_str) {
            Some("text_delta") => into.say(piece("text")),
            Some("thinking_delta") => into.think(piece("thinking")),
            Some("input_json_delta") => match self.blocks.get(&index) {
                Some(Some(call)) => into.grow(*call, piece("partial_json")),
                // A tool that runs at the provider.
                Some(None) => {}
                None => {
                    return Err(WireError::general(format!(
                        "a piece of arguments is for block {index}, which isn't open"
                    )));
                }
            },
            _ => {}
        }
        Ok(())
    }
}

fn is_empty(input: &Value) -> bool {
    match input {
        Value::Null => true,
        Value::Object(input) => input.is_empty(),
        other => other == "",
    }
}

fn index(event: &Value) -> Result<u64, WireError> {
    let index = event.get("index").unwrap_or(&Value::Null);
    index.as_u64().ok_or_else(|| odd("index", "number of a block", index))
}

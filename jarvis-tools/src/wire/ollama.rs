//! Ollama's own chat API.

use serde_json::{Value, json};

use crate::call::ToolCall;
use crate::output::Part;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::wire::error::WireError;
use crate::wire::openai::chat;
use crate::wire::parts;
use crate::wire::rendered::{Rendered, render};
use crate::wire::turn::{self, Turn, words};

/// The definitions of tools, for the request's `tools`: as Chat Completions has them. There is no strict mode, which
/// the losses tell of tools that want it.
///
/// # Errors
///
/// As [`chat::tools`], without what strict mode refuses.
pub fn tools<'a>(specs: impl IntoIterator<Item = &'a ToolSpec>) -> Result<Rendered, WireError> {
    render(specs, &chat::RULES, |spec, lost| chat::lenient_tool(spec, "Ollama", lost))
}

/// The reasons of an output that came to its end.
pub(super) const GOOD_ENDS: [&str; 3] = ["stop", "load", "unload"];

/// The calls that a model made, in a response or its message; names as they are, ids where there are any.
///
/// # Errors
///
/// If it is neither, and the server's own words if it is an error.
pub fn calls(response: &Value) -> Result<Vec<ToolCall>, WireError> {
    chat::calls(message(response)?)
}

fn message(response: &Value) -> Result<&Value, WireError> {
    match (response.get("error"), response.get("message")) {
        (Some(error), _) if !error.is_null() => Err(WireError::provider(error)),
        (_, Some(message)) => Ok(message),
        _ => Ok(response),
    }
}

/// What the model said.
///
/// # Errors
///
/// As [`calls`].
pub fn turn(response: &Value) -> Result<Turn, WireError> {
    let said = message(response)?;
    let mut calls = chat::calls(said)?;
    turn::complete_ids(&mut calls);
    let finish_reason = words(response, "done_reason");
    let cut_off = turn::broke_off(finish_reason.as_deref(), &GOOD_ENDS);
    let unfinished = if cut_off { calls.pop().into_iter().collect() } else { Vec::new() };
    let text = words(said, "content").unwrap_or_default();
    let mut message = json!({ "role": "assistant", "content": text });
    if let Some(thinking) = words(said, "thinking") {
        message["thinking"] = thinking.into();
    }
    if !calls.is_empty() {
        let one = |call: &ToolCall| json!({ "function": { "name": call.name, "arguments": turn::safe(&call.arguments) } });
        message["tool_calls"] = calls.iter().map(one).collect();
    }
    Ok(Turn {
        text,
        calls,
        unfinished,
        finish_reason,
        cut_off,
        usage: turn::usage(Some(response), "prompt_eval_count", "eval_count"),
        message,
        ..Turn::empty()
    })
}

/// The results as messages for the next request, in their order. Pictures are sent as such; a sound or a resource is
/// a line that names it.
pub fn results(results: &[ToolResult]) -> Vec<Value> {
    let message = |result: &ToolResult| {
        let is_picture = |part: &Part| matches!(part, Part::Image { .. });
        let content = parts::as_text(result, is_picture);
        let mut message = json!({ "role": "tool", "tool_name": result.tool_name, "content": content });
        let pictures: Vec<Value> = result
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Image { data, .. } => Some(data.as_str().into()),
                _ => None,
            })
            .collect();
        if !pictures.is_empty() {
            message["images"] = pictures.into();
        }
        message
    };
    results.iter().map(message).collect()
}

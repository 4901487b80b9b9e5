//! OpenAI's Responses.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::call::ToolCall;
use crate::names::CHAT_TOOL;
use crate::output::Part;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::wire::choice::ToolChoice;
use crate::wire::error::WireError;
use crate::wire::openai::chat;
use crate::wire::parts;
use crate::wire::rendered::{Rendered, render};
use crate::wire::turn::{self, Turn, plain, words};

/// The definitions of tools, for the request's `tools`: as [`chat::tools`], written flat, and with `strict: false`
/// where a tool isn't strict, since this API makes it so otherwise.
///
/// # Errors
///
/// As [`chat::tools`].
pub fn tools<'a>(specs: impl IntoIterator<Item = &'a ToolSpec>) -> Result<Rendered, WireError> {
    render(specs, &chat::RULES, |spec, lost| {
        let (parameters, strict) = chat::parameters(spec, lost)?;
        Ok(json!({
            "type": "function",
            "name": spec.name,
            "description": spec.description,
            "parameters": parameters,
            "strict": strict,
        }))
    })
}

/// The request's `tool_choice`.
pub fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Tool(name) => json!({ "type": "function", "name": name }),
        other => chat::tool_choice(other),
    }
}

/// The status of a response that came to its end.
pub(in crate::wire) const GOOD_ENDS: [&str; 1] = ["completed"];

/// The calls that a model made, in a response or the list of its output items; ids and names as they are.
///
/// # Errors
///
/// If it is neither, and the provider's own words if it failed.
pub fn calls(response: &Value) -> Result<Vec<ToolCall>, WireError> {
    Ok(items(response)?.iter().filter_map(call).collect())
}

/// The output items of a response.
fn items(response: &Value) -> Result<&Vec<Value>, WireError> {
    match response {
        Value::Array(items) => Ok(items),
        Value::Object(object) => match (object.get("error"), object.get("output")) {
            (Some(error), _) if !error.is_null() => Err(WireError::provider(error)),
            (_, Some(Value::Array(items))) => Ok(items),
            _ => Err(WireError::general("the response has no list `output`")),
        },
        other => Err(WireError::no_object(other)),
    }
}

fn call(item: &Value) -> Option<ToolCall> {
    let arguments = match item.get("type")?.as_str()? {
        "function_call" => item.get("arguments"),
        "custom_tool_call" => item.get("input"),
        _ => return None,
    };
    let id = item.get("call_id").filter(|id| !id.is_null()).or_else(|| item.get("id"));
    let name = item.get("name").map(plain).unwrap_or_default();
    Some(ToolCall::new(id.map(plain).unwrap_or_default(), name, turn::arguments(arguments)))
}

/// What the model said. The turn's message is a list: the output items for the next request's `input`.
///
/// # Errors
///
/// As [`calls`].
pub fn turn(response: &Value) -> Result<Turn, WireError> {
    let items = items(response)?;
    let reason = response.get("incomplete_details").and_then(|details| words(details, "reason"));
    let status = words(response, "status");
    let cut_off = turn::broke_off(status.as_deref(), &GOOD_ENDS);
    let mut said = Turn {
        finish_reason: reason.or(status),
        cut_off,
        usage: turn::usage(response.get("usage"), "input_tokens", "output_tokens"),
        ..Turn::empty()
    };
    let mut calls: Vec<(usize, ToolCall)> =
        items.iter().enumerate().filter_map(|(place, item)| Some((place, call(item)?))).collect();
    turn::complete_ids(calls.iter_mut().map(|(_, call)| call));
    let mut calls = calls.into_iter().peekable();
    let mut message = Vec::with_capacity(items.len());
    for (place, item) in items.iter().enumerate() {
        let Some((_, call)) = calls.next_if(|(own, _)| *own == place) else {
            said.text.extend(texts(item, "output_text", "text"));
            said.refusal =
                said.refusal.or_else(|| texts(item, "refusal", "refusal").next().map(str::to_owned));
            message.push(item.clone());
            continue;
        };
        let broke_off = cut_off && (place + 1 == items.len() || item["status"] == "incomplete");
        if broke_off {
            said.unfinished.push(call);
            drop_thoughts(&mut message);
        } else {
            message.push(repeated(item, &call));
            said.calls.push(call);
        }
    }
    drop_thoughts(&mut message);
    drop_second_ids(&mut message);
    said.message = Value::Array(message);
    Ok(said)
}

/// Thoughts that lead to nothing are refused when they are sent back.
fn drop_thoughts(items: &mut Vec<Value>) {
    while items.pop_if(|item| item["type"] == "reasoning").is_some() {}
}

/// An item whose id another has is refused when it is sent back; one without an id isn't.
fn drop_second_ids(items: &mut [Value]) {
    let mut seen = HashSet::new();
    for item in items.iter_mut().filter_map(Value::as_object_mut) {
        let is_second = item.get("id").and_then(Value::as_str).is_some_and(|id| !seen.insert(id.to_owned()));
        item.retain(|key, _| !(is_second && key == "id"));
    }
}

/// The texts of a message's parts of one type.
fn texts<'i>(item: &'i Value, kind: &'static str, key: &'static str) -> impl Iterator<Item = &'i str> {
    let parts = item.get("content").and_then(Value::as_array).into_iter().flatten();
    parts.filter(move |part| part["type"] == kind).filter_map(move |part| part.get(key)?.as_str())
}

fn repeated(item: &Value, call: &ToolCall) -> Value {
    let mut item = item.as_object().cloned().unwrap_or_else(Map::new);
    item.insert("call_id".to_owned(), call.id.as_str().into());
    item.insert("name".to_owned(), CHAT_TOOL.mended(&call.name).into());
    if item.contains_key("arguments") || item.get("type").is_some_and(|kind| kind == "function_call") {
        item.insert("arguments".to_owned(), turn::safe_text(&call.arguments).into());
    }
    Value::Object(item)
}

/// The results as input items for the next request, in their order. Pictures are sent as such; a sound or a
/// resource is a line that names it.
pub fn results(results: &[ToolResult]) -> Vec<Value> {
    let item = |result: &ToolResult| {
        let text = parts::as_text(result, parts::is_picture);
        let mut output = vec![json!({ "type": "input_text", "text": text })];
        for part in result.parts.iter().filter(|part| parts::is_picture(part)) {
            if let Part::Image { data, mime_type } = part {
                let url = format!("data:{mime_type};base64,{data}");
                output.push(json!({ "type": "input_image", "image_url": url }));
            }
        }
        let output = if let [_] = output[..] { text.into() } else { Value::Array(output) };
        json!({ "type": "function_call_output", "call_id": result.call_id, "output": output })
    };
    results.iter().map(item).collect()
}

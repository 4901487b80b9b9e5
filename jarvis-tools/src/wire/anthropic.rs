//! Anthropic's Messages.

use serde_json::{Map, Value, json};

use crate::call::ToolCall;
use crate::error::Refusal;
use crate::names::CHAT_TOOL;
use crate::output::Part;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::wire::choice::ToolChoice;
use crate::wire::dialect::strict::Counts;
use crate::wire::dialect::{self, strict};
use crate::wire::error::WireError;
use crate::wire::parts;
use crate::wire::rendered::{Rendered, Rules, render};
use crate::wire::turn::{self, Turn, plain, words};

const RULES: Rules = Rules { name: &CHAT_TOOL, most_tools: usize::MAX, longest_description: usize::MAX };

/// The limits of one request's strict tools.
const MOST_STRICT: usize = 20;
const MOST_OPTIONAL: usize = 24;
const MOST_UNIONS: usize = 16;

/// The definitions of tools, for the request's `tools`.
///
/// The whole schema is sent. A tool with `strict` is written in the strict dialect: objects closed, and bounds,
/// lengths, counts and patterns that look around or back moved into the descriptions, which the losses tell.
///
/// # Errors
///
/// What the provider would refuse, naming tool and place: two tools of one name, a name that isn't 1 to 64
/// letters, digits, `_` and `-`, a property name that isn't 1 to 64 letters, digits, `_`, `.` and `-`, a union
/// (`anyOf`, `oneOf`, `allOf`) as the parameters themselves; for strict tools maps, values of any type, recursion,
/// and more than 20 of them, 24 properties that may be left out or 16 of several types in all.
pub fn tools<'a>(specs: impl IntoIterator<Item = &'a ToolSpec>) -> Result<Rendered, WireError> {
    let (mut strict_tools, mut counts) = (0, Counts::default());
    let rendered = render(specs, &RULES, |spec, lost| {
        let mut parameters = dialect::plain(spec)?;
        if let Some(union) = ["anyOf", "oneOf", "allOf"].iter().find(|key| parameters.get(**key).is_some()) {
            return Err(Refusal::new(
                format!("/{union}"),
                "the parameters themselves can't be a union here; put it into a field",
            ));
        }
        if spec.strict {
            let own;
            (parameters, own) = strict::strict(&parameters, &strict::ANTHROPIC, lost)?;
            strict_tools += 1;
            counts.optional += own.optional;
            counts.unions += own.unions;
        }
        let mut tool =
            json!({ "name": spec.name, "description": spec.description, "input_schema": parameters });
        if spec.strict {
            tool["strict"] = true.into();
        }
        Ok(tool)
    })?;
    let limits = [
        (strict_tools, MOST_STRICT, "strict tools"),
        (counts.optional, MOST_OPTIONAL, "properties of strict tools that may be left out"),
        (counts.unions, MOST_UNIONS, "properties of strict tools with several types"),
    ];
    match limits.iter().find(|(count, most, _)| count > most) {
        None => Ok(rendered),
        Some((count, most, what)) => Err(WireError::general(format!(
            "one request takes {most} {what}, and these are {count}; leave `strict` out of some tools"
        ))),
    }
}

/// The request's `tool_choice`.
pub fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::Never => json!({ "type": "none" }),
        ToolChoice::Required => json!({ "type": "any" }),
        ToolChoice::Tool(name) => json!({ "type": "tool", "name": name }),
    }
}

/// The reasons of an output that came to its end.
pub(super) const GOOD_ENDS: [&str; 4] = ["end_turn", "tool_use", "stop_sequence", "pause_turn"];

/// The calls that a model made, in a response, its message or the list of content blocks; ids and names as they
/// are.
///
/// # Errors
///
/// If it is none of these, and the provider's own words if it is an error.
pub fn calls(response: &Value) -> Result<Vec<ToolCall>, WireError> {
    Ok(blocks(response)?.iter().filter_map(call).collect())
}

fn blocks(response: &Value) -> Result<&[Value], WireError> {
    match response {
        Value::Array(blocks) => Ok(blocks),
        Value::Object(object) => match (object.get("error"), object.get("content")) {
            (Some(error), _) if !error.is_null() => Err(WireError::provider(error)),
            (_, Some(Value::Array(blocks))) => Ok(blocks),
            (_, Some(Value::String(_))) => Ok(&[]),
            _ => Err(WireError::general("the response has no list `content`")),
        },
        other => Err(WireError::no_object(other)),
    }
}

fn call(block: &Value) -> Option<ToolCall> {
    if block.get("type")? != "tool_use" {
        return None;
    }
    let text = |key: &str| block.get(key).map(plain).unwrap_or_default();
    Some(ToolCall::new(text("id"), text("name"), turn::arguments(block.get("input"))))
}

/// What the model said.
///
/// # Errors
///
/// As [`calls`].
pub fn turn(response: &Value) -> Result<Turn, WireError> {
    let blocks = blocks(response)?;
    let finish_reason = words(response, "stop_reason");
    let cut_off = turn::broke_off(finish_reason.as_deref(), &GOOD_ENDS);
    let refused = finish_reason.as_deref() == Some("refusal");
    let mut calls: Vec<ToolCall> = blocks.iter().filter_map(call).collect();
    turn::complete_ids(&mut calls);
    let mut calls = calls.into_iter();
    let mut said = Turn {
        cut_off,
        usage: turn::usage(response.get("usage"), "input_tokens", "output_tokens"),
        text: response.get("content").and_then(Value::as_str).unwrap_or_default().to_owned(),
        finish_reason,
        ..Turn::empty()
    };
    let mut content = Vec::with_capacity(blocks.len());
    for (place, block) in blocks.iter().enumerate() {
        let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
        if kind == "tool_use" {
            let Some(call) = calls.next() else { continue };
            // The output broke off in the last block.
            if cut_off && place + 1 == blocks.len() {
                said.unfinished.push(call);
            } else {
                content.push(repeated(block, &call));
                said.calls.push(call);
            }
            continue;
        }
        let text = block.get("text").and_then(Value::as_str).unwrap_or_default();
        if kind == "text" {
            said.text.push_str(text);
        }
        // A blank text is refused when it is sent back.
        if kind != "text" || !text.trim().is_empty() {
            content.push(block.clone());
        }
    }
    // Thoughts that lead to nothing are refused too.
    while content.pop_if(|block: &mut Value| is_thought(block)).is_some() {}
    if content.is_empty() {
        let text = if said.text.trim().is_empty() { "(empty)" } else { said.text.as_str() };
        content.push(json!({ "type": "text", "text": text }));
    }
    said.refusal = refused.then(|| refusal(&said.text));
    said.message = json!({ "role": "assistant", "content": content });
    Ok(said)
}

/// The words of a refusal, of which there may be none.
pub(super) fn refusal(text: &str) -> String {
    if text.trim().is_empty() { "the model refused without a reason".to_owned() } else { text.to_owned() }
}

fn is_thought(block: &Value) -> bool {
    ["thinking", "redacted_thinking"].iter().any(|kind| block["type"] == *kind)
}

fn repeated(block: &Value, call: &ToolCall) -> Value {
    let mut block = block.as_object().cloned().unwrap_or_else(Map::new);
    block.insert("id".to_owned(), call.id.as_str().into());
    block.insert("name".to_owned(), CHAT_TOOL.mended(&call.name).into());
    block.insert("input".to_owned(), turn::safe(&call.arguments).into());
    Value::Object(block)
}

/// The results as the one message that the next request holds them in, in their order; no message if there are
/// none. Further content of the user stands behind them. Pictures are sent as such; a sound or a resource is a
/// line that names it.
pub fn results(results: &[ToolResult]) -> Vec<Value> {
    if results.is_empty() {
        return Vec::new();
    }
    let block = |result: &ToolResult| {
        let mut content = vec![json!({ "type": "text", "text": parts::as_text(result, parts::is_picture) })];
        for part in result.parts.iter().filter(|part| parts::is_picture(part)) {
            if let Part::Image { data, mime_type } = part {
                let source = json!({ "type": "base64", "media_type": mime_type, "data": data });
                content.push(json!({ "type": "image", "source": source }));
            }
        }
        json!({
            "type": "tool_result",
            "tool_use_id": result.call_id,
            "content": content,
            "is_error": !result.success,
        })
    };
    let content: Vec<Value> = results.iter().map(block).collect();
    vec![json!({ "role": "user", "content": content })]
}

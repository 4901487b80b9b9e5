//! OpenAI's Chat Completions, and the many servers that speak it.

use serde_json::{Map, Value, json};

use crate::call::ToolCall;
use crate::error::Refusal;
use crate::names::CHAT_TOOL;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::text;
use crate::walk::Pointer;
use crate::wire::choice::ToolChoice;
use crate::wire::dialect::{self, strict};
use crate::wire::error::WireError;
use crate::wire::parts;
use crate::wire::rendered::{Lost, Rendered, Rules, render};
use crate::wire::turn::{self, Turn, plain, words};

pub(in crate::wire) const RULES: Rules =
    Rules { name: &CHAT_TOOL, most_tools: 128, longest_description: 1024 };

/// What is kept of a message beside its words and calls: some servers ask for it in the next request.
const REPEATED: [&str; 3] = ["reasoning", "reasoning_content", "reasoning_details"];

/// The reasons of an output that came to its end, at OpenAI and at hosts of its kind.
pub(in crate::wire) const GOOD_ENDS: [&str; 8] =
    ["stop", "tool_calls", "function_call", "end_turn", "tool_use", "stop_sequence", "eos", "eos_token"];

impl ToolSpec {
    /// The tool as Chat Completions takes it, with its whole schema as it is; nothing is checked.
    ///
    /// ```
    /// use jarvis_tools::ToolSpec;
    /// use serde_json::json;
    ///
    /// let parameters = json!({ "type": "object", "properties": {}, "required": [] });
    /// assert_eq!(
    ///     ToolSpec::new("ping", "Answers.", parameters.clone()).to_openai_function(),
    ///     json!({
    ///         "type": "function",
    ///         "function": { "name": "ping", "description": "Answers.", "parameters": parameters },
    ///     }),
    /// );
    /// ```
    pub fn to_openai_function(&self) -> Value {
        function(self, self.parameters().clone())
    }
}

fn function(spec: &ToolSpec, parameters: Value) -> Value {
    json!({
        "type": "function",
        "function": { "name": spec.name, "description": spec.description, "parameters": parameters },
    })
}

/// The definitions of tools, for the request's `tools`.
///
/// Bounds that only restate the limits of a wide Rust type (32 or 64 bits) are left out, but for `minimum: 0`. A
/// tool with `strict` is written in the strict dialect: objects closed, every property required, those that may be
/// left out nullable, and constraints that the dialect lacks moved into the descriptions, which the losses tell.
/// Objects of one union begin with different keys there, for which their properties may change places.
///
/// # Errors
///
/// What some server would refuse, naming tool and place: more than 128 tools, two of one name, a name that
/// isn't 1 to 64 letters, digits, `_` and `-`, a description of more than 1,024 characters, a property name
/// that isn't 1 to 64 letters, digits, `_`, `.` and `-`, and shapes that the strict dialect doesn't have
/// (maps, values of any type, mixed tuples, `allOf` and the like, and unions of objects that no key tells apart).
pub fn tools<'a>(specs: impl IntoIterator<Item = &'a ToolSpec>) -> Result<Rendered, WireError> {
    render(specs, &RULES, tool)
}

/// A tool as Chat Completions takes it.
pub(in crate::wire) fn tool(spec: &ToolSpec, lost: &mut Lost) -> Result<Value, Refusal> {
    let (parameters, is_strict) = parameters(spec, lost)?;
    let mut tool = function(spec, parameters);
    if is_strict {
        tool["function"]["strict"] = true.into();
    }
    Ok(tool)
}

/// A tool for a server without a strict mode.
pub(in crate::wire) fn lenient_tool(spec: &ToolSpec, host: &str, lost: &mut Lost) -> Result<Value, Refusal> {
    if spec.strict {
        lost.add(&Pointer::default(), format!("{host} has no strict mode for tools"));
    }
    dialect::plain(spec).map(|parameters| function(spec, parameters))
}

/// The parameters of a tool, strict if it wants that; says whether they are.
pub(super) fn parameters(spec: &ToolSpec, lost: &mut Lost) -> Result<(Value, bool), Refusal> {
    let parameters = dialect::plain(spec)?;
    if !spec.strict {
        return Ok((parameters, false));
    }
    let (parameters, _) = strict::strict(&parameters, &strict::OPENAI, lost)?;
    Ok((parameters, true))
}

/// The request's `tool_choice`.
pub fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::Never => "none".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::Tool(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

/// The calls that a model made: from a whole response, its message, or the list of its `tool_calls`.
///
/// Names and ids are left as they are, since only the executor knows the tools, and each call gets its
/// answer there, however odd it is: arguments may be text or JSON (absent or null is `{}`), an absent id or
/// name is empty, and an entry of another type than `function` is read alike, a custom tool's `input` as its
/// arguments. The legacy `function_call` counts only where there are no `tool_calls`, so that nothing runs
/// twice. Of several choices the first is read.
///
/// # Errors
///
/// If it is none of these, and the provider's own words if it is an error. A streamed piece is refused.
///
/// ```
/// use jarvis_tools::{ToolCall, wire};
/// use serde_json::json;
///
/// let response = json!({ "choices": [{ "message": { "role": "assistant", "tool_calls": [
///     { "id": "c1", "type": "function", "function": { "name": "ping", "arguments": "{\"n\":1}" } },
/// ]}}]});
/// assert_eq!(wire::openai::calls(&response)?, [ToolCall::new("c1", "ping", r#"{"n":1}"#)]);
/// # Ok::<(), jarvis_tools::WireError>(())
/// ```
pub fn calls(response: &Value) -> Result<Vec<ToolCall>, WireError> {
    match response {
        Value::Array(calls) => list(calls),
        Value::Object(response) => match (response.get("choices"), response.get("error")) {
            (Some(Value::Array(choices)), _) => match choices.first() {
                None => Ok(Vec::new()),
                Some(choice) => match choice.get("message") {
                    Some(Value::Object(message)) => in_message(message),
                    _ if choice.get("delta").is_some() => {
                        Err(WireError::general("this is a piece of a stream, not a whole response"))
                    }
                    _ => Err(WireError::general("the response's first choice has no message")),
                },
            },
            (Some(_), _) => Err(WireError::general("the response's `choices` is no list")),
            (None, Some(error)) if !error.is_null() => Err(WireError::provider(error)),
            _ => in_message(response),
        },
        other => Err(WireError::no_object(other)),
    }
}

fn in_message(message: &Map<String, Value>) -> Result<Vec<ToolCall>, WireError> {
    let is_message = ["role", "content", "tool_calls", "function_call"];
    if !is_message.iter().any(|key| message.contains_key(*key)) {
        return Err(WireError::general("the response has neither `choices` nor a message's fields"));
    }
    let calls = match message.get("tool_calls") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(calls)) => list(calls)?,
        Some(_) => return Err(WireError::general("the message's `tool_calls` is no list")),
    };
    match message.get("function_call") {
        Some(Value::Object(legacy)) if calls.is_empty() => Ok(vec![one("", legacy)]),
        None | Some(Value::Null | Value::Object(_)) => Ok(calls),
        Some(_) => Err(WireError::general("the message's `function_call` is no object")),
    }
}

fn list(calls: &[Value]) -> Result<Vec<ToolCall>, WireError> {
    let entry = |(place, call): (usize, &Value)| {
        let Value::Object(call) = call else {
            return Err(WireError::general(format!(
                "call {place} of the list is no object: {}",
                text::shown(&call.to_string())
            )));
        };
        let id = call.get("id").map(plain).unwrap_or_default();
        let body = ["function", "custom"].iter().find_map(|key| call.get(*key)?.as_object());
        Ok(one(id, body.unwrap_or(call)))
    };
    calls.iter().enumerate().map(entry).collect()
}

fn one(id: impl Into<String>, body: &Map<String, Value>) -> ToolCall {
    let name = body.get("name").map(plain).unwrap_or_default();
    ToolCall::new(id, name, turn::arguments(body.get("arguments").or_else(|| body.get("input"))))
}

/// What the model said: from a whole response, or its message.
///
/// # Errors
///
/// As [`calls`].
///
/// ```
/// use jarvis_tools::wire;
/// use serde_json::json;
///
/// let turn = wire::openai::turn(&json!({ "choices": [{ "finish_reason": "tool_calls", "message": {
///     "role": "assistant", "content": "Let me see.",
///     "tool_calls": [{ "type": "function", "function": { "name": "ping", "arguments": "" } }],
/// }}]}))?;
/// assert_eq!((turn.text.as_str(), turn.calls[0].id.as_str()), ("Let me see.", "call00001"));
/// assert_eq!(turn.message["tool_calls"][0]["function"]["arguments"], "{}");
/// # Ok::<(), jarvis_tools::WireError>(())
/// ```
pub fn turn(response: &Value) -> Result<Turn, WireError> {
    let mut calls = calls(response)?;
    let choice = response.get("choices").and_then(|choices| choices.get(0));
    let nothing = Value::Null;
    let message = match choice {
        Some(choice) => choice.get("message").unwrap_or(&nothing),
        None => response,
    };
    turn::complete_ids(&mut calls);
    let finish_reason = choice.and_then(|choice| words(choice, "finish_reason"));
    let cut_off = turn::broke_off(finish_reason.as_deref(), &GOOD_ENDS);
    // The output broke off in the last of them.
    let unfinished = if cut_off { calls.pop().into_iter().collect() } else { Vec::new() };
    let mut turn = Turn {
        text: content(message.get("content")),
        calls,
        unfinished,
        refusal: words(message, "refusal"),
        finish_reason,
        cut_off,
        usage: turn::usage(response.get("usage"), "prompt_tokens", "completion_tokens"),
        ..Turn::empty()
    };
    turn.message = repeated(&turn, message);
    Ok(turn)
}

/// The words of a message, whose content is a text or a list of parts.
fn content(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect(),
        _ => String::new(),
    }
}

fn repeated(turn: &Turn, said: &Value) -> Value {
    let mut message = turn::chat_message(turn);
    for key in REPEATED {
        if let Some(value) = said.get(key).filter(|value| !value.is_null()) {
            message[key] = value.clone();
        }
    }
    message
}

/// The results as messages for the next request, in their order.
///
/// These messages hold text only: further texts of a result stand behind its content, and a picture, a sound
/// or a resource is a line that names it.
pub fn results(results: &[ToolResult]) -> Vec<Value> {
    let message = |result: &ToolResult| {
        let content = parts::as_text(result, |_| false);
        json!({ "role": "tool", "tool_call_id": result.call_id, "content": content })
    };
    results.iter().map(message).collect()
}

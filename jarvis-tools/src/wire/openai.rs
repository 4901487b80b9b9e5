//! OpenAI's Chat Completions, and the many servers that speak it.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::call::ToolCall;
use crate::error::Refusal;
use crate::names::{CHAT_PROPERTY, CHAT_TOOL};
use crate::output::Part;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::text;
use crate::walk::{Pointer, each};
use crate::wire::dialect::drop_type_limits;
use crate::wire::error::WireError;
use crate::wire::strict;

const MAX_TOOLS: usize = 128;
/// The longest description that all servers take, in characters.
const MAX_DESCRIPTION: usize = 1024;

/// The most characters of what stands for a part that is no text.
const MAX_LABEL: usize = 2_000;

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
/// Bounds that only restate the limits of a wide Rust type (32 or 64 bits) are left out, but for `minimum: 0`. A tool with `strict` is written in the
/// strict dialect: objects closed, every property required, those that may be left out nullable, and
/// constraints that the dialect lacks moved into the descriptions.
///
/// # Errors
///
/// What some server would refuse, naming tool and place: more than 128 tools, two of one name, a name that
/// isn't 1 to 64 letters, digits, `_` and `-`, a description of more than 1,024 characters, a property name
/// that isn't 1 to 64 letters, digits, `_`, `.` and `-`, and shapes that the strict dialect doesn't have
/// (maps, values of any type, mixed tuples, `allOf` and the like).
pub fn tools<'a>(specs: impl IntoIterator<Item = &'a ToolSpec>) -> Result<Vec<Value>, WireError> {
    let mut names = HashSet::new();
    let mut tools = Vec::new();
    for spec in specs {
        if !names.insert(spec.name.as_str()) {
            let reason = Refusal::new("", "two tools have this name; give one another name");
            return Err(WireError::tool(&spec.name, reason));
        }
        tools.push(tool(spec).map_err(|refusal| WireError::tool(&spec.name, refusal))?);
    }
    if tools.len() > MAX_TOOLS {
        return Err(WireError::general(format!(
            "{} tools are too many for one request, which takes {MAX_TOOLS}; select those that are needed",
            tools.len()
        )));
    }
    Ok(tools)
}

fn tool(spec: &ToolSpec) -> Result<Value, Refusal> {
    if !CHAT_TOOL.fits(&spec.name) {
        return Err(Refusal::new("", format!("a name has {} here", CHAT_TOOL.words())));
    }
    let length = spec.description.chars().count();
    if length > MAX_DESCRIPTION {
        let reason =
            format!("its description has {length} characters, and some servers take {MAX_DESCRIPTION}");
        return Err(Refusal::new("", reason));
    }
    let mut parameters = spec.parameters().clone();
    each(&mut parameters, &mut Pointer::default(), &mut |schema, at| {
        if spec.is_typed() {
            drop_type_limits(schema);
        }
        check_names(schema, at)
    })?;
    if spec.strict {
        let mut tool = function(spec, strict::strict(&parameters)?);
        tool["function"]["strict"] = true.into();
        return Ok(tool);
    }
    Ok(function(spec, parameters))
}

fn check_names(schema: &Map<String, Value>, at: &mut Pointer) -> Result<(), Refusal> {
    let Some(Value::Object(properties)) = schema.get("properties") else { return Ok(()) };
    match properties.keys().find(|name| !CHAT_PROPERTY.fits(name)) {
        None => Ok(()),
        Some(name) => Err(at.at("properties", |at| {
            at.at(name.as_str(), |at| at.refuse(format!("a property's name has {}", CHAT_PROPERTY.words())))
        })),
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
            (None, Some(error)) if !error.is_null() => Err(provider_error(error)),
            _ => in_message(response),
        },
        other => {
            Err(WireError::general(format!("the response is no object: {}", text::shown(&other.to_string()))))
        }
    }
}

#[cold]
fn provider_error(error: &Value) -> WireError {
    let words = error.get("message").unwrap_or(error);
    let words = words.as_str().map_or_else(|| words.to_string(), str::to_owned);
    WireError::general(format!("the provider answered with an error: {}", text::shorten(&words, 500)))
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
    let arguments = match body.get("arguments").or_else(|| body.get("input")) {
        None | Some(Value::Null) => "{}".to_owned(),
        Some(arguments) => plain(arguments),
    };
    ToolCall::new(id, name, arguments)
}

/// Text as it is, null as nothing, anything else as its JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The results as messages for the next request, in their order.
///
/// These messages hold text only: further texts of a result stand behind its content, and a picture, a sound
/// or a resource is a line that names it.
pub fn results(results: &[ToolResult]) -> Vec<Value> {
    let message = |result: &ToolResult| {
        let mut content = result.content.clone();
        for part in &result.parts {
            content.push_str("\n\n");
            match part {
                Part::Text { text, .. } | Part::Resource { text: Some(text), .. } => content.push_str(text),
                Part::Image { mime_type, .. } => content.push_str(&label("image, ", mime_type)),
                Part::Audio { mime_type, .. } => content.push_str(&label("audio, ", mime_type)),
                Part::Resource { uri, .. } => content.push_str(&label("resource ", uri)),
            }
        }
        json!({ "role": "tool", "tool_call_id": result.call_id, "content": content })
    };
    results.iter().map(message).collect()
}

fn label(kind: &str, name: &str) -> String {
    format!("[{kind}{}]", text::shorten(name, MAX_LABEL))
}

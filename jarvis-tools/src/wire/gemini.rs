//! Google's Gemini: `generateContent`, of its own API and of Vertex.

use serde_json::{Map, Value, json};

use crate::call::ToolCall;
use crate::error::Refusal;
use crate::names::GEMINI_TOOL;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::wire::choice::ToolChoice;
use crate::wire::dialect::{self, gemini as dialect_of};
use crate::wire::error::WireError;
use crate::wire::parts;
use crate::wire::rendered::{Lost, Rendered, Rules, render};
use crate::wire::turn::{self, Turn, words};

const RULES: Rules = Rules { name: &GEMINI_TOOL, most_tools: 512, longest_description: usize::MAX };

/// How the parameters of a tool are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parameters {
    /// As `parameters`, a subset of OpenAPI's schemas that every API of Gemini takes, the Live API too.
    #[default]
    OpenApi,
    /// As `parametersJsonSchema`, the whole schema; not for the Live API.
    Whole,
}

/// The definitions of tools: one entry of the request's `tools`, with all declarations; none if there are no tools.
///
/// They are written in the subset of OpenAPI's schemas: references written out, null as `nullable`, `const` as
/// `enum`; enums of numbers, exclusive bounds of fractions and formats move into the descriptions, which the losses
/// tell. [`tools_as`] sends the whole schema instead.
///
/// # Errors
///
/// What the provider would refuse, naming tool and place: more than 512 tools, two of one name, a name that isn't 1
/// to 63 letters, digits, `_`, `-` and `.` after a letter or `_`, a property name that isn't 1 to 64 letters, digits
/// and `_`, and shapes that the subset doesn't have: maps, values of any type or of several, tuples of several
/// types, recursion, objects without properties.
pub fn tools<'a>(specs: impl IntoIterator<Item = &'a ToolSpec>) -> Result<Rendered, WireError> {
    tools_as(specs, Parameters::OpenApi)
}

/// As [`tools`], with the parameters written in a way of the caller's choice.
///
/// # Errors
///
/// As [`tools`]; the whole schema has no shape that is refused.
pub fn tools_as<'a>(
    specs: impl IntoIterator<Item = &'a ToolSpec>,
    parameters: Parameters,
) -> Result<Rendered, WireError> {
    let mut rendered = render(specs, &RULES, |spec, lost| declaration(spec, parameters, lost))?;
    if !rendered.tools.is_empty() {
        let declarations = std::mem::take(&mut rendered.tools);
        rendered.tools.push(json!({ "functionDeclarations": declarations }));
    }
    Ok(rendered)
}

fn declaration(spec: &ToolSpec, parameters: Parameters, lost: &mut Lost) -> Result<Value, Refusal> {
    if !starts_well(&spec.name) {
        return Err(Refusal::new("", "a name begins with a letter or '_' here"));
    }
    let schema = dialect::plain(spec)?;
    let mut declaration = json!({ "name": spec.name, "description": spec.description });
    match parameters {
        Parameters::Whole => declaration["parametersJsonSchema"] = schema,
        Parameters::OpenApi => {
            if let Some(parameters) = dialect_of::parameters(&schema, lost)? {
                declaration["parameters"] = parameters;
            }
        }
    }
    Ok(declaration)
}

/// The request's `toolConfig`.
pub fn tool_choice(choice: &ToolChoice) -> Value {
    let config = match choice {
        ToolChoice::Auto => json!({ "mode": "AUTO" }),
        ToolChoice::Never => json!({ "mode": "NONE" }),
        ToolChoice::Required => json!({ "mode": "ANY" }),
        ToolChoice::Tool(name) => json!({ "mode": "ANY", "allowedFunctionNames": [name] }),
    };
    json!({ "functionCallingConfig": config })
}

/// The reasons of an output that came to its end, or goes on.
pub(super) const GOOD_ENDS: [&str; 2] = ["STOP", "FINISH_REASON_UNSPECIFIED"];

/// The calls that a model made, in a response, its content or the list of parts; ids and names as they are. Of
/// several candidates the first is read.
///
/// # Errors
///
/// If it is none of these, and the provider's own words if it is an error.
pub fn calls(response: &Value) -> Result<Vec<ToolCall>, WireError> {
    Ok(parts_of(response)?.iter().filter_map(call).collect())
}

fn parts_of(response: &Value) -> Result<&[Value], WireError> {
    let object = match response {
        Value::Array(parts) => return refuse_pieces(parts),
        Value::Object(object) => object,
        other => return Err(WireError::no_object(other)),
    };
    if let Some(error) = object.get("error").filter(|error| !error.is_null()) {
        return Err(WireError::provider(error));
    }
    let content = match object.get("candidates") {
        Some(Value::Array(candidates)) => candidates.first().and_then(|first| first.get("content")),
        Some(_) => return Err(WireError::general("the response's `candidates` is no list")),
        None if ["parts", "role"].iter().any(|key| object.contains_key(*key)) => Some(response),
        // A prompt that was blocked has no candidates.
        None if either(response, "promptFeedback", "prompt_feedback").is_some() => None,
        None => return Err(WireError::general("the response has neither `candidates` nor `parts`")),
    };
    match content.and_then(|content| content.get("parts")) {
        Some(Value::Array(parts)) => refuse_pieces(parts),
        None | Some(Value::Null) => Ok(&[]),
        Some(_) => Err(WireError::general("the content's `parts` is no list")),
    }
}

/// A value under its name in JSON, or in the form that the SDKs for Python write.
fn either<'v>(value: &'v Value, camel: &str, snake: &str) -> Option<&'v Value> {
    value.get(camel).or_else(|| value.get(snake)).filter(|value| !value.is_null())
}

/// Refuses a call whose arguments are to go on in another chunk.
fn refuse_pieces(parts: &[Value]) -> Result<&[Value], WireError> {
    let is_piece = |part: &Value| {
        either(part, "functionCall", "function_call").is_some_and(|call| {
            either(call, "partialArgs", "partial_args").is_some()
                || either(call, "willContinue", "will_continue") == Some(&Value::Bool(true))
        })
    };
    if parts.iter().any(is_piece) {
        return Err(WireError::general("this is a piece of a stream, not a whole response"));
    }
    Ok(parts)
}

fn call(part: &Value) -> Option<ToolCall> {
    let call = either(part, "functionCall", "function_call")?;
    let text = |key: &str| call.get(key).map(turn::plain).unwrap_or_default();
    Some(ToolCall::new(text("id"), text("name"), turn::arguments(call.get("args"))))
}

/// What the model said. Thoughts are no part of the text, and stay in the message.
///
/// # Errors
///
/// As [`calls`].
pub fn turn(response: &Value) -> Result<Turn, WireError> {
    let parts = parts_of(response)?;
    let candidate = response.get("candidates").and_then(|candidates| candidates.get(0)).unwrap_or(response);
    let finish_reason = either(candidate, "finishReason", "finish_reason").and_then(Value::as_str);
    let blocked = either(response, "promptFeedback", "prompt_feedback")
        .and_then(|feedback| either(feedback, "blockReason", "block_reason"))
        .and_then(Value::as_str);
    let cut_off = turn::broke_off(finish_reason, &GOOD_ENDS);
    let mut calls: Vec<ToolCall> = parts.iter().filter_map(call).collect();
    turn::complete_ids(&mut calls);
    let mut calls = calls.into_iter();
    let usage = either(response, "usageMetadata", "usage_metadata");
    let mut said = Turn {
        refusal: blocked.map(|reason| format!("the prompt was blocked: {reason}")),
        finish_reason: finish_reason.or(blocked).map(str::to_owned),
        cut_off,
        usage: turn::usage(usage, "promptTokenCount", "candidatesTokenCount")
            .or_else(|| turn::usage(usage, "prompt_token_count", "candidates_token_count")),
        ..Turn::empty()
    };
    let mut content = Vec::with_capacity(parts.len());
    for (place, part) in parts.iter().enumerate() {
        if either(part, "functionCall", "function_call").is_some() {
            let Some(call) = calls.next() else { continue };
            if cut_off && place + 1 == parts.len() {
                said.unfinished.push(call);
            } else {
                content.push(repeated(part, &call));
                said.calls.push(call);
            }
            continue;
        }
        if part.get("thought") != Some(&Value::Bool(true)) {
            said.text.extend(words(part, "text"));
        }
        content.push(part.clone());
    }
    if content.is_empty() {
        content.push(json!({ "text": "(empty)" }));
    }
    said.message = json!({ "role": "model", "parts": content });
    Ok(said)
}

/// A name as it is sent back, in a call and its result alike.
fn mended(name: &str) -> String {
    let name = GEMINI_TOOL.mended(name);
    if starts_well(&name) { name } else { GEMINI_TOOL.mended(&format!("_{name}")) }
}

fn starts_well(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// A part with a call, beside which its signature stays. An id that was made up isn't shown to the provider.
fn repeated(part: &Value, call: &ToolCall) -> Value {
    let mut own = Map::new();
    if !turn::is_made_up(&call.id) {
        own.insert("id".to_owned(), call.id.as_str().into());
    }
    own.insert("name".to_owned(), mended(&call.name).into());
    own.insert("args".to_owned(), turn::safe(&call.arguments).into());
    let mut part = part.as_object().cloned().unwrap_or_default();
    part.retain(|key, _| key != "function_call");
    part.insert("functionCall".to_owned(), own.into());
    Value::Object(part)
}

/// The results as the one content that the next request holds them in, in their order; none if there are none.
///
/// A result is an object: `result` holds the structured value, or else the text, and `error` the text of a failure.
/// They hold no pictures: a picture, a sound or a resource is a line that names it.
pub fn results(results: &[ToolResult]) -> Vec<Value> {
    if results.is_empty() {
        return Vec::new();
    }
    let part = |result: &ToolResult| {
        let text = parts::as_text(result, |_| false);
        let structured = result.structured().filter(|_| result.parts.is_empty());
        let response = match (result.success, structured) {
            (true, Some(value)) => json!({ "result": value }),
            (true, None) => json!({ "result": text }),
            (false, _) => json!({ "error": text }),
        };
        let mut own = Map::new();
        if !turn::is_made_up(&result.call_id) && !result.call_id.is_empty() {
            own.insert("id".to_owned(), result.call_id.as_str().into());
        }
        own.insert("name".to_owned(), mended(&result.tool_name).into());
        own.insert("response".to_owned(), response);
        json!({ "functionResponse": own })
    };
    let parts: Vec<Value> = results.iter().map(part).collect();
    vec![json!({ "role": "user", "parts": parts })]
}

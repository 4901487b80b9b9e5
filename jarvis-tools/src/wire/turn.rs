//! What a model said in one turn, and the form of it that the next request repeats.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::call::ToolCall;
use crate::json::{self as reader, Node};
use crate::names::CHAT_TOOL;
use crate::output::Usage;

/// The key of arguments that are no JSON object, in the form that is repeated to the model.
const MALFORMED: &str = "malformed_arguments";

/// What a model said in one turn.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Turn {
    /// What it said in words, without its thoughts.
    pub text: String,
    /// What it calls. Each has an id of its own: where the provider gave none, or one twice, it is made up, as
    /// in `call00001`.
    pub calls: Vec<ToolCall>,
    /// Calls that broke off when the output did. They must not run, also where what is there of their arguments
    /// can be read, and the message leaves them out.
    pub unfinished: Vec<ToolCall>,
    /// The model's refusal, or the provider's reason to say nothing.
    pub refusal: Option<String>,
    /// The provider's word for why the turn ended.
    pub finish_reason: Option<String>,
    /// Whether the output broke off: at a limit of tokens or by a filter.
    pub cut_off: bool,
    /// The tokens of the request and the answer.
    pub usage: Option<Usage>,
    /// The turn for the next request's history. Arguments that are no JSON object are wrapped into one, and names that
    /// no tool can have are written with `_`, since providers refuse others. For OpenAI's Responses it is a list of
    /// items.
    pub message: Value,
}

impl Turn {
    /// A turn of which nothing is known yet.
    pub(super) fn empty() -> Self {
        Self {
            text: String::new(),
            calls: Vec::new(),
            unfinished: Vec::new(),
            refusal: None,
            finish_reason: None,
            cut_off: false,
            usage: None,
            message: Value::Null,
        }
    }
}

/// Gives each call an id of its own.
pub(super) fn complete_ids<'c>(calls: impl IntoIterator<Item = &'c mut ToolCall>) {
    make_unique(calls.into_iter().map(|call| &mut call.id).collect());
}

/// Makes up an id where there is none, or one a second time.
pub(super) fn make_unique(ids: Vec<&mut String>) {
    let mut taken: HashSet<String> = ids.iter().map(|id| (**id).clone()).collect();
    let mut seen = HashSet::new();
    let mut number = 0;
    for id in ids {
        if !id.is_empty() && seen.insert(id.clone()) {
            continue;
        }
        loop {
            number += 1;
            *id = made_up(number);
            if taken.insert(id.clone()) {
                break;
            }
        }
    }
}

/// Nine letters and digits, which is what the strictest provider takes.
pub(super) fn made_up(number: usize) -> String {
    format!("call{number:05}")
}

/// Whether an id is one that was made up.
pub(super) fn is_made_up(id: &str) -> bool {
    id.strip_prefix("call")
        .is_some_and(|digits| digits.len() == 5 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Arguments as an object that any provider takes back.
pub(super) fn safe(arguments: &str) -> Map<String, Value> {
    if arguments.trim().is_empty() {
        return Map::new();
    }
    let parsed = reader::parse(arguments).ok().filter(|parsed| parsed.duplicates.is_empty());
    match parsed.map(|parsed| parsed.root) {
        Some(Node::Null) => Map::new(),
        Some(root @ Node::Object(_)) => match root.to_value() {
            Value::Object(object) => object,
            _ => Map::new(),
        },
        _ => Map::from_iter([(MALFORMED.to_owned(), arguments.into())]),
    }
}

/// [`safe`] arguments as text: as they were sent where that is an object.
pub(super) fn safe_text(arguments: &str) -> String {
    let is_object = reader::parse(arguments)
        .is_ok_and(|parsed| parsed.duplicates.is_empty() && matches!(parsed.root, Node::Object(_)));
    if is_object && !arguments.trim().is_empty() {
        arguments.to_owned()
    } else {
        Value::Object(safe(arguments)).to_string()
    }
}

/// Text as it is, null as nothing, anything else as its JSON.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The arguments of a call as text, whatever they came as.
pub(super) fn arguments(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "{}".to_owned(),
        Some(arguments) => plain(arguments),
    }
}

/// Whether the output broke off, by the provider's word for why it ended: a word that isn't known as a good end is
/// none, since a call that broke off must not run.
pub(super) fn broke_off(reason: Option<&str>, good: &[&str]) -> bool {
    reason.is_some_and(|reason| !good.iter().any(|good| good.eq_ignore_ascii_case(reason)))
}

/// A text that a response has under a key, if it says anything.
pub(super) fn words(object: &Value, key: &str) -> Option<String> {
    object.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// The tokens that a response counts under two keys.
pub(super) fn usage(counts: Option<&Value>, sent: &str, came: &str) -> Option<Usage> {
    let count = |key: &str| counts.and_then(|counts| counts.get(key)).and_then(Value::as_u64);
    match (count(sent), count(came)) {
        (None, None) => None,
        (sent, came) => Some(Usage::new(sent.unwrap_or_default(), came.unwrap_or_default())),
    }
}

/// A turn as Chat Completions repeats it.
pub(super) fn chat_message(turn: &Turn) -> Value {
    let mut message = json!({ "role": "assistant" });
    let is_silent = turn.text.is_empty() && !turn.calls.is_empty();
    message["content"] = if is_silent { Value::Null } else { turn.text.as_str().into() };
    if let Some(refusal) = &turn.refusal {
        message["refusal"] = refusal.as_str().into();
    }
    if !turn.calls.is_empty() {
        message["tool_calls"] = turn.calls.iter().map(chat_call).collect();
    }
    message
}

/// A function's call as Chat Completions repeats it.
fn chat_call(call: &ToolCall) -> Value {
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": CHAT_TOOL.mended(&call.name), "arguments": safe_text(&call.arguments) },
    })
}

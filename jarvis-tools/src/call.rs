//! A call as a model made it.

use serde::{Deserialize, Deserializer, Serialize};

/// One call of a tool, as a model asked for it: the arguments still as text.
///
/// Reads from `{"id", "name", "arguments"}`; arguments that are absent or null are the empty object, and
/// arguments that came as an object become its text.
///
/// ```
/// use jarvis_tools::ToolCall;
///
/// let call: ToolCall = serde_json::from_str(r#"{"id":"c1","name":"ping"}"#)?;
/// assert_eq!(call, ToolCall::new("c1", "ping", "{}"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// The provider's mark of this call, which its result carries back. May be empty or repeated.
    #[serde(default)]
    pub id: String,
    /// The tool that is called, as the model wrote it.
    pub name: String,
    /// The arguments as JSON text, as the model wrote them.
    #[serde(default = "no_arguments", deserialize_with = "argument_text")]
    pub arguments: String,
}

impl ToolCall {
    /// A call of `name` with this argument text.
    pub fn new(id: impl Into<String>, name: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into(), arguments: arguments.into() }
    }
}

fn no_arguments() -> String {
    "{}".to_owned()
}

fn argument_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::Null => no_arguments(),
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    })
}

//! The arguments of a call, for whoever looks at them.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::redact::{readable, shown};
use crate::spec::ToolSpec;

/// The arguments of a call in an event: a [`Value`], which is read from their text when somebody looks.
///
/// Sensitive ones are `"[redacted]"`, and what they were is not in the event.
///
/// ```
/// use jarvis_tools::EventArguments;
/// use serde_json::json;
///
/// let arguments = EventArguments::from(json!({ "city": "Oslo" }));
/// assert_eq!(arguments["city"], "Oslo");
/// assert_eq!(arguments.to_string(), r#"{"city":"Oslo"}"#);
/// ```
#[derive(Clone)]
pub struct EventArguments {
    value: OnceLock<Value>,
    /// What the value is read from; nothing where it is known.
    text: Box<str>,
}

impl EventArguments {
    pub(crate) fn new(spec: &ToolSpec, text: &str) -> Self {
        if spec.sensitive.is_empty() {
            Self { value: OnceLock::new(), text: text.into() }
        } else {
            shown(spec, text, false).into()
        }
    }

    /// The value.
    pub fn value(&self) -> &Value {
        self.value.get_or_init(|| readable(&self.text))
    }
}

impl From<Value> for EventArguments {
    fn from(value: Value) -> Self {
        Self { value: value.into(), text: Box::default() }
    }
}

impl Deref for EventArguments {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.value()
    }
}

impl PartialEq for EventArguments {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value()
    }
}

impl PartialEq<Value> for EventArguments {
    fn eq(&self, other: &Value) -> bool {
        self.value() == other
    }
}

impl fmt::Debug for EventArguments {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(out)
    }
}

impl fmt::Display for EventArguments {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.value(), out)
    }
}

impl Serialize for EventArguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EventArguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self::from)
    }
}

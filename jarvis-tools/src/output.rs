//! What a handler returns, whatever its type: text, a structured value, further parts, usage and cost.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::io;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::{ToolError, ToolErrorKind};

/// The content of a result that has nothing to say.
pub(crate) const EMPTY: &str = "(empty)";

/// What `()` is sent as.
const UNIT: &str = "OK";

/// What a tool gives back: text for the model, and what the host may want beside it.
///
/// An executor's limit of a result's bytes holds for the content and the texts of parts together, and for the
/// structured value, which is left out where it is longer. There are at most 100 parts. The data of pictures
/// and sound, which can't be cut, and the metadata, which no model reads, are as large as the tool makes them.
///
/// Handlers may return one to say more than text or a value can:
///
/// ```
/// use jarvis_tools::{ToolOutput, Usage};
/// use serde_json::json;
///
/// let output = ToolOutput::text("Sunny, 21 degrees.")
///     .with_structured(json!({ "sky": "sunny", "celsius": 21 }))
///     .with_usage(Usage::new(12, 5))
///     .with_cost(0.0001);
/// assert_eq!(output.content(), "Sunny, 21 degrees.");
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolOutput {
    pub(crate) content: String,
    pub(crate) structured: Structured,
    /// What few outputs have stands elsewhere, since an output is moved often on its way to the result.
    rest: Option<Box<Rest>>,
}

/// What a tool may say beside the content.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Rest {
    pub(crate) parts: Vec<Part>,
    pub(crate) usage: Option<Usage>,
    pub(crate) cost_usd: f64,
    pub(crate) metadata: Map<String, Value>,
}

/// Where the structured value of an output is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Structured {
    /// There is none.
    #[default]
    None,
    /// The content is its JSON text, so that it is written once and read only if somebody asks.
    Content,
    /// It differs from the content.
    Value(Box<Value>),
}

impl Structured {
    /// The structured value of an output or result with this content.
    pub(crate) fn value(&self, content: &str) -> Option<Value> {
        match self {
            Structured::None => None,
            Structured::Content => serde_json::from_str(content).ok(),
            Structured::Value(value) => Some((**value).clone()),
        }
    }
}

impl Serialize for Structured {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Structured::None => serializer.serialize_none(),
            Structured::Content => serializer.serialize_str("content"),
            Structured::Value(value) => value.serialize(serializer),
        }
    }
}

/// A piece of a result beside its text. Binary data is base64, as the wire formats have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// Further text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    Image {
        /// The bytes, base64.
        data: String,
        /// As in `image/png`.
        mime_type: String,
    },
    /// Sound.
    Audio {
        /// The bytes, base64.
        data: String,
        /// As in `audio/wav`.
        mime_type: String,
    },
    /// Something that the host can fetch.
    Resource {
        /// Where it is.
        uri: String,
        /// As in `text/plain`, if known.
        mime_type: Option<String>,
        /// Its text, if it came along.
        text: Option<String>,
    },
}

/// Tokens that a tool used when it asked a model itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens that were sent.
    pub prompt_tokens: u64,
    /// Tokens that came back.
    pub completion_tokens: u64,
}

impl Usage {
    /// So many tokens that were sent, and so many that came back.
    pub fn new(prompt_tokens: u64, completion_tokens: u64) -> Self {
        Self { prompt_tokens, completion_tokens }
    }

    /// Tokens in both directions.
    pub fn total_tokens(self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }

    /// These tokens and those.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            completion_tokens: self.completion_tokens.saturating_add(other.completion_tokens),
        }
    }
}

impl ToolOutput {
    /// Text for the model, sent as it is. Blank text becomes `(empty)`, since providers refuse empty results.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        let content = if text.trim().is_empty() { EMPTY.to_owned() } else { text };
        Self { content, ..Self::default() }
    }

    /// A value for the model, sent as JSON text and kept as the structured value.
    ///
    /// Floats that JSON has no word for (not a number, infinite) are written as null.
    ///
    /// # Errors
    ///
    /// [`Unserializable`](ToolErrorKind::Unserializable) if the value's own `Serialize` fails, for example
    /// on a map whose keys are no strings.
    pub fn json<T: Serialize + ?Sized>(value: &T) -> Result<Self, ToolError> {
        match serde_json::to_string(value) {
            Ok(content) => Ok(Self { content, structured: Structured::Content, ..Self::default() }),
            Err(error) => Err(unserializable(&error)),
        }
    }

    /// What a handler returned, by its type: a `ToolOutput` as it is, text as text, `()` as `OK`, anything
    /// else as JSON.
    pub(crate) fn from_handler<T: Serialize + 'static>(value: T) -> Result<Self, ToolError> {
        /// Takes the value out if it is of the type `W`.
        fn take<T: 'static, W: 'static>(slot: &mut Option<T>) -> Option<W> {
            let any: &mut dyn Any = slot;
            any.downcast_mut::<Option<W>>().and_then(Option::take)
        }

        let mut slot = Some(value);
        if let Some(text) = take::<T, String>(&mut slot) {
            return Ok(Self::text(text));
        }
        if let Some(text) = take::<T, &'static str>(&mut slot) {
            return Ok(Self::text(text));
        }
        if let Some(text) = take::<T, Cow<'static, str>>(&mut slot) {
            return Ok(Self::text(text));
        }
        if let Some(text) = take::<T, Box<str>>(&mut slot) {
            return Ok(Self::text(text));
        }
        if take::<T, ()>(&mut slot).is_some() {
            return Ok(Self::text(UNIT));
        }
        if let Some(output) = take::<T, ToolOutput>(&mut slot) {
            return Ok(output);
        }
        Self::json(&slot)
    }

    /// The text that the model reads; never blank.
    pub fn content(&self) -> &str {
        &self.content
    }

    /// The structured value, if there is one.
    pub fn structured(&self) -> Option<Value> {
        self.structured.value(&self.content)
    }

    /// Sets a structured value beside the text.
    #[must_use]
    pub fn with_structured(mut self, value: Value) -> Self {
        self.structured = Structured::Value(Box::new(value));
        self
    }

    /// Adds a part beside the text.
    #[must_use]
    pub fn with_part(mut self, part: Part) -> Self {
        self.rest().parts.push(part);
        self
    }

    /// Sets the tokens that were used.
    #[must_use]
    pub fn with_usage(mut self, usage: Usage) -> Self {
        self.rest().usage = Some(usage);
        self
    }

    /// Sets what the call cost, in US dollars. What is no finite number counts as nothing, since it would spoil
    /// every sum that it is a part of.
    #[must_use]
    pub fn with_cost(mut self, dollars: f64) -> Self {
        self.rest().cost_usd = if dollars.is_finite() { dollars } else { 0.0 };
        self
    }

    /// Adds something that the host wants to know.
    #[must_use]
    pub fn with_metadata(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.rest().metadata.insert(key.into(), value.into());
        self
    }

    fn rest(&mut self) -> &mut Rest {
        self.rest.get_or_insert_default()
    }

    pub(crate) fn into_parts(self) -> (String, Structured, Rest) {
        (self.content, self.structured, self.rest.map(|rest| *rest).unwrap_or_default())
    }
}

impl PartialEq for ToolOutput {
    fn eq(&self, other: &Self) -> bool {
        let same_rest = match (&self.rest, &other.rest) {
            (None, None) => true,
            (Some(rest), None) | (None, Some(rest)) => **rest == Rest::default(),
            (Some(rest), Some(other)) => rest == other,
        };
        same_rest && self.content == other.content && self.structured == other.structured
    }
}

impl Serialize for ToolOutput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Whole<'a> {
            content: &'a str,
            structured: &'a Structured,
            #[serde(flatten)]
            rest: &'a Rest,
        }

        let nothing = Rest::default();
        let rest = self.rest.as_deref().unwrap_or(&nothing);
        Whole { content: &self.content, structured: &self.structured, rest }.serialize(serializer)
    }
}

/// How many bytes a value has as JSON.
pub(crate) fn json_length(value: &Value) -> usize {
    struct Count(usize);

    impl io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    // Neither the counter nor a value can fail.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

#[cold]
fn unserializable(error: &dyn fmt::Display) -> ToolError {
    ToolError::new(
        ToolErrorKind::Unserializable,
        format!("the tool ran, but its result can't be written as JSON: {error}"),
    )
}

//! The answer to a call.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{ToolError, ToolErrorKind};
use crate::output::{self, EMPTY, Part, Rest, Structured, ToolOutput, Usage};
use crate::text;

/// The most pieces beside the text.
const MAX_PARTS: usize = 100;

/// The answer to one call: what the model reads, and what the host may want to know.
///
/// Whatever happens to a call, it has one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ToolResult {
    /// The id of the call, as it came in.
    pub call_id: String,
    /// The tool that was called, as the model wrote it.
    pub tool_name: String,
    /// What the model reads; never blank.
    pub content: String,
    /// Whether the tool did what it was asked for.
    pub success: bool,
    /// Tokens that the tool used, if it asked a model itself.
    pub usage: Option<Usage>,
    /// What the call cost, in US dollars.
    pub cost_usd: f64,
    /// How long the call took, in seconds.
    pub latency_seconds: f64,
    /// Further facts for the host: `problems` of invalid arguments, `ignored_arguments`, `repairs`,
    /// `attempts` where there was more than one, `content_bytes`, `structured_bytes` and `parts_left_out` of
    /// an output that was too large, the text of a `panic`, what the tool added.
    pub metadata: Map<String, Value>,
    /// Pieces beside the text.
    pub parts: Vec<Part>,
    /// Why it failed, if it did.
    pub error: Option<ToolErrorKind>,
    /// Whether the same call may succeed later, as the failure itself says.
    pub retryable: bool,
    structured: Structured,
}

impl ToolResult {
    /// The answer of a tool that gave this output or failed with this error.
    pub fn new(
        call_id: impl Into<String>,
        tool_name: impl Into<String>,
        outcome: Result<ToolOutput, ToolError>,
    ) -> Self {
        let (content, structured, rest, error) = match outcome {
            Ok(output) => {
                let (content, structured, rest) = output.into_parts();
                let content = if content.trim().is_empty() { EMPTY.to_owned() } else { content };
                (content, structured, rest, None)
            }
            Err(error) => (error.message().to_owned(), Structured::None, told(&error), Some(error)),
        };
        Self {
            call_id: call_id.into(),
            tool_name: tool_name.into(),
            content,
            success: error.is_none(),
            usage: rest.usage,
            cost_usd: rest.cost_usd,
            latency_seconds: 0.0,
            metadata: rest.metadata,
            parts: rest.parts,
            retryable: error.as_ref().is_some_and(ToolError::is_retryable),
            error: error.map(|error| error.kind()),
            structured,
        }
    }

    /// The structured value, if the tool gave one and it was not cut.
    pub fn structured(&self) -> Option<Value> {
        self.structured.value(&self.content)
    }

    /// Keeps what fits in `limit` bytes, and says in the content what doesn't.
    ///
    /// Content and texts of parts share the limit, and are cut at a character; a structured value that is
    /// longer is left out.
    pub(crate) fn cut(&mut self, limit: usize) {
        let length = self.content.len();
        let mut left = limit.saturating_sub(length);
        let too_much = length > limit;
        if too_much {
            self.content = cut_off(&self.content, limit);
            self.metadata.insert("content_bytes".to_owned(), length.into());
        }
        if !self.parts.is_empty() {
            self.cut_parts(&mut left);
        }
        let structured = match &self.structured {
            Structured::Value(value) => output::json_length(value),
            Structured::None | Structured::Content => 0,
        };
        if structured > limit {
            self.metadata.insert("structured_bytes".to_owned(), structured.into());
            self.structured = Structured::None;
        } else if too_much && self.structured == Structured::Content {
            self.structured = Structured::None;
        }
    }

    fn cut_parts(&mut self, left: &mut usize) {
        let count = self.parts.len();
        self.parts.truncate(MAX_PARTS);
        self.parts.retain_mut(|part| {
            let (Part::Text { text } | Part::Resource { text: Some(text), .. }) = part else { return true };
            let length = text.len();
            if length > *left {
                *text = cut_off(text, *left);
            }
            let any_left = *left > 0 || length == 0;
            *left = left.saturating_sub(length);
            any_left
        });
        let dropped = count - self.parts.len();
        if dropped > 0 {
            // Writing to a string can't fail.
            let _ = write!(self.content, "\n[left out: {dropped} of {count} further parts]");
            self.metadata.insert("parts_left_out".to_owned(), dropped.into());
        }
    }
}

/// The beginning of a text, and what was cut off: a text of its own, that doesn't hold the memory of the whole.
fn cut_off(text: &str, limit: usize) -> String {
    let kept = text::head(text, limit);
    format!("{kept}\n[cut off: the first {} of {} bytes]", kept.len(), text.len())
}

/// What an error tells the host.
#[cold]
fn told(error: &ToolError) -> Rest {
    let mut rest = Rest::default();
    if let Some(errors) = error.arguments() {
        rest.metadata.insert("problems".to_owned(), errors.to_json());
    }
    if let Some(detail) = error.host_detail() {
        rest.metadata.insert("panic".to_owned(), detail.into());
    }
    rest
}

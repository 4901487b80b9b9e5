//! The answer to a call.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{ToolError, ToolErrorKind};
use crate::output::{EMPTY, Part, Structured, ToolOutput, Usage};
use crate::text;

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
    /// `content_bytes` of a content that was cut, the text of a `panic`, what the tool added.
    pub metadata: Map<String, Value>,
    /// Pieces beside the text.
    pub parts: Vec<Part>,
    /// Why it failed, if it did.
    pub error: Option<ToolErrorKind>,
    structured: Structured,
}

impl ToolResult {
    /// The answer of a tool that gave this output or failed with this error.
    pub fn new(
        call_id: impl Into<String>,
        tool_name: impl Into<String>,
        outcome: Result<ToolOutput, ToolError>,
    ) -> Self {
        let empty = Self {
            call_id: call_id.into(),
            tool_name: tool_name.into(),
            content: String::new(),
            success: false,
            usage: None,
            cost_usd: 0.0,
            latency_seconds: 0.0,
            metadata: Map::new(),
            parts: Vec::new(),
            error: None,
            structured: Structured::None,
        };
        match outcome {
            Ok(output) => Self {
                content: if output.content.trim().is_empty() { EMPTY.to_owned() } else { output.content },
                success: true,
                usage: output.usage,
                cost_usd: output.cost_usd,
                metadata: output.metadata,
                parts: output.parts,
                structured: output.structured,
                ..empty
            },
            Err(error) => {
                let mut metadata = Map::new();
                if let Some(errors) = error.arguments() {
                    metadata.insert("problems".to_owned(), errors.to_json());
                }
                if let Some(detail) = error.host_detail() {
                    metadata.insert("panic".to_owned(), detail.into());
                }
                Self { content: error.message().to_owned(), error: Some(error.kind()), metadata, ..empty }
            }
        }
    }

    /// The structured value, if the tool gave one and it was not cut.
    pub fn structured(&self) -> Option<Value> {
        self.structured.value(&self.content)
    }

    /// Keeps the first `limit` bytes of the content, to the last whole character, and says so.
    pub(crate) fn cut(&mut self, limit: usize) {
        let length = self.content.len();
        if length <= limit {
            return;
        }
        let kept = text::head(&self.content, limit).len();
        self.content.truncate(kept);
        // Writing to a string can't fail.
        let _ = write!(self.content, "\n[cut off: the first {kept} of {length} bytes]");
        self.metadata.insert("content_bytes".to_owned(), length.into());
        if self.structured == Structured::Content {
            self.structured = Structured::None;
        }
    }
}

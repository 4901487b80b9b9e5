//! Servers that speak Chat Completions with habits of their own.
//!
//! ```
//! use jarvis_tools::wire::compatible::{self, Host};
//! use jarvis_tools::ToolSpec;
//! use serde_json::json;
//! # use jarvis_tools::WireError;
//!
//! let parameters = json!({ "type": "object", "properties": {}, "required": [] });
//! let spec = ToolSpec::new("ping", "Answers.", parameters).strict(true);
//! let rendered = compatible::tools(&Host::VLLM, [&spec])?;
//! assert_eq!(rendered.losses[0].to_string(), "'ping': vLLM has no strict mode for tools");
//! # Ok::<(), WireError>(())
//! ```

use serde_json::Value;

use crate::names::CHAT_TOOL;
use crate::result::ToolResult;
use crate::spec::ToolSpec;
use crate::wire::error::WireError;
use crate::wire::openai::chat;
use crate::wire::rendered::{Rendered, render};
use crate::wire::turn::{self, Turn};

/// What sets a server apart from OpenAI's; another one is a known one with other switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Host {
    /// What it is called in losses.
    pub name: &'static str,
    /// Whether it has the strict mode.
    pub strict: bool,
    /// Whether ids of calls must have nine letters and digits.
    pub short_ids: bool,
    /// Whether a result repeats the name of the tool.
    pub named_results: bool,
}

impl Host {
    const PLAIN: Self = Self { name: "the server", strict: false, short_ids: false, named_results: false };

    /// vLLM, whose guided decoding goes by the schema without being asked.
    pub const VLLM: Self = Self { name: "vLLM", ..Self::PLAIN };
    /// llama.cpp's server, whose templates may ask for the name beside a result.
    pub const LLAMA_CPP: Self = Self { name: "llama.cpp", named_results: true, ..Self::PLAIN };
    /// OpenRouter, which passes the strict mode on.
    pub const OPENROUTER: Self = Self { name: "OpenRouter", strict: true, ..Self::PLAIN };
    /// Groq.
    pub const GROQ: Self = Self { name: "Groq", ..Self::PLAIN };
    /// Mistral, which takes ids of nine letters and digits only.
    pub const MISTRAL: Self = Self { name: "Mistral", strict: true, short_ids: true, named_results: true };
    /// DeepSeek, whose strict mode is a trial at an address of its own.
    pub const DEEPSEEK: Self = Self { name: "DeepSeek", ..Self::PLAIN };

    /// With or without the strict mode.
    #[must_use]
    pub fn with_strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }
}

/// As [`chat::tools`]; where the host has no strict mode, tools that want it are sent whole, which the losses tell.
///
/// # Errors
///
/// As [`chat::tools`].
pub fn tools<'a>(host: &Host, specs: impl IntoIterator<Item = &'a ToolSpec>) -> Result<Rendered, WireError> {
    render(specs, &chat::RULES, |spec, lost| {
        if host.strict { chat::tool(spec, lost) } else { chat::lenient_tool(spec, host.name, lost) }
    })
}

/// As [`chat::turn`]. Where ids must be short and one isn't, it gets one that is.
///
/// # Errors
///
/// As [`chat::calls`].
pub fn turn(host: &Host, response: &Value) -> Result<Turn, WireError> {
    let mut turn = chat::turn(response)?;
    if host.short_ids {
        for call in turn.calls.iter_mut().chain(&mut turn.unfinished) {
            let is_short = call.id.len() == 9 && call.id.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if !is_short {
                call.id.clear();
            }
        }
        turn::complete_ids(turn.calls.iter_mut().chain(&mut turn.unfinished));
        let ids = turn.calls.iter().map(|call| call.id.as_str());
        if let Some(Value::Array(written)) = turn.message.get_mut("tool_calls") {
            for (written, id) in written.iter_mut().zip(ids) {
                written["id"] = id.into();
            }
        }
    }
    Ok(turn)
}

/// As [`chat::results`].
pub fn results(host: &Host, results: &[ToolResult]) -> Vec<Value> {
    let mut messages = chat::results(results);
    if host.named_results {
        for (message, result) in messages.iter_mut().zip(results) {
            message["name"] = CHAT_TOOL.mended(&result.tool_name).into();
        }
    }
    messages
}

//! How providers write tools, calls and results; a module each, of pure functions.
//!
//! | module | tools | calls | results | strict | what is refused |
//! | --- | --- | --- | --- | --- | --- |
//! | [`openai`] (and [`openai::chat`]) | Chat Completions' `tools`, at most 128 | `tool_calls` | a `tool` message each, text only | yes: closed, all required, null for what is left out | descriptions over 1,024 characters; in strict mode maps, values of any type, mixed tuples |
//! | [`openai::responses`] | Responses' `tools` | `function_call` items | a `function_call_output` item each, pictures too | yes | the same |
//! | [`anthropic`] | Messages' `tools` | `tool_use` blocks | one message of `tool_result` blocks, pictures too | yes: closed, at most 20 tools, 24 optional and 16 union properties | a union as the parameters themselves; in strict mode recursion, maps, values of any type |
//! | [`gemini`] | one `functionDeclarations`, at most 512 | `functionCall` parts | one content of `functionResponse` parts, text only | no | maps, recursion, values of any type or several, unless sent as JSON Schema |
//! | [`ollama`] | as Chat Completions | `tool_calls` | a `tool` message each, pictures too | no | as Chat Completions |
//! | [`compatible`] | as Chat Completions, with the switches of vLLM, llama.cpp, OpenRouter, Groq, Mistral and DeepSeek | | | where the host has it | as Chat Completions |
//! | [`mcp`] | the result of `tools/list` | a `tools/call` request | the result of `tools/call` | no | nothing but names |
//!
//! `tools` gives [`Rendered`]: the definitions and what the dialect can't say, most of which stands in the descriptions
//! instead. Whatever is sent, the whole schema checks the call when it is decoded. `turn` reads a response whole:
//! words, calls, whether it broke off, tokens, and the message that the next request repeats, which is valid
//! whatever the model wrote; `calls` reads the calls alone. `results` writes results in the order of the calls.
//! What comes in pieces is put together by [`stream`].
//!
//! ```
//! use jarvis_tools::wire::{self, ToolChoice};
//! use jarvis_tools::prelude::*;
//! use serde_json::json;
//!
//! /// Answers.
//! #[tool]
//! async fn ping() -> &'static str {
//!     "pong"
//! }
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let executor = ToolExecutor::new(tools![ping])?;
//! let request = json!({
//!     "messages": [{ "role": "user", "content": "Ping!" }],
//!     "tools": wire::anthropic::tools(executor.available_tools())?.tools,
//!     "tool_choice": wire::anthropic::tool_choice(&ToolChoice::Auto),
//! });
//! # let _ = request;
//! // What came back:
//! let response = json!({ "role": "assistant", "stop_reason": "tool_use", "content": [
//!     { "type": "tool_use", "id": "toolu_1", "name": "ping", "input": {} },
//! ]});
//! let turn = wire::anthropic::turn(&response)?;
//! let results = executor.execute_all(&turn.calls).await;
//! let mut messages = vec![turn.message];
//! messages.extend(wire::anthropic::results(&results));
//! assert_eq!(messages[1]["content"][0]["tool_use_id"], "toolu_1");
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(example()).unwrap();
//! ```

mod error;

mod rendered;

mod choice;

mod turn;

mod parts;

mod dialect;

pub mod openai;

pub mod compatible;

pub mod anthropic;

pub mod gemini;

pub mod ollama;

pub mod mcp;

pub mod stream;

pub use choice::ToolChoice;
pub use error::WireError;
pub use rendered::{Loss, Rendered};
pub use turn::Turn;

pub(crate) use dialect::close;

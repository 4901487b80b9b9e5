//! OpenAI: Chat Completions, which many other servers speak too, and Responses.

pub mod chat;

pub mod responses;

pub use chat::{calls, results, tool_choice, tools, turn};

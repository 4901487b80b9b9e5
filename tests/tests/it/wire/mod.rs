//! Every provider's wire format, both ways.

mod anthropic;
mod compatible;
mod dialects;
mod first_keys;
mod gemini;
mod history;
mod instances;
mod mcp;
mod ollama;
mod openai;
mod recorded;
mod responses;
mod subset;
mod turns;

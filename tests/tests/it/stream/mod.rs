//! Streams of model output, put together.

mod anthropic;
mod chat;
mod cuts;
mod fixtures;
mod gemini;
mod lines;
mod ollama;
mod partial;
mod responses;
mod whole;

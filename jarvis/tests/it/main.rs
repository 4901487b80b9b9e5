//! The application, against a real server that speaks Chat Completions.

mod agents;
mod command;
mod engine;
mod mcp;
mod server;

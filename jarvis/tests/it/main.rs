//! The application, against a real server that speaks Chat Completions, and as people run it.

mod agents;
mod command;
mod engine;
mod memory;
mod server;
mod support;
#[cfg(unix)]
mod terminal;

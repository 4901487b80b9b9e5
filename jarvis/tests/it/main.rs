//! The application, against a real server that speaks Chat Completions.

mod agents;
mod command;
mod engine;
mod server;

//! Asks language models that use tools.
//!
//! ```no_run
//! # async fn example() -> Result<(), jarvis::Error> {
//! let jarvis = jarvis::Jarvis::new()?;
//! let answer = jarvis.ask_full("What is 15% of 340?").agent("orchestrator").tools(["calculator"]).await?;
//! println!("{} ({} turns)", answer.content, answer.turns);
//! # Ok(())
//! # }
//! ```
//!
//! A binary of your own gives your tools the same command as `jarvis` has:
//!
//! ```no_run
//! use jarvis_tools::prelude::*;
//!
//! /// Says hello.
//! #[tool]
//! async fn hello(/** Whom to greet. */ name: String) -> String {
//!     format!("Hello, {name}!")
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     jarvis::cli(tools![hello])
//! }
//! ```

// In the order of the data: no module imports one that stands after it.
mod words;

mod error;

mod config;

pub mod engine;

mod memory;

mod tools;

mod agent;

mod sdk;

mod cli;

pub use agent::{Answer, Event, ToolOutcome};
pub use cli::cli;
pub use config::{Config, Price};
pub use error::{Error, ErrorKind};
pub use memory::{Memory, MemoryStats};
pub use sdk::{Ask, AskText, Jarvis, JarvisBuilder};

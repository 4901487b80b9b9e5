//! Tools over the Model Context Protocol, both ways (feature `mcp`).
//!
//! [`McpServer`] gives the tools of an executor to any client of the protocol, over stdio or streamable HTTP.
//! [`McpTools`] connects to a server and makes its tools ones that our executor runs.
//!
//! ```no_run
//! use jarvis_tools::mcp::McpServer;
//! use jarvis_tools::prelude::*;
//!
//! /// Adds two numbers.
//! #[tool(read_only)]
//! fn add(
//!     /// The first.
//!     a: i64,
//!     /// The second.
//!     b: i64,
//! ) -> i64 {
//!     a + b
//! }
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let executor = ToolExecutor::new(tools![add])?;
//! McpServer::new(executor)?.serve_stdio().await?;
//! # Ok(())
//! # }
//! ```

mod error;

mod listing;

mod answer;

mod progress;

mod server;

mod handler;

mod http;

mod foreign;

mod source;

mod link;

mod client;

pub use client::McpTools;
pub use error::McpError;
pub use http::HttpOptions;
pub use server::McpServer;
pub use source::McpSource;

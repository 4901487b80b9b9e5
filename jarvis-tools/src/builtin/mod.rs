//! Tools that many hosts need. Feature `builtin`.
//!
//! | tool | is | needs |
//! | --- | --- | --- |
//! | [`calculator`] | a function | nothing |
//! | [`think`] | a function | nothing |
//! | `retrieval` | the toolset of [`Retrieval`] | a [`MemoryBackend`] |
//! | `llm` | the toolset of [`Llm`] | an [`InferenceEngine`] |
//! | `file_read` | the toolset of [`FileReader`] | the folders that are allowed |
//!
//! They are written with the macros that everybody uses, and join a list as all tools do:
//!
//! ```
//! use jarvis_tools::builtin::{calculator, think, FileReader};
//! use jarvis_tools::prelude::*;
//!
//! let files = FileReader::new([std::env::current_dir()?])?;
//! let executor = ToolExecutor::new(tools![calculator, think].into_iter().chain(files.tools()))?;
//! assert_eq!(executor.registry().names().collect::<Vec<_>>(), ["calculator", "think", "file_read"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A name that is taken already can be changed with [`ToolRegistry::prefixed`](crate::ToolRegistry::prefixed).
//! For tests, a backend in memory and an engine that follows a script are in `testing` (feature `testing`).

mod arithmetic;
mod files;
mod inference;
mod memory;
mod thinking;

use std::error::Error;
use std::pin::Pin;

use crate::error::{ToolError, ToolErrorKind};

pub use arithmetic::calculator;
pub use files::{FileReadArgs, FileReader};
pub use inference::{InferenceAnswer, InferenceEngine, InferenceRequest, Llm, LlmArgs, Message, Role};
pub use memory::{MemoryBackend, MemoryHit, Retrieval, RetrievalArgs};
pub use thinking::think;

/// A future of a trait's method.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Any error of a backend or an engine.
pub type BoxError = Box<dyn Error + Send + Sync>;

/// The error of a call for that of a backend or an engine, which keeps its kind if it has one.
#[cold]
fn failure(what: &str, error: BoxError) -> ToolError {
    let (kind, retryable) = error
        .downcast_ref::<ToolError>()
        .map_or((ToolErrorKind::Failed, false), |error| (error.kind(), error.is_retryable()));
    let mut words = format!("{what}: {error:#}");
    let causes = std::iter::successors(error.source(), |error| (*error).source());
    for cause in causes.map(ToString::to_string) {
        // Some errors say their causes themselves.
        if !words.contains(&cause) {
            words = words + ": " + &cause;
        }
    }
    let failure = ToolError::new(kind, words);
    if retryable { failure.retryable() } else { failure }
}

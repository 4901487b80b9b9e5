//! Searching what is remembered.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{BoxError, BoxFuture, failure};
use crate::error::ToolError;
use crate::output::ToolOutput;

/// How many hits there are at most where neither the call nor the host says it.
const TOP_K: usize = 5;

/// The most hits that a call can ask for.
const MOST: usize = 100;

/// What remembers texts and finds them again, for [`Retrieval`].
///
/// ```
/// use jarvis_tools::builtin::{BoxError, BoxFuture, MemoryBackend, MemoryHit};
///
/// struct Single(String);
///
/// impl MemoryBackend for Single {
///     fn search<'a>(
///         &'a self,
///         query: &'a str,
///         top_k: usize,
///     ) -> BoxFuture<'a, Result<Vec<MemoryHit>, BoxError>> {
///         Box::pin(async move {
///             let hit = self.0.contains(query).then(|| MemoryHit::new(self.0.as_str(), 1.0));
///             Ok(hit.into_iter().take(top_k).collect())
///         })
///     }
/// }
/// ```
pub trait MemoryBackend: Send + Sync + 'static {
    /// The texts that fit the query best, at most `top_k`, the best first.
    ///
    /// # Errors
    ///
    /// If it can't search. A [`ToolError`] keeps its kind, and says whether trying again may help.
    fn search<'a>(&'a self, query: &'a str, top_k: usize) -> BoxFuture<'a, Result<Vec<MemoryHit>, BoxError>>;
}

/// A text that was found.
///
/// ```
/// use jarvis_tools::builtin::MemoryHit;
///
/// let hit = MemoryHit::new("The Sun rises in the east.", 0.87).with_id("42").with_source("almanac.md");
/// assert_eq!(hit.source.as_deref(), Some("almanac.md"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MemoryHit {
    /// What the backend calls it, if it calls it something.
    pub id: Option<String>,
    /// Where it comes from, if that is known.
    pub source: Option<String>,
    /// The text.
    pub text: String,
    /// How well it fits; what the numbers mean is the backend's.
    pub score: f64,
}

impl MemoryHit {
    /// A text, and how well it fits.
    pub fn new(text: impl Into<String>, score: f64) -> Self {
        Self { id: None, source: None, text: text.into(), score }
    }

    /// Sets what the backend calls it.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets where it comes from.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<String>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The text as a model reads it. A source stays in its line and in its brackets.
    fn block(&self) -> String {
        let source = self.source.as_deref().unwrap_or_default();
        let source: Vec<&str> =
            source.split(|letter: char| letter.is_whitespace() || "[]".contains(letter)).collect();
        let source = source.join(" ");
        match source.trim() {
            "" => self.text.clone(),
            source => format!("[Source: {source}] {}", self.text),
        }
    }
}

/// The tool `retrieval`: searches a [`MemoryBackend`].
///
/// The model reads `[Source: …] text` blocks with a blank line between them. The structured value lists `id`,
/// `source` and `score` of each, and `num_results` is in the metadata. Nothing found is a success that says so.
///
/// ```
/// use jarvis_tools::builtin::{BoxError, BoxFuture, MemoryBackend, MemoryHit, Retrieval};
/// use jarvis_tools::prelude::*;
/// # struct Almanac;
/// # impl MemoryBackend for Almanac {
/// #     fn search<'a>(&'a self, _: &'a str, _: usize) -> BoxFuture<'a, Result<Vec<MemoryHit>, BoxError>> {
/// #         let hit = MemoryHit::new("The Sun rises in the east.", 0.9).with_source("almanac.md");
/// #         Box::pin(async { Ok(vec![hit]) })
/// #     }
/// # }
///
/// let executor = ToolExecutor::new(Retrieval::new(Almanac).with_top_k(3).tools())?;
/// let call = ToolCall::new("call_1", "retrieval", r#"{"query":"sunrise"}"#);
/// let result = executor.execute_blocking(&call);
/// assert_eq!(result.content, "[Source: almanac.md] The Sun rises in the east.");
/// assert_eq!(result.metadata["num_results"], 1);
/// # Ok::<(), DefinitionError>(())
/// ```
pub struct Retrieval {
    backend: Arc<dyn MemoryBackend>,
    top_k: usize,
}

/// What to search for.
#[derive(Deserialize, JsonSchema, crate::ToolArgs)]
#[arg(crate = crate)]
pub struct RetrievalArgs {
    /// What to look for, in words that the texts may have.
    pub query: String,
    /// The most results; left out, as many as the host finds right.
    #[schemars(range(min = 1, max = 100))]
    pub top_k: Option<usize>,
}

impl Retrieval {
    /// A search of this backend, with five results where a call doesn't say how many.
    pub fn new(backend: impl MemoryBackend) -> Self {
        Self::shared(Arc::new(backend))
    }

    /// As [`new`](Self::new), of a backend that others use, too.
    pub fn shared(backend: Arc<dyn MemoryBackend>) -> Self {
        Self { backend, top_k: TOP_K }
    }

    /// Sets how many results there are where a call doesn't say it, from 1 to 100.
    #[must_use]
    pub fn with_top_k(mut self, top_k: usize) -> Self {
        self.top_k = top_k.clamp(1, MOST);
        self
    }
}

#[crate::toolset(crate = crate)]
impl Retrieval {
    /// Searches the backend.
    ///
    /// # Errors
    ///
    /// If the query is blank, or the backend fails.
    #[tool(
        description = "Searches the memory (documents and notes that were stored) for texts about a query, and returns \
            those that fit best, each with its source. Use it before answering from memory what may be written \
            there.",
        title = "Search memory",
        category = "memory",
        cost_estimate = 0.0,
        latency_estimate = 0.2,
        read_only,
        idempotent,
        open_world = false
    )]
    pub async fn retrieval(&self, args: RetrievalArgs) -> Result<ToolOutput, ToolError> {
        if args.query.trim().is_empty() {
            return Err(ToolError::failed("No query provided."));
        }
        let top_k = args.top_k.unwrap_or(self.top_k);
        let found = self.backend.search(&args.query, top_k).await;
        let mut hits = found.map_err(|error| failure("Retrieval error", error))?;
        hits.truncate(top_k);
        let content = if hits.is_empty() {
            "No relevant results found.".to_owned()
        } else {
            hits.iter().map(MemoryHit::block).collect::<Vec<_>>().join("\n\n")
        };
        let listed: Vec<_> = hits
            .iter()
            .map(|hit| json!({ "id": hit.id, "source": hit.source, "score": hit.score }))
            .collect();
        Ok(ToolOutput::text(content)
            .with_structured(json!({ "results": listed }))
            .with_metadata("num_results", hits.len()))
    }
}

impl fmt::Debug for Retrieval {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Retrieval").field("top_k", &self.top_k).finish_non_exhaustive()
    }
}

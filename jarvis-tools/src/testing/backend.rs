//! A memory for tests.

use crate::builtin::{BoxError, BoxFuture, MemoryBackend, MemoryHit};

/// A [`MemoryBackend`] of a few texts, which are found by the words that they have in common with the query.
///
/// ```
/// use jarvis_tools::builtin::{MemoryBackend, Retrieval};
/// use jarvis_tools::prelude::*;
/// use jarvis_tools::testing::InMemoryBackend;
///
/// let memory = InMemoryBackend::new()
///     .with("almanac.md", "The Sun rises in the east.")
///     .with("notes.txt", "Milk, eggs.");
/// let executor = ToolExecutor::new(Retrieval::new(memory).tools())?;
/// let call = ToolCall::new("call_1", "retrieval", r#"{"query":"where does the sun rise"}"#);
/// let result = executor.execute_blocking(&call);
/// assert_eq!(result.content, "[Source: almanac.md] The Sun rises in the east.");
/// # Ok::<(), DefinitionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct InMemoryBackend {
    texts: Vec<(String, String)>,
}

impl InMemoryBackend {
    /// A memory of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text, and where it comes from. Its id is its place, from 0.
    #[must_use]
    pub fn with(mut self, source: impl Into<String>, text: impl Into<String>) -> Self {
        self.texts.push((source.into(), text.into()));
        self
    }

    /// What has words of the query; the score is the part of its words that are there.
    fn find(&self, query: &str, top_k: usize) -> Vec<MemoryHit> {
        let wanted = words(query);
        let total = u32::try_from(wanted.len()).map_or(f64::MAX, f64::from);
        let mut hits = Vec::new();
        for (id, (source, text)) in self.texts.iter().enumerate() {
            let there = words(text);
            let common = wanted.iter().filter(|word| there.contains(word)).count();
            if let Some(common) = u32::try_from(common).ok().filter(|common| *common > 0) {
                let hit = MemoryHit::new(text.as_str(), f64::from(common) / total);
                hits.push(hit.with_id(id.to_string()).with_source(source.as_str()));
            }
        }
        // Texts that fit as well stay in their order.
        hits.sort_by(|left, right| right.score.total_cmp(&left.score));
        hits.truncate(top_k);
        hits
    }
}

/// The words of a text, in small letters.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

impl MemoryBackend for InMemoryBackend {
    fn search<'a>(&'a self, query: &'a str, top_k: usize) -> BoxFuture<'a, Result<Vec<MemoryHit>, BoxError>> {
        Box::pin(async move { Ok(self.find(query, top_k)) })
    }
}

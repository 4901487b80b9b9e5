//! The tools that an agent may be given: the built-in ones and the caller's.

use std::sync::Arc;

use jarvis_tools::builtin::{FileReader, Llm, Retrieval, calculator, think};
use jarvis_tools::prelude::*;

use crate::config::Config;
use crate::engine::{ChatEngine, ForTools};
use crate::error::{Error, ErrorKind};
use crate::memory::Lazy;

/// All tools: the caller's, and the built-in ones whose names they leave free. Without an engine there is no `llm`.
pub(crate) fn all(
    config: &Config,
    engine: Option<&Arc<dyn ChatEngine>>,
    own: &[Arc<dyn Tool>],
) -> Result<ToolRegistry, Error> {
    let mut registry = ToolRegistry::new(own.iter().cloned())?;
    let files = FileReader::new(&config.allowed_dirs)
        .map_err(|error| Error::new(ErrorKind::Config, format!("`allowed_dirs`: {error}")))?;
    let llm = engine.map(|engine| {
        let engine = ForTools { engine: Arc::clone(engine), prices: config.prices.clone() };
        Llm::shared(Arc::new(engine)).tools()
    });
    let memory = Retrieval::new(Lazy::new(config.memory_path()?)).tools();
    let plain = tools![calculator, think].into_iter();
    let builtin = plain.chain(memory).chain(llm.into_iter().flatten()).chain(files.tools());
    for tool in builtin {
        if registry.get(&tool.spec().name).is_none() {
            registry = registry.merge([tool])?;
        }
    }
    Ok(registry)
}

/// Those of these names.
pub(crate) fn select(registry: &ToolRegistry, names: &[String]) -> Result<ToolRegistry, Error> {
    registry
        .select(names.iter().map(String::as_str))
        .map_err(|error| Error::new(ErrorKind::UnknownName, error.to_string()))
}

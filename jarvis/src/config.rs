//! What is set: by the caller, by the environment, by a file.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jarvis_tools::Usage;
use serde::Deserialize;

use crate::error::{Error, ErrorKind};

/// OpenAI's own address.
pub(crate) const OPENAI: &str = "https://api.openai.com/v1";

/// Settings. What the caller sets wins over the environment, and that over the file.
///
/// | field | environment | in the file |
/// | --- | --- | --- |
/// | `base_url` | `JARVIS_BASE_URL`, `OPENAI_BASE_URL` | `[engine] base_url` |
/// | `api_key` | `JARVIS_API_KEY`, `OPENAI_API_KEY` | `[engine] api_key` |
/// | `model` | `JARVIS_MODEL` | `[engine] model` |
/// | `temperature` | | `[engine] temperature` |
/// | `timeout` | | `[engine] timeout_seconds` |
/// | `max_retries` | | `[engine] max_retries` |
/// | `agent` | | `[agent] name` |
/// | `agent_tools` | | `[agent] tools` |
/// | `system` | | `[agent] system` |
/// | `max_turns` | | `[agent] max_turns` |
/// | `allowed_dirs` | | `[tools] allowed_dirs` |
/// | `memory` | `JARVIS_MEMORY` | `[memory] path` |
/// | `prices` | | `[prices."MODEL"] input, output` |
///
/// The file is the one that `JARVIS_CONFIG` names, or else `jarvis.toml` in the working directory, or else
/// `jarvis/config.toml` below `XDG_CONFIG_HOME` or `~/.config`.
///
/// A key is sent to the address that it was set for, and to no other: `OPENAI_API_KEY` to `OPENAI_BASE_URL` or
/// OpenAI's own, the one in the file to the one in the file or OpenAI's own, and `JARVIS_API_KEY` to
/// `JARVIS_BASE_URL`, or to any where that isn't set.
#[derive(Clone)]
#[non_exhaustive]
pub struct Config {
    /// Where the engine is, as in `https://api.openai.com/v1`.
    pub base_url: Option<String>,
    /// The engine's key; never shown.
    pub api_key: Option<String>,
    /// The model that answers.
    pub model: Option<String>,
    /// How much chance there is in the answer: the engine's own choice.
    pub temperature: Option<f64>,
    /// The longest time that a request to the engine may take: 5 minutes.
    pub timeout: Duration,
    /// How often a request is tried again when the engine is overloaded or can't be reached: 3 times.
    pub max_retries: usize,
    /// The agent that answers where a question names none.
    pub agent: Option<String>,
    /// The tools that a question has which names none.
    pub agent_tools: Vec<String>,
    /// What the model is told before a question that says nothing else.
    pub system: Option<String>,
    /// How many turns an agent takes at most: 10.
    pub max_turns: usize,
    /// The folders that `file_read` may read in: the working directory.
    pub allowed_dirs: Vec<PathBuf>,
    /// The file of the memory: `jarvis/memory.db` below `XDG_DATA_HOME` or `~/.local/share`.
    pub memory: Option<PathBuf>,
    /// What models cost, by name.
    pub prices: BTreeMap<String, Price>,
    /// The file that was read, if there is one.
    pub file: Option<PathBuf>,
}

/// What a model costs, in US dollars for a million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// For tokens that are sent.
    pub input: f64,
    /// For tokens that come back.
    pub output: f64,
}

impl Price {
    /// What these tokens cost, in US dollars.
    // A bill of more tokens than an f64 counts exactly is no bill.
    #[allow(clippy::cast_precision_loss)]
    pub fn of(self, usage: Usage) -> f64 {
        (usage.prompt_tokens as f64 * self.input + usage.completion_tokens as f64 * self.output) / 1e6
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            base_url: None,
            api_key: None,
            model: None,
            temperature: None,
            timeout: Duration::from_secs(300),
            max_retries: 3,
            agent: None,
            agent_tools: Vec::new(),
            system: None,
            max_turns: 10,
            allowed_dirs: vec![PathBuf::from(".")],
            memory: None,
            prices: BTreeMap::new(),
            file: None,
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    engine: EngineTable,
    agent: AgentTable,
    tools: ToolsTable,
    memory: MemoryTable,
    prices: BTreeMap<String, Price>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct EngineTable {
    base_url: Option<String>,
    api_key: Option<String>,
    model: Option<String>,
    temperature: Option<f64>,
    timeout_seconds: Option<u64>,
    max_retries: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct AgentTable {
    name: Option<String>,
    tools: Option<Vec<String>>,
    system: Option<String>,
    max_turns: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ToolsTable {
    allowed_dirs: Option<Vec<PathBuf>>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MemoryTable {
    path: Option<PathBuf>,
}

impl Config {
    /// What the environment and the file say.
    ///
    /// # Errors
    ///
    /// If the file that `JARVIS_CONFIG` names isn't there, or a file says something that can't be read.
    pub fn found() -> Result<Self, Error> {
        Self::found_for(None)
    }

    /// What the environment and the file say of the engine at this address, with a key that was set for it.
    ///
    /// # Errors
    ///
    /// As [`found`](Self::found).
    pub fn found_at(base_url: impl Into<String>) -> Result<Self, Error> {
        Self::found_for(Some(base_url.into()))
    }

    fn found_for(base_url: Option<String>) -> Result<Self, Error> {
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
        let file = match variable("JARVIS_CONFIG").map(PathBuf::from) {
            Some(named) => Some(named),
            None => places().into_iter().find(|place| place.is_file()),
        };
        let mut config = match &file {
            Some(path) => Self::read(path)?,
            None => Self::default(),
        };
        let own = variable("JARVIS_BASE_URL");
        let openai = variable("OPENAI_BASE_URL");
        let in_file = config.base_url.take();
        config.base_url =
            base_url.or_else(|| own.clone()).or_else(|| openai.clone()).or_else(|| in_file.clone());
        // A key for one server isn't sent to another.
        let address = config.base_url.as_deref().unwrap_or(OPENAI);
        let is_for = |other: Option<&str>| same_address(address, other.unwrap_or(OPENAI));
        let key_in_file = config.api_key.take().filter(|_| is_for(in_file.as_deref()));
        config.api_key = variable("JARVIS_API_KEY")
            .filter(|_| own.as_deref().is_none_or(|own| same_address(address, own)))
            .or(key_in_file)
            .or_else(|| variable("OPENAI_API_KEY").filter(|_| is_for(openai.as_deref()) || is_for(None)));
        config.model = variable("JARVIS_MODEL").or(config.model);
        config.memory = variable("JARVIS_MEMORY").map(PathBuf::from).or(config.memory);
        Ok(config)
    }

    /// What these tokens of this model cost, in US dollars; nothing where the price isn't known.
    pub(crate) fn cost(&self, model: &str, usage: Usage) -> f64 {
        self.prices.get(model).map_or(0.0, |price| price.of(usage))
    }

    /// Where the memory is.
    pub(crate) fn memory_path(&self) -> Result<PathBuf, Error> {
        let usual = || Some(below("XDG_DATA_HOME", ".local/share")?.join("jarvis").join("memory.db"));
        self.memory.clone().or_else(usual).ok_or_else(|| {
            let message = "no home folder for the memory: name a file with `--memory` or `JARVIS_MEMORY`";
            Error::new(ErrorKind::Config, message)
        })
    }

    fn read(path: &Path) -> Result<Self, Error> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| {
            Error::new(ErrorKind::Config, format!("the configuration {shown} can't be read: {error}"))
        })?;
        // Not the error's own text, which repeats the line, and a key may stand there.
        let file: File = toml::from_str(&text).map_err(|error| {
            let line =
                error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            Error::new(
                ErrorKind::Config,
                format!("the configuration {shown} is wrong in line {line}: {}", error.message()),
            )
        })?;
        let is_price = |number: f64| number.is_finite() && number >= 0.0;
        if let Some((model, _)) =
            file.prices.iter().find(|(_, price)| !is_price(price.input) || !is_price(price.output))
        {
            let words = format!(
                "the configuration {shown} has a price of '{model}' that is none; write US dollars a million tokens, 0 or more"
            );
            return Err(Error::new(ErrorKind::Config, words));
        }
        let default = Self::default();
        Ok(Self {
            base_url: file.engine.base_url,
            api_key: file.engine.api_key,
            model: file.engine.model,
            temperature: file.engine.temperature,
            timeout: file.engine.timeout_seconds.map_or(default.timeout, Duration::from_secs),
            max_retries: file.engine.max_retries.unwrap_or(default.max_retries),
            agent: file.agent.name,
            agent_tools: file.agent.tools.unwrap_or_default(),
            system: file.agent.system,
            max_turns: file.agent.max_turns.unwrap_or(default.max_turns),
            allowed_dirs: file.tools.allowed_dirs.unwrap_or(default.allowed_dirs),
            memory: file.memory.path,
            prices: file.prices,
            file: Some(path.to_owned()),
        })
    }
}

/// Whether two addresses are of one server.
fn same_address(one: &str, other: &str) -> bool {
    one.trim().trim_end_matches('/') == other.trim().trim_end_matches('/')
}

/// Where a configuration is looked for.
fn places() -> Vec<PathBuf> {
    let own = below("XDG_CONFIG_HOME", ".config").map(|home| home.join("jarvis").join("config.toml"));
    [PathBuf::from("jarvis.toml")].into_iter().chain(own).collect()
}

/// A folder of the XDG rules, or its usual place below the home folder.
fn below(variable: &str, usual: &str) -> Option<PathBuf> {
    let named = env::var_os(variable).filter(|name| !name.is_empty()).map(PathBuf::from);
    named.or_else(|| env::home_dir().map(|home| home.join(usual)))
}

/// The key is not shown.
impl fmt::Debug for Config {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Config")
            .field("base_url", &self.base_url)
            .field("api_key", &self.api_key.as_ref().map(|_| "[redacted]"))
            .field("model", &self.model)
            .field("temperature", &self.temperature)
            .field("timeout", &self.timeout)
            .field("max_retries", &self.max_retries)
            .field("agent", &self.agent)
            .field("agent_tools", &self.agent_tools)
            .field("system", &self.system)
            .field("max_turns", &self.max_turns)
            .field("allowed_dirs", &self.allowed_dirs)
            .field("memory", &self.memory)
            .field("prices", &self.prices)
            .field("file", &self.file)
            .finish()
    }
}

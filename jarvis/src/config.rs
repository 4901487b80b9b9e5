//! What is set: by the caller, by the environment, by a file.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::error::{Error, ErrorKind};

/// Settings. What the caller sets wins over the environment, and that over the file.
///
/// | field | environment | in the file |
/// | --- | --- | --- |
/// | `base_url` | `JARVIS_BASE_URL`, `OPENAI_BASE_URL` | `[engine] base_url` |
/// | `api_key` | `JARVIS_API_KEY`; `OPENAI_API_KEY`, for OpenAI's own address and that of `OPENAI_BASE_URL` only | `[engine] api_key` |
/// | `model` | `JARVIS_MODEL` | `[engine] model` |
/// | `timeout` | | `[engine] timeout_seconds` |
/// | `max_turns` | | `[agent] max_turns` |
/// | `allowed_dirs` | | `[tools] allowed_dirs` |
/// | `memory` | `JARVIS_MEMORY` | `[memory] path` |
///
/// The file is the one that `JARVIS_CONFIG` names, or else `jarvis.toml` in the working directory, or else
/// `jarvis/config.toml` below `XDG_CONFIG_HOME` or `~/.config`.
#[derive(Clone)]
#[non_exhaustive]
pub struct Config {
    /// Where the engine is, as in `https://api.openai.com/v1`.
    pub base_url: Option<String>,
    /// The engine's key; never shown.
    pub api_key: Option<String>,
    /// The model that answers.
    pub model: Option<String>,
    /// The longest time that a request to the engine may take: 5 minutes.
    pub timeout: Duration,
    /// How often a request is tried again when the engine is overloaded or can't be reached: 3 times.
    pub max_retries: usize,
    /// How many turns an agent takes at most: 10.
    pub max_turns: usize,
    /// The folders that `file_read` may read in: the working directory.
    pub allowed_dirs: Vec<PathBuf>,
    /// The file of the memory: `jarvis/memory.db` below `XDG_DATA_HOME` or `~/.local/share`.
    pub memory: Option<PathBuf>,
    /// The file that was read, if there is one.
    pub file: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            base_url: None,
            api_key: None,
            model: None,
            timeout: Duration::from_secs(300),
            max_retries: 3,
            max_turns: 10,
            allowed_dirs: vec![PathBuf::from(".")],
            memory: None,
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
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct EngineTable {
    base_url: Option<String>,
    api_key: Option<String>,
    model: Option<String>,
    timeout_seconds: Option<u64>,
    max_retries: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct AgentTable {
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
        let variable = |names: &[&str]| {
            names.iter().find_map(|name| env::var(name).ok().filter(|value| !value.trim().is_empty()))
        };
        let named = variable(&["JARVIS_CONFIG"]).map(PathBuf::from);
        let file = named.clone().or_else(|| places().into_iter().find(|place| place.is_file()));
        let mut config = match &file {
            Some(path) => Self::read(path)?,
            None => Self::default(),
        };
        let overrides = [
            (&mut config.base_url, variable(&["JARVIS_BASE_URL", "OPENAI_BASE_URL"])),
            (&mut config.api_key, variable(&["JARVIS_API_KEY"])),
            (&mut config.model, variable(&["JARVIS_MODEL"])),
        ];
        for (field, value) in overrides {
            if value.is_some() {
                *field = value;
            }
        }
        // A key for one server isn't sent to another.
        let is_openai = config.base_url.as_ref().is_none_or(|url| {
            url.starts_with("https://api.openai.com/") || variable(&["OPENAI_BASE_URL"]).as_ref() == Some(url)
        });
        if is_openai {
            config.api_key = config.api_key.or_else(|| variable(&["OPENAI_API_KEY"]));
        }
        config.memory = variable(&["JARVIS_MEMORY"]).map(PathBuf::from).or(config.memory);
        Ok(config)
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
        let default = Self::default();
        Ok(Self {
            base_url: file.engine.base_url,
            api_key: file.engine.api_key,
            model: file.engine.model,
            timeout: file.engine.timeout_seconds.map_or(default.timeout, Duration::from_secs),
            max_retries: file.engine.max_retries.unwrap_or(default.max_retries),
            max_turns: file.agent.max_turns.unwrap_or(default.max_turns),
            allowed_dirs: file.tools.allowed_dirs.unwrap_or(default.allowed_dirs),
            memory: file.memory.path,
            file: Some(path.to_owned()),
        })
    }
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
            .field("timeout", &self.timeout)
            .field("max_retries", &self.max_retries)
            .field("max_turns", &self.max_turns)
            .field("allowed_dirs", &self.allowed_dirs)
            .field("memory", &self.memory)
            .field("file", &self.file)
            .finish()
    }
}

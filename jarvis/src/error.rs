//! What can go wrong, in words that say what to do.

use std::fmt;

/// Why there is no answer.
///
/// No error holds a key or a header of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A tool, agent, engine or model that there isn't.
    UnknownName,
    /// The configuration can't be read, or says something that can't be.
    Config,
    /// A tool can't be used, or its arguments are wrong.
    Tool,
    /// Nobody answers at the engine's address.
    NoServer,
    /// The key is missing or wrong.
    BadKey,
    /// The conversation is longer than the model reads.
    ContextTooLong,
    /// The engine is overloaded, or took too long.
    Overloaded,
    /// Anything else that the engine says or does.
    Engine,
    /// The memory can't be opened, read or written.
    Memory,
    /// A file or a folder can't be read.
    File,
    /// It was called off.
    Cancelled,
}

/// How many names a message lists.
const MOST_NAMES: usize = 50;

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// A name that is none of those that there are.
    pub(crate) fn unknown<'n>(what: &str, name: &str, known: impl IntoIterator<Item = &'n str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let mut message = format!("unknown {what} '{name}'");
        let nearest = known
            .iter()
            .map(|other| (strsim::normalized_damerau_levenshtein(name, other), *other))
            .filter(|(closeness, _)| *closeness >= 0.6)
            .max_by(|(one, _), (other, _)| one.total_cmp(other));
        if let Some((_, nearest)) = nearest {
            message.extend([" (did you mean '", nearest, "'?)"]);
        }
        message.push_str("; available: ");
        message.push_str(&known[..known.len().min(MOST_NAMES)].join(", "));
        if known.len() > MOST_NAMES {
            message.extend([" and ", &(known.len() - MOST_NAMES).to_string(), " more"]);
        }
        Self::new(ErrorKind::UnknownName, message)
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl From<jarvis_tools::DefinitionError> for Error {
    fn from(error: jarvis_tools::DefinitionError) -> Self {
        Self::new(ErrorKind::Tool, error.to_string())
    }
}

impl From<jarvis_tools::WireError> for Error {
    fn from(error: jarvis_tools::WireError) -> Self {
        Self::new(ErrorKind::Engine, error.to_string())
    }
}

//! Why a call failed, as its result says it.

use std::any::Any;
use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::error::ArgumentErrors;

/// What a blank error is replaced by, so that the model has something to read.
const NO_MESSAGE: &str = "the tool failed without a message";

/// Why a call failed.
///
/// Its [`Display`](fmt::Display) is what the model reads. A handler that returns one keeps its kind and its
/// retry flag, also inside of a `Box<dyn Error>` or a `Box<dyn Error + Send + Sync>`; any other error becomes
/// [`ToolError::failed`] in the words of `{:#}`. So `anyhow::Error` prints its causes, and a `ToolError`
/// inside of one is words like any other: return it itself where its kind or flag matters.
#[derive(Clone, Debug)]
pub struct ToolError(Box<Inner>);

#[derive(Clone, Debug)]
struct Inner {
    kind: ToolErrorKind,
    message: String,
    retryable: bool,
    arguments: Option<ArgumentErrors>,
    host_detail: Option<String>,
}

/// The kinds of failure that a call can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolErrorKind {
    /// There is no tool of that name.
    UnknownTool,
    /// The arguments are not what the tool takes; nothing was run.
    InvalidArguments,
    /// The call was not allowed; nothing was run.
    Denied,
    /// The call took longer than it may.
    TimedOut,
    /// The call was called off.
    Cancelled,
    /// The tool's own failure.
    Failed,
    /// The tool panicked; the model learns only that it failed.
    Panicked,
    /// The tool ran, but what it returned can't be written as JSON.
    Unserializable,
}

impl ToolErrorKind {
    /// The name of this kind in JSON, as in `timed_out`.
    pub fn name(self) -> &'static str {
        match self {
            Self::UnknownTool => "unknown_tool",
            Self::InvalidArguments => "invalid_arguments",
            Self::Denied => "denied",
            Self::TimedOut => "timed_out",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::Panicked => "panicked",
            Self::Unserializable => "unserializable",
        }
    }
}

impl fmt::Display for ToolErrorKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl ToolError {
    /// A failure of this kind, with the words that the model reads.
    #[cold]
    pub fn new(kind: ToolErrorKind, message: impl Into<String>) -> Self {
        let message = message.into();
        let message = if message.trim().is_empty() { NO_MESSAGE.to_owned() } else { message };
        let retryable = matches!(kind, ToolErrorKind::TimedOut);
        Self(Box::new(Inner { kind, message, retryable, arguments: None, host_detail: None }))
    }

    /// The tool's own failure, with the words that the model reads.
    ///
    /// ```
    /// use jarvis_tools::ToolError;
    ///
    /// let error = ToolError::failed("the forecast service answers 503").retryable();
    /// assert!(error.is_retryable());
    /// ```
    #[cold]
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(ToolErrorKind::Failed, message)
    }

    /// A call that was not allowed, with the reason.
    #[cold]
    pub fn denied(message: impl Into<String>) -> Self {
        Self::new(ToolErrorKind::Denied, message)
    }

    /// A tool that panicked. The payload is for the host and never reaches the model.
    #[cold]
    pub(crate) fn panicked(payload: &(dyn Any + Send)) -> Self {
        let text = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("a panic without a text");
        let mut error = Self::new(ToolErrorKind::Panicked, "the tool failed unexpectedly");
        error.0.host_detail = Some(text.to_owned());
        error
    }

    /// An error of a handler: a `ToolError` stays what it is, anything else is a failure in its own words,
    /// with its causes where its alternate form prints them.
    #[cold]
    pub(crate) fn from_handler<E: fmt::Display + 'static>(error: E) -> Self {
        let mut slot = Some(error);
        let any: &mut dyn Any = &mut slot;
        if let Some(own) = any.downcast_mut::<Option<ToolError>>().and_then(Option::take) {
            return own;
        }
        if let Some(boxed) = any.downcast_mut::<Option<Box<dyn Error + Send + Sync>>>().and_then(Option::take)
        {
            return boxed.downcast::<ToolError>().map_or_else(|other| Self::in_words(&other), |own| *own);
        }
        if let Some(boxed) = any.downcast_mut::<Option<Box<dyn Error>>>().and_then(Option::take) {
            return boxed.downcast::<ToolError>().map_or_else(|other| Self::in_words(&other), |own| *own);
        }
        match slot {
            Some(error) => Self::in_words(&error),
            None => Self::failed(""),
        }
    }

    #[cold]
    fn in_words(error: &dyn fmt::Display) -> Self {
        Self::failed(format!("{error:#}"))
    }

    /// Marks that trying again may help.
    #[must_use]
    pub fn retryable(mut self) -> Self {
        self.0.retryable = true;
        self
    }

    /// What kind of failure this is.
    pub fn kind(&self) -> ToolErrorKind {
        self.0.kind
    }

    /// The words that the model reads; never blank.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Whether trying again may help.
    pub fn is_retryable(&self) -> bool {
        self.0.retryable
    }

    /// The problems, if the arguments were invalid.
    pub fn arguments(&self) -> Option<&ArgumentErrors> {
        self.0.arguments.as_ref()
    }

    /// What the host may know and the model may not: the text of a panic.
    pub fn host_detail(&self) -> Option<&str> {
        self.0.host_detail.as_deref()
    }
}

impl From<ArgumentErrors> for ToolError {
    #[cold]
    fn from(errors: ArgumentErrors) -> Self {
        let mut error = Self::new(ToolErrorKind::InvalidArguments, errors.to_string());
        error.0.arguments = Some(errors);
        error
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.message())
    }
}

impl Error for ToolError {}

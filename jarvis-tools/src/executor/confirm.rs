//! Asking somebody whether a call may run.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;

use crate::contain::Contained;
use crate::spec::ToolSpec;
use crate::text;
use crate::tool::Tool;

/// The most characters of the arguments in a request's text.
const SHOWN_ARGUMENTS: usize = 500;

/// A call that may run only if somebody allows it. Its arguments are valid.
///
/// Its [`Display`](fmt::Display) is a question for people.
#[derive(Clone)]
#[non_exhaustive]
pub struct ConfirmationRequest {
    /// The id of the call, as it came in.
    pub call_id: String,
    /// The arguments that would run: what the model sent, or what that was mended to. Sensitive ones are
    /// `"[redacted]"`.
    pub arguments: Value,
    pub(super) tool: Arc<dyn Tool>,
}

impl ConfirmationRequest {
    /// The name of the tool.
    pub fn tool_name(&self) -> &str {
        &self.spec().name
    }

    /// What the tool is.
    pub fn spec(&self) -> &ToolSpec {
        self.tool.spec()
    }
}

impl fmt::Display for ConfirmationRequest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = text::shorten(&self.arguments.to_string(), SHOWN_ARGUMENTS);
        write!(out, "May the tool {} run with {arguments}?", text::name(self.tool_name()))
    }
}

impl fmt::Debug for ConfirmationRequest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ConfirmationRequest")
            .field("call_id", &self.call_id)
            .field("tool", &self.tool_name())
            .field("arguments", &self.arguments)
            .finish()
    }
}

/// The answer to a request for confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Confirmation {
    /// The call may run.
    Allow,
    /// The call may run with these arguments in place of the model's. They are checked like a model's, and a
    /// `"[redacted]"` among them stays what it stood for.
    Edit(Value),
    /// It may not, for this reason, which the model reads; without one it reads `denied by user`.
    Deny(String),
}

impl Confirmation {
    /// The call may not run, for this reason, which the model reads.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::Deny(reason.into())
    }
}

impl From<bool> for Confirmation {
    fn from(allowed: bool) -> Self {
        if allowed { Self::Allow } else { Self::Deny(String::new()) }
    }
}

type Answer = Contained<Pin<Box<dyn Future<Output = Confirmation> + Send>>>;

pub(super) type Confirm = dyn Fn(ConfirmationRequest) -> Answer + Send + Sync;

/// A handler whose types are forgotten. It is called inside the future, where its panics are contained.
pub(super) fn erase<F, Fut>(handler: F) -> Arc<Confirm>
where
    F: Fn(ConfirmationRequest) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Confirmation> + Send + 'static,
{
    let handler = Arc::new(handler);
    Arc::new(move |request| {
        let handler = Arc::clone(&handler);
        Contained::new(Box::pin(async move { handler(request).await }))
    })
}

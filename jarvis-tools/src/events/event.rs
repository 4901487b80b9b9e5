//! The events themselves.

use serde::{Deserialize, Serialize};

use crate::error::ToolErrorKind;
use crate::events::arguments::EventArguments;

/// Something that happened to a call.
///
/// Serialised it is flat, with its kind in `type`:
///
/// ```
/// use jarvis_tools::ToolEvent;
/// use serde_json::json;
///
/// let stored = json!({ "type": "tool_call_end", "call_id": "c1", "tool": "ping", "success": true,
///                      "latency_seconds": 0.25, "error": null, "retryable": false });
/// let event: ToolEvent = serde_json::from_value(stored.clone())?;
/// assert!(matches!(event, ToolEvent::CallEnd { success: true, .. }));
/// assert_eq!(serde_json::to_value(&event)?, stored);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum ToolEvent {
    /// A call is about to run: its arguments are valid and it was allowed.
    #[serde(rename = "tool_call_start")]
    #[non_exhaustive]
    CallStart {
        /// The id of the call, as it came in.
        call_id: String,
        /// The name of the tool.
        tool: String,
        /// The arguments as the model sent them; sensitive ones are `"[redacted]"`.
        arguments: EventArguments,
    },
    /// A call is over; each has exactly one such event, also when its future was dropped.
    #[serde(rename = "tool_call_end")]
    #[non_exhaustive]
    CallEnd {
        /// The id of the call, as it came in.
        call_id: String,
        /// The name of the tool; as the model wrote it, where no tool has it.
        tool: String,
        /// Whether the tool did what it was asked for.
        success: bool,
        /// How long the call took, in seconds.
        latency_seconds: f64,
        /// Why it failed, if it did.
        error: Option<ToolErrorKind>,
        /// Whether the same call may succeed later, as the failure itself says.
        retryable: bool,
    },
    /// A running tool says how far it is.
    #[serde(rename = "tool_progress")]
    #[non_exhaustive]
    Progress {
        /// The id of the call, as it came in.
        call_id: String,
        /// The name of the tool.
        tool: String,
        /// How far, from 0 to 1, if the tool knows.
        fraction: Option<f64>,
        /// What it is doing, if the tool says.
        message: Option<String>,
    },
    /// Somebody was asked whether a call may run, and has answered.
    #[serde(rename = "tool_confirmation")]
    #[non_exhaustive]
    Confirmation {
        /// The id of the call, as it came in.
        call_id: String,
        /// The name of the tool.
        tool: String,
        /// Whether it may.
        allowed: bool,
        /// Why it may not.
        reason: Option<String>,
    },
    /// Slips in the arguments of a call were mended.
    #[serde(rename = "tool_repair")]
    #[non_exhaustive]
    Repair {
        /// The id of the call, as it came in.
        call_id: String,
        /// The name of the tool.
        tool: String,
        /// What was mended, in words.
        repairs: Vec<String>,
    },
    /// The receiver of this event was too slow for the ones before it, and lost them.
    #[serde(rename = "events_missed")]
    #[non_exhaustive]
    Missed {
        /// How many were lost.
        count: u64,
    },
}

impl ToolEvent {
    /// The call of this id and tool is so far.
    pub fn progress(
        call_id: impl Into<String>,
        tool: impl Into<String>,
        progress: impl Into<Progress>,
    ) -> Self {
        let Progress { fraction, message } = progress.into();
        Self::Progress { call_id: call_id.into(), tool: tool.into(), fraction, message }
    }

    /// So many events were lost.
    pub fn missed(count: u64) -> Self {
        Self::Missed { count }
    }
}

/// How far a tool is; made from a text, a fraction from 0 to 1, or both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    fraction: Option<f64>,
    message: Option<String>,
}

impl Progress {
    /// How much is done, from 0 to 1.
    pub fn fraction(&self) -> Option<f64> {
        self.fraction
    }

    /// What is being done.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }
}

impl From<f64> for Progress {
    fn from(fraction: f64) -> Self {
        let fraction = (!fraction.is_nan()).then(|| fraction.clamp(0.0, 1.0));
        Self { fraction, message: None }
    }
}

impl From<&str> for Progress {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

impl From<String> for Progress {
    fn from(message: String) -> Self {
        Self { fraction: None, message: Some(message) }
    }
}

impl<M: Into<String>> From<(f64, M)> for Progress {
    fn from((fraction, message): (f64, M)) -> Self {
        Self { message: Some(message.into()), ..fraction.into() }
    }
}

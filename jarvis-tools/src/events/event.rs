//! The events themselves.

use serde::Serialize;
use serde_json::Value;

use crate::error::ToolErrorKind;

/// Something that happened to a call.
///
/// Serialised it is flat, with its kind in `type`:
///
/// ```
/// use jarvis_tools::ToolEvent;
/// use serde_json::json;
///
/// let event = ToolEvent::CallEnd {
///     call_id: "c1".into(),
///     tool: "ping".into(),
///     success: true,
///     latency_seconds: 0.25,
///     error: None,
/// };
/// assert_eq!(
///     serde_json::to_value(&event)?,
///     json!({ "type": "tool_call_end", "call_id": "c1", "tool": "ping", "success": true,
///             "latency_seconds": 0.25, "error": null }),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum ToolEvent {
    /// A call is about to run: its arguments are valid and it was allowed.
    #[serde(rename = "tool_call_start")]
    CallStart {
        /// The id of the call, as it came in.
        call_id: String,
        /// The name of the tool.
        tool: String,
        /// The arguments as the model sent them; sensitive ones are `"[redacted]"`.
        arguments: Value,
    },
    /// A call is over; each has exactly one such event, also when its future was dropped.
    #[serde(rename = "tool_call_end")]
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
    },
    /// A running tool says how far it is.
    #[serde(rename = "tool_progress")]
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
    Missed {
        /// How many were lost.
        count: u64,
    },
}

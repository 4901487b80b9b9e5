//! A place to think.

/// Gives a thought back, so that a model can think before it acts.
///
/// ```
/// use jarvis_tools::builtin::think;
///
/// assert_eq!(think("First the units.".to_owned()), "First the units.");
/// ```
#[crate::tool(
    crate = crate,
    description = "Writes down a thought and gives it back. It changes nothing and looks nothing up. Use it to plan, \
        to check what is known, or to work something out step by step before acting.",
    title = "Think",
    category = "reasoning",
    cost_estimate = 0.0,
    latency_estimate = 0.0,
    inline,
    read_only,
    idempotent,
    open_world = false
)]
pub fn think(
    /// The thought, in words.
    thought: String,
) -> String {
    thought
}

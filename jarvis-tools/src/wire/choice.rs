//! Which tools a model may, must or must not call.

/// Whether the model may call tools; each provider's module has a `tool_choice` that writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// It answers in words.
    Never,
    /// It calls at least one tool.
    Required,
    /// It calls this tool.
    Tool(String),
}

use jarvis_tools::prelude::*;
use jarvis_tools::ToolContext as Call;

/// What to echo.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct Text {
    /// The text.
    text: String,
}

/// The context before a struct.
#[tool]
async fn before(context: &ToolContext, text: Text) -> String {
    format!("{}{}", context.call_id(), text.text)
}

/// The context behind a struct, under another name.
#[tool]
fn behind(text: Text, context: &Call) -> String {
    format!("{}{}", context.call_id(), text.text)
}

/// The context among inline arguments.
#[tool(inline)]
fn among(
    /// A number.
    a: u8,
    context: &jarvis_tools::ToolContext,
    /// Another number.
    b: u8,
) -> String {
    format!("{a}{}{b}", context.call_id())
}

/// The context on another thread.
#[tool(blocking)]
async fn threaded(context: &ToolContext, Text { text }: Text) -> Result<String, ToolError> {
    std::future::ready(()).await;
    Ok(format!("{}{text}", context.call_id()))
}

fn main() {
    assert_eq!(tools![before, behind, among, threaded].len(), 4);
}

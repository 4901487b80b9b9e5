//! Our results as the protocol's.

use rmcp::model::{CallToolResult, ContentBlock};

use crate::result::ToolResult;
use crate::wire;

/// Writes a result. Where `promised`, clients refuse a success without a structured value.
pub(super) fn answer(result: ToolResult, promised: bool) -> CallToolResult {
    let structured = if result.success { result.structured() } else { None };
    let mut content = Vec::with_capacity(1 + result.parts.len());
    content.push(ContentBlock::text(result.content));
    for part in &result.parts {
        // What `wire` writes is what the protocol reads; were it not so, the text still says what it was.
        let written = wire::mcp::part(part);
        content.push(
            serde_json::from_value(written.clone())
                .unwrap_or_else(|_| ContentBlock::text(written.to_string())),
        );
    }
    if !result.success {
        return CallToolResult::error(content);
    }
    if promised && structured.is_none() {
        content.push(ContentBlock::text(
            "[the tool ran, but its structured result is missing or was too large to be sent]",
        ));
        return CallToolResult::error(content);
    }
    let mut answer = CallToolResult::success(content);
    answer.structured_content = structured;
    answer
}

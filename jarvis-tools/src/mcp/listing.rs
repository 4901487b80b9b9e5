//! The tools as the protocol lists them, made once.

use rmcp::ErrorData;
use rmcp::model::{ListToolsResult, Tool};

use crate::executor::ToolExecutor;
use crate::wire::{self, WireError};

pub(super) struct Listing {
    pub(super) executor: ToolExecutor,
    tools: Vec<Tool>,
}

impl Listing {
    pub(super) fn new(executor: ToolExecutor) -> Result<Self, WireError> {
        let mut tools = Vec::new();
        for mut tool in wire::mcp::tools(executor.registry().specs())?.tools {
            if executor.denies_unknown() {
                wire::close(&mut tool["inputSchema"]);
            }
            let name = tool["name"].as_str().unwrap_or_default().to_owned();
            tools.push(serde_json::from_value(tool).map_err(|error| WireError::unwritable(&name, &error))?);
        }
        Ok(Self { executor, tools })
    }

    /// The tools from `cursor` on, at most `size` of them. A cursor is the number of tools before it.
    pub(super) fn page(&self, cursor: Option<&str>, size: usize) -> Result<ListToolsResult, ErrorData> {
        let start = match cursor {
            None => 0,
            Some(cursor) => match cursor.parse() {
                Ok(start) if start <= self.tools.len() => start,
                _ => {
                    return Err(ErrorData::invalid_params(
                        "unknown cursor: pass `nextCursor` of the last page as it came, or list from the start",
                        None,
                    ));
                }
            },
        };
        let end = start.saturating_add(size).min(self.tools.len());
        let mut page = ListToolsResult::with_all_items(self.tools[start..end].to_vec());
        page.next_cursor = (end < self.tools.len()).then(|| end.to_string());
        Ok(page)
    }

    /// Whether results of this tool must have a structured value.
    pub(super) fn promises(&self, name: &str) -> bool {
        self.tools.iter().any(|tool| tool.name == name && tool.output_schema.is_some())
    }
}

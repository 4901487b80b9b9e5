//! What a file that defines or runs tools needs: `use jarvis_tools::prelude::*;`.

#[doc(no_inline)]
pub use schemars::JsonSchema;
#[doc(no_inline)]
pub use serde::{Deserialize, Serialize};

pub use crate::{
    DefinitionError, EventBus, FnTool, SchemaTool, Tool, ToolArgs, ToolCall, ToolContext, ToolError,
    ToolEvent, ToolExecutor, ToolExt, ToolOutput, ToolRegistry, ToolResult, ToolSpec, Toolset, tool, tools,
    toolset,
};

//! What a file that defines or runs tools needs: `use jarvis_tools::prelude::*;`.

#[doc(no_inline)]
pub use schemars::JsonSchema;
#[doc(no_inline)]
pub use serde::{Deserialize, Serialize};

pub use crate::{
    DefinitionError, FnTool, SchemaTool, Tool, ToolCall, ToolContext, ToolError, ToolExecutor, ToolOutput,
    ToolRegistry, ToolResult, ToolSpec,
};

//! A foreign server's tools.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use rmcp::model::{CallToolRequestParams, Tool as Listed};
use serde_json::Value;
use tokio::sync::watch;

use crate::context::ToolContext;
use crate::error::{DefinitionError, ToolError};
use crate::mcp::error::McpError;
use crate::mcp::foreign;
use crate::mcp::link::Link;
use crate::mcp::source::McpSource;
use crate::output::ToolOutput;
use crate::tool::Tool;
use crate::tools::SchemaTool;

/// The tools of a server of the Model Context Protocol, as ours.
///
/// Arguments are checked against the server's schema before anything is sent. A tool that we can't check is
/// left out, and [`left_out`](Self::left_out) says why; the others work. A connection that broke is opened
/// again with the next call; a call that was already sent isn't repeated.
///
/// ```no_run
/// use jarvis_tools::mcp::{McpSource, McpTools};
/// use jarvis_tools::prelude::*;
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let source = McpSource::command("npx").args(["-y", "@modelcontextprotocol/server-everything"]).prefix("every_");
/// let server = McpTools::connect(source).await?;
/// for refusal in server.left_out() {
///     eprintln!("{refusal}");
/// }
/// let executor = ToolExecutor::new(server.tools())?;
/// # let _ = executor;
/// # Ok(())
/// # }
/// ```
pub struct McpTools {
    link: Arc<Link>,
    prefix: String,
    tools: Vec<Arc<dyn Tool>>,
    left_out: Vec<DefinitionError>,
    changes: watch::Receiver<()>,
}

impl McpTools {
    /// Connects and lists the tools.
    ///
    /// # Errors
    ///
    /// If the server can't be reached, doesn't speak the protocol or doesn't answer within a minute.
    pub async fn connect(source: McpSource) -> Result<Self, McpError> {
        let link = Arc::new(Link::new(source.way));
        let changes = link.changes();
        let mut server =
            Self { link, prefix: source.prefix, tools: Vec::new(), left_out: Vec::new(), changes };
        server.refresh().await?;
        Ok(server)
    }

    /// The tools that can be used, in the server's order.
    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.tools.clone()
    }

    /// The tools that can't be used, and why.
    pub fn left_out(&self) -> &[DefinitionError] {
        &self.left_out
    }

    /// Waits until the server says that its list changed. Follow with [`refresh`](Self::refresh), and make a new
    /// executor of the tools.
    pub async fn changed(&mut self) {
        // The sender lives in the link, which lives as long as this.
        let _ = self.changes.changed().await;
    }

    /// Lists the tools again.
    ///
    /// # Errors
    ///
    /// As [`connect`](Self::connect); then the tools stay as they were.
    pub async fn refresh(&mut self) -> Result<(), McpError> {
        self.changes.mark_unchanged();
        let listed = self.link.tools().await?;
        let (mut names, mut tools, mut left_out) = (HashSet::new(), Vec::new(), Vec::new());
        for tool in &listed {
            match adopt(&self.link, tool, &self.prefix) {
                Ok(adopted) if names.insert(adopted.spec().name.clone()) => {
                    tools.push(Arc::new(adopted) as Arc<dyn Tool>);
                }
                Ok(twice) => left_out.push(DefinitionError::tool(
                    &*twice.spec().name,
                    "the server lists two tools of this name; the first is used",
                )),
                Err(refusal) => left_out.push(refusal),
            }
        }
        (self.tools, self.left_out) = (tools, left_out);
        Ok(())
    }
}

fn adopt(link: &Arc<Link>, tool: &Listed, prefix: &str) -> Result<SchemaTool, DefinitionError> {
    let (link, name) = (Arc::clone(link), tool.name.clone());
    SchemaTool::with_context(foreign::spec(tool, prefix), move |arguments, context| {
        let (link, name) = (Arc::clone(&link), name.clone());
        async move { call(&link, CallToolRequestParams::new(name), arguments, &context).await }
    })
}

async fn call(
    link: &Link,
    params: CallToolRequestParams,
    arguments: Value,
    context: &ToolContext,
) -> Result<ToolOutput, ToolError> {
    let params = match arguments {
        Value::Object(arguments) => params.with_arguments(arguments),
        // An object is all that a checked schema lets through.
        _ => params,
    };
    foreign::output(link.call(params, context).await?)
}

impl fmt::Debug for McpTools {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("McpTools")
            .field("prefix", &self.prefix)
            .field("tools", &self.tools.iter().map(|tool| &tool.spec().name).collect::<Vec<_>>())
            .field("left_out", &self.left_out)
            .finish_non_exhaustive()
    }
}

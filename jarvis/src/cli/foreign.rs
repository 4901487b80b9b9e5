//! `--mcp`: the tools of servers of the Model Context Protocol.

use std::sync::Arc;

use jarvis_tools::mcp::{McpSource, McpTools};
use jarvis_tools::prelude::*;

use crate::error::{Error, ErrorKind};

/// Connects to the servers, each `NAME=COMMAND ARGS…` or `NAME=URL`; their tools are called `NAME_tool`.
pub(super) async fn connect(servers: &[String]) -> Result<Vec<Arc<dyn Tool>>, Error> {
    let mut tools = Vec::new();
    for server in servers {
        let (name, source) = parse(server)?;
        let connected = McpTools::connect(source)
            .await
            .map_err(|error| Error::new(ErrorKind::Tool, format!("--mcp {name}: {error}")))?;
        for refusal in connected.left_out() {
            eprintln!("jarvis: --mcp {name}: left out: {refusal}");
        }
        tools.extend(connected.tools());
    }
    Ok(tools)
}

fn parse(server: &str) -> Result<(&str, McpSource), Error> {
    let wrong = || {
        let text =
            format!("--mcp wants NAME=COMMAND or NAME=URL, as in fs='npx -y server .', not '{server}'");
        Error::new(ErrorKind::Config, text)
    };
    let (name, place) = server.split_once('=').ok_or_else(wrong)?;
    let mut words = place.split_whitespace();
    let (false, Some(program)) = (name.is_empty(), words.next()) else { return Err(wrong()) };
    let source = if program.starts_with("http://") || program.starts_with("https://") {
        McpSource::http(program)
    } else {
        McpSource::command(program).args(words)
    };
    Ok((name, source.prefix(format!("{name}_"))))
}

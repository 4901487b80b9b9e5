//! The Model Context Protocol, read and written by hand at the other end.

mod client;
mod hostile;
mod http;
mod server;

use jarvis_tools::Part;
use jarvis_tools::mcp::{McpError, McpServer};
use jarvis_tools::prelude::*;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Adds two numbers.
#[tool(title = "Adder", read_only, idempotent, inline)]
fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> Sum {
    Sum { sum: a + b }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Sum {
    sum: i64,
}

/// Fails.
#[tool(inline)]
fn fail() -> Result<String, ToolError> {
    Err(ToolError::failed("the disk is full"))
}

/// Says how far it is.
#[tool]
async fn walk(context: &ToolContext) -> String {
    context.progress((0.5, "half way"));
    context.progress("still walking");
    context.progress(1.0);
    "there".to_owned()
}

/// Shows a picture.
#[tool(inline)]
fn draw() -> ToolOutput {
    ToolOutput::text("a dot")
        .with_part(Part::Image { data: "aGk=".into(), mime_type: "image/png".into() })
        .with_part(Part::Resource { uri: "file:///dot".into(), mime_type: None, text: Some("dot".into()) })
}

fn executor() -> ToolExecutor {
    ToolExecutor::new(tools![add, fail, walk, draw]).expect("the tools are fine")
}

fn server() -> McpServer {
    McpServer::new(executor()).expect("the protocol carries these tools").name("tests", "1.2.3")
}

/// A client that knows nothing but JSON in lines.
struct Raw {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    running: JoinHandle<Result<(), McpError>>,
}

impl Raw {
    fn new(server: McpServer) -> Self {
        let (near, far) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(far);
        let running =
            tokio::spawn(async move { server.serve(reader, writer, CancellationToken::new()).await });
        let (reader, writer) = tokio::io::split(near);
        Self { lines: BufReader::new(reader).lines(), writer, running }
    }

    /// A client that has shaken hands in this revision.
    async fn greeted(server: McpServer, revision: &str) -> Self {
        let mut client = Self::new(server);
        let greeting = client.ask("initialize", initialize(revision)).await;
        assert_eq!(greeting["result"]["protocolVersion"], revision, "{greeting}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        client
    }

    async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    async fn send_text(&mut self, text: &str) {
        self.writer.write_all(format!("{text}\n").as_bytes()).await.expect("the server reads");
    }

    async fn receive(&mut self) -> Value {
        let line = self.lines.next_line().await.expect("text").expect("the server answers");
        serde_json::from_str(&line).expect("JSON")
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.send(&json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })).await;
        let answer = self.receive().await;
        assert_eq!(answer["id"], 7, "{answer}");
        answer
    }

    async fn call(&mut self, name: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": name, "arguments": arguments })).await
    }
}

fn initialize(revision: &str) -> Value {
    json!({
        "protocolVersion": revision,
        "capabilities": {},
        "clientInfo": { "name": "raw", "version": "0" },
    })
}

//! `jarvis mcp` and `jarvis serve`: the tools for clients of the Model Context Protocol.

use std::net::SocketAddr;
use std::sync::Arc;

use clap::Args;
use jarvis_tools::CancellationToken;
use jarvis_tools::mcp::{HttpOptions, McpServer};
use jarvis_tools::prelude::*;
use tokio::net::TcpListener;

use super::Failure;
use crate::config::Config;
use crate::engine::{ChatEngine, OpenAiEngine};
use crate::error::{Error, ErrorKind};
use crate::tools;

#[derive(Args)]
pub(super) struct McpArgs {
    /// The tools that are served, as in `calculator,think`: all.
    #[arg(long, value_delimiter = ',')]
    tools: Vec<String>,
    /// Runs also what wants to be confirmed; else such calls are denied.
    #[arg(long)]
    yes: bool,
}

#[derive(Args)]
pub(super) struct ServeArgs {
    #[command(flatten)]
    which: McpArgs,
    /// Where to listen. Others than this machine need a token.
    #[arg(long, default_value = "127.0.0.1:8000")]
    address: SocketAddr,
    /// What clients must send as `Authorization: Bearer …`.
    #[arg(long, env = "JARVIS_SERVE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// A name that clients call this server by; may be given several times.
    #[arg(long = "host")]
    hosts: Vec<String>,
    /// An origin whose web pages may use it, as in `https://app.example.com:443`; may be given several times.
    #[arg(long = "origin")]
    origins: Vec<String>,
    /// The longest body of a request, in bytes.
    #[arg(long, default_value_t = 4 * 1024 * 1024)]
    max_body_bytes: usize,
    /// Keeps no sessions, so that many of these servers can stand behind a load balancer.
    #[arg(long)]
    stateless: bool,
}

/// Serves over standard input and output.
pub(super) async fn stdio(args: McpArgs, own: &[Arc<dyn Tool>]) -> Result<(), Failure> {
    server(&args, own)?.serve_stdio().await.map_err(|error| failed(&error))
}

/// Serves over HTTP, until it is told to stop.
pub(super) async fn http(args: ServeArgs, own: &[Arc<dyn Tool>]) -> Result<(), Failure> {
    let server = server(&args.which, own)?;
    let listener = TcpListener::bind(args.address).await.map_err(|error| {
        Error::new(ErrorKind::Config, format!("{} can't be listened on: {error}", args.address))
    })?;
    let address = listener.local_addr().unwrap_or(args.address);
    let mut options = HttpOptions::default().stateless(args.stateless).max_body_bytes(args.max_body_bytes);
    if let Some(token) = args.token {
        options = options.token(token);
    }
    options = args.hosts.into_iter().fold(options, HttpOptions::host);
    options = args.origins.into_iter().fold(options, HttpOptions::origin);
    let stop = CancellationToken::new();
    let serving = server.serve_http(listener, options, stop.clone());
    eprintln!("serving on http://{address}/mcp");
    let stopping = async {
        asked_to_stop().await;
        eprintln!("stopping");
        stop.cancel();
    };
    let mut serving = std::pin::pin!(serving);
    let outcome = tokio::select! {
        outcome = serving.as_mut() => outcome,
        () = stopping => serving.await,
    };
    outcome.map_err(|error| failed(&error))
}

fn server(args: &McpArgs, own: &[Arc<dyn Tool>]) -> Result<McpServer, Failure> {
    let config = Config::found()?;
    // Without an engine there is no `llm`, and all others work.
    let engine = OpenAiEngine::new(&config).ok().map(|engine| Arc::new(engine) as Arc<dyn ChatEngine>);
    let mut registry = tools::all(&config, engine.as_ref(), own)?;
    if !args.tools.is_empty() {
        registry = tools::select(&registry, &args.tools)?;
    }
    let mut executor = ToolExecutor::from(registry);
    if args.yes {
        executor = executor.confirm_with(|_| async { jarvis_tools::Confirmation::Allow });
    }
    let server = McpServer::new(executor).map_err(|error| Error::new(ErrorKind::Tool, error.to_string()))?;
    Ok(server.name("jarvis", env!("CARGO_PKG_VERSION")))
}

fn failed(error: &jarvis_tools::mcp::McpError) -> Failure {
    Error::new(ErrorKind::Config, error.to_string()).into()
}

/// Ctrl-C, or what a supervisor sends.
async fn asked_to_stop() {
    let interrupted = async {
        // Without the signal there is nothing to wait for, and the process ends as the system says.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};

        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            },
            Err(_) => interrupted.await,
        }
    }
    #[cfg(not(unix))]
    interrupted.await;
}

//! A server of an executor's tools.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};
use rmcp::service::Peer;
use rmcp::{RoleServer, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;

use crate::executor::ToolExecutor;
use crate::mcp::error::McpError;
use crate::mcp::handler::Handler;
use crate::mcp::listing::Listing;
use crate::wire::WireError;

/// How many tools a page of `tools/list` has.
const PAGE: usize = 100;

/// How many calls run at the same time; others wait their turn.
const IN_FLIGHT: usize = 64;

/// Serves an executor's tools to clients of the Model Context Protocol, in all of its revisions up to
/// 2026-07-28.
///
/// A handle, cheap to clone. Calls go through the executor, with its hooks, timeouts and confirmation. Bad
/// arguments and tools that fail are results with `isError`, whose text the model reads; only an unknown tool
/// and a malformed request are errors of the protocol (code -32602). Progress reaches clients that ask for it,
/// a cancelled call's handler is called off at once, and that of a client that went away at most five seconds
/// later, which a closed standard input has to let its answers out.
///
/// ```
/// use jarvis_tools::mcp::McpServer;
/// use jarvis_tools::prelude::*;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let server = McpServer::new(ToolExecutor::new(tools![])?)?
///     .name("weather", "1.0.0")
///     .instructions("Ask for a forecast before planning.");
/// # let _ = server;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct McpServer {
    pub(super) info: Arc<ServerConfig>,
    pub(super) page: usize,
    pub(super) permits: Arc<Semaphore>,
    pub(super) state: Arc<State>,
}

/// What all connections of a server share.
pub(super) struct State {
    listing: RwLock<Arc<Listing>>,
    pub(super) changed: watch::Sender<()>,
    sessions: Mutex<Vec<Peer<RoleServer>>>,
    calls: AtomicU64,
}

impl State {
    pub(super) fn listing(&self) -> Arc<Listing> {
        Arc::clone(&self.listing.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// An id that no other call of this server has, as the requests' own ids do.
    pub(super) fn call_id(&self) -> String {
        format!("mcp_{}", self.calls.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn enter(&self, peer: Peer<RoleServer>) {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.retain(|peer| !peer.is_transport_closed());
        sessions.push(peer);
    }

    fn sessions(&self) -> Vec<Peer<RoleServer>> {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.retain(|peer| !peer.is_transport_closed());
        sessions.clone()
    }
}

impl McpServer {
    /// A server of these tools. Their definitions are made here, once.
    ///
    /// # Errors
    ///
    /// If the protocol can't carry a tool: which, and why.
    pub fn new(executor: ToolExecutor) -> Result<Self, WireError> {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_tool_list_changed().build();
        let info = ServerConfig::new(capabilities)
            .with_server_info(Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")));
        let state = State {
            listing: RwLock::new(Arc::new(Listing::new(executor)?)),
            changed: watch::Sender::new(()),
            sessions: Mutex::default(),
            calls: AtomicU64::new(0),
        };
        Ok(Self {
            info: Arc::new(info),
            page: PAGE,
            permits: Arc::new(Semaphore::new(IN_FLIGHT)),
            state: Arc::new(state),
        })
    }

    /// Sets the name and version that clients show: those of this crate.
    #[must_use]
    pub fn name(mut self, name: &str, version: &str) -> Self {
        Arc::make_mut(&mut self.info).server_info = Implementation::new(name, version);
        self
    }

    /// Sets what clients may tell their model about these tools as a whole: nothing.
    #[must_use]
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.info).instructions = Some(text.into());
        self
    }

    /// Sets how many tools a page of the list has: 100; at least one.
    #[must_use]
    pub fn page_size(mut self, tools: usize) -> Self {
        self.page = tools.max(1);
        self
    }

    /// Sets how many calls of all clients run at the same time: 64; at least one does. Others wait.
    #[must_use]
    pub fn max_in_flight(mut self, calls: usize) -> Self {
        self.permits = Arc::new(Semaphore::new(calls.clamp(1, Semaphore::MAX_PERMITS)));
        self
    }

    /// Serves other tools from now on, and tells the clients that the list changed. Calls that run go on.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); then the tools stay as they were.
    pub async fn replace(&self, executor: ToolExecutor) -> Result<(), WireError> {
        let listing = Arc::new(Listing::new(executor)?);
        *self.state.listing.write().unwrap_or_else(PoisonError::into_inner) = listing;
        self.state.changed.send_replace(());
        for peer in self.state.sessions() {
            // A client that is gone needs no news.
            let _ = peer.notify_tool_list_changed().await;
        }
        Ok(())
    }

    /// Serves one client over standard input and output, until it closes them. Write logs to standard error.
    ///
    /// # Errors
    ///
    /// If the connection couldn't be opened.
    pub async fn serve_stdio(&self) -> Result<(), McpError> {
        self.serve(tokio::io::stdin(), tokio::io::stdout(), CancellationToken::new()).await
    }

    /// Serves one client over any two streams of lines, until it closes them or `stop` is cancelled.
    ///
    /// # Errors
    ///
    /// If the client's first messages aren't those of the protocol.
    pub async fn serve<R, W>(&self, reader: R, writer: W, stop: CancellationToken) -> Result<(), McpError>
    where
        R: AsyncRead + Send + Unpin + 'static,
        W: AsyncWrite + Send + Unpin + 'static,
    {
        use rmcp::service::ServerInitializeError::{Cancelled, ConnectionClosed};

        match Handler(self.clone()).serve_with_ct((reader, writer), stop).await {
            Ok(running) => running
                .waiting()
                .await
                .map(|_| ())
                .map_err(|error| McpError::new("the connection's task ended", error)),
            // A client that leaves before it said a word has done nothing wrong.
            Err(ConnectionClosed(_) | Cancelled) => Ok(()),
            Err(error) => Err(McpError::new("the client didn't open the connection", error)),
        }
    }
}

impl fmt::Debug for McpServer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("McpServer").field("info", &self.info).finish_non_exhaustive()
    }
}

//! A connection to a server, opened again when it broke.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ClientRequest,
    Implementation, ProgressNotificationParam, ProgressToken, ServerResult, Tool,
};
use rmcp::service::{
    NotificationContext, Peer, PeerRequestOptions, RequestHandle, RunningService, ServiceError,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{ConfigureCommandExt, StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientHandler, RoleClient, ServiceExt};
use tokio::process::Command;
use tokio::sync::watch;

use crate::context::ToolContext;
use crate::error::ToolError;
use crate::events::Progress;
use crate::mcp::error::McpError;
use crate::mcp::source::Way;

/// How long a server may take to greet and to list its tools.
const GREETING: Duration = Duration::from_secs(60);

type Session = RunningService<RoleClient, Ear>;

pub(super) struct Link {
    way: Way,
    ear: Ear,
    session: tokio::sync::Mutex<Option<Session>>,
}

/// What a server tells on its own.
#[derive(Clone)]
struct Ear(Arc<Heard>);

struct Heard {
    changed: watch::Sender<()>,
    calls: Mutex<HashMap<ProgressToken, ToolContext>>,
}

impl Heard {
    fn calls(&self) -> MutexGuard<'_, HashMap<ProgressToken, ToolContext>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        let own = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), own)
    }

    async fn on_progress(&self, param: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        let Some(context) = self.0.calls().get(&param.progress_token).cloned() else { return };
        let fraction = param.total.filter(|total| *total > 0.0).map(|total| param.progress / total);
        match (fraction, param.message) {
            (Some(fraction), Some(message)) => context.progress((fraction, message)),
            (Some(fraction), None) => context.progress(fraction),
            (None, Some(message)) => context.progress(message),
            (None, None) => context.progress(Progress::default()),
        }
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.0.changed.send_replace(());
    }
}

impl Link {
    pub(super) fn new(way: Way) -> Self {
        let heard = Heard { changed: watch::Sender::new(()), calls: Mutex::default() };
        Self { way, ear: Ear(Arc::new(heard)), session: tokio::sync::Mutex::default() }
    }

    pub(super) fn changes(&self) -> watch::Receiver<()> {
        self.ear.0.changed.subscribe()
    }

    /// The tools of all pages.
    pub(super) async fn tools(&self) -> Result<Vec<Tool>, McpError> {
        let doing = "the server's tools can't be listed";
        let peer = self.peer().await?;
        match tokio::time::timeout(GREETING, peer.list_all_tools()).await {
            Ok(listed) => listed.map_err(|error| McpError::new(doing, error)),
            Err(_) => Err(McpError::new(doing, "it doesn't answer")),
        }
    }

    /// Calls a tool. A call that was sent is never sent again, as nobody knows how far it got.
    pub(super) async fn call(
        &self,
        params: CallToolRequestParams,
        context: &ToolContext,
    ) -> Result<CallToolResult, ToolError> {
        let peer = self.peer().await.map_err(|error| ToolError::failed(error.to_string()).retryable())?;
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let handle = peer
            .send_request_with_option(request, PeerRequestOptions::no_options())
            .await
            .map_err(|error| failure(&error))?;
        let heard = &*self.ear.0;
        heard.calls().insert(handle.progress_token.clone(), context.clone());
        let mut sent = Sent { handle: Some(handle), heard };
        match sent.answer().await {
            Ok(ServerResult::CallToolResult(result)) => Ok(result),
            Ok(ServerResult::InputRequiredResult(_)) => Err(ToolError::failed(
                "the server asks its user for more input, which this client can't give",
            )),
            Ok(_) => Err(ToolError::failed("the server answered with something else than a tool's result")),
            Err(error) => Err(failure(&error)),
        }
    }

    /// The open connection, or a new one.
    async fn peer(&self) -> Result<Peer<RoleClient>, McpError> {
        let mut session = self.session.lock().await;
        if let Some(open) = session.as_ref()
            && !open.is_closed()
            && !open.is_transport_closed()
        {
            return Ok(open.peer().clone());
        }
        *session = None;
        let doing = "the server can't be reached";
        let opened = tokio::time::timeout(GREETING, self.open())
            .await
            .map_err(|_| McpError::new(doing, "it doesn't answer"))?
            .map_err(|error| McpError::new(doing, error))?;
        let peer = opened.peer().clone();
        *session = Some(opened);
        Ok(peer)
    }

    async fn open(&self) -> Result<Session, String> {
        let ear = self.ear.clone();
        match &self.way {
            Way::Command { program, args, envs, folder } => {
                let command = Command::new(program).configure(|command| {
                    command.args(args).envs(envs.iter().cloned());
                    if let Some(folder) = folder {
                        command.current_dir(folder);
                    }
                });
                let process = TokioChildProcess::new(command)
                    .map_err(|error| format!("{} can't be started: {error}", program.display()))?;
                ear.serve(process).await.map_err(|error| error.to_string())
            }
            Way::Http { url, token } => {
                encrypt();
                let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str());
                if let Some(token) = token {
                    config = config.auth_header(token.as_str());
                }
                let transport = StreamableHttpClientTransport::from_config(config);
                ear.serve(transport).await.map_err(|error| format!("{url}: {error}"))
            }
            Way::Streams(streams) => {
                let streams = Way::take(streams).ok_or("its streams have ended")?;
                ear.serve(streams).await.map_err(|error| error.to_string())
            }
        }
    }
}

/// Sets the process's encryption, unless the program has chosen one.
fn encrypt() {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // Somebody else may have been faster; one is as good as the other.
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
}

#[cold]
fn failure(error: &ServiceError) -> ToolError {
    match error {
        ServiceError::McpError(error) => {
            ToolError::failed(format!("the server refused the call: {}", error.message))
        }
        error => ToolError::failed(format!("the connection to the server failed: {error}")),
    }
}

/// A request on its way, cancelled when it isn't waited for any longer.
struct Sent<'a> {
    handle: Option<RequestHandle<RoleClient>>,
    heard: &'a Heard,
}

impl Sent<'_> {
    async fn answer(&mut self) -> Result<ServerResult, ServiceError> {
        let Some(handle) = &mut self.handle else { return Err(ServiceError::TransportClosed) };
        let answer = (&mut handle.rx).await.unwrap_or(Err(ServiceError::TransportClosed));
        self.heard.calls().remove(&handle.progress_token);
        self.handle = None;
        answer
    }
}

impl Drop for Sent<'_> {
    fn drop(&mut self) {
        let Some(handle) = self.handle.take() else { return };
        self.heard.calls().remove(&handle.progress_token);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(handle.cancel(Some("the caller no longer waits".to_owned())));
        }
    }
}

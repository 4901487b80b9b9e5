//! The server over streamable HTTP.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::mcp::error::McpError;
use crate::mcp::handler::Handler;
use crate::mcp::server::McpServer;

/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long requests that run may take to end once the server was told to stop.
const GRACE: Duration = Duration::from_secs(5);

/// How long the server rests when the system has no connection to give, as when files run out.
const PAUSE: Duration = Duration::from_millis(100);

/// How tools are served over streamable HTTP.
///
/// The protocol is spoken at every path. By default only loopback names are taken in `Host` and no `Origin` at
/// all, so that no web page reaches the tools of somebody's own machine.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    stateless: bool,
    token: Option<String>,
    hosts: Vec<String>,
    origins: Vec<String>,
    max_body_bytes: usize,
    max_connections: usize,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            stateless: false,
            token: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            max_body_bytes: 4 * 1024 * 1024,
            max_connections: 1024,
        }
    }
}

impl HttpOptions {
    /// Sets whether each request stands for itself: no. Then any number of servers can stand behind any load
    /// balancer; revision 2026-07-28 of the protocol is served so in either case.
    #[must_use]
    pub fn stateless(mut self, yes: bool) -> Self {
        self.stateless = yes;
        self
    }

    /// Sets what clients must send as `Authorization: Bearer …`. Needed wherever others than this machine
    /// can connect.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Adds a name that clients may call this server by, as `tools.example.com` or `tools.example.com:8080`.
    /// Without any it is `localhost`, `127.0.0.1` and `::1`, or any name at other addresses, where the token
    /// is what protects.
    #[must_use]
    pub fn host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// Adds an origin whose web pages may use this server, as `https://app.example.com:443`.
    #[must_use]
    pub fn origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(origin.into());
        self
    }

    /// Sets how long the body of a request may be, in bytes: 4 MiB. Beyond is answered with 413.
    #[must_use]
    pub fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.max_body_bytes = bytes;
        self
    }

    /// Sets how many connections are open at the same time: 1024; at least one. Others wait to be accepted.
    #[must_use]
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.max_connections = connections.clamp(1, Semaphore::MAX_PERMITS);
        self
    }

    fn config(&self, loopback: bool, stop: CancellationToken) -> StreamableHttpServerConfig {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(!self.stateless)
            .with_json_response(self.stateless)
            .with_allowed_origins(self.origins.iter().cloned())
            .enforce_origin_validation()
            .with_max_request_body_bytes(self.max_body_bytes)
            .with_cancellation_token(stop);
        if !self.hosts.is_empty() {
            config.with_allowed_hosts(self.hosts.iter().cloned())
        } else if loopback {
            config
        } else {
            config.disable_allowed_hosts()
        }
    }
}

type Service = StreamableHttpService<Handler, LocalSessionManager>;

struct Site {
    service: Service,
    token: Option<String>,
}

impl McpServer {
    /// Serves clients over streamable HTTP until `stop` is cancelled; requests that run then have five seconds
    /// to end.
    ///
    /// # Errors
    ///
    /// If others than this machine can connect to the listener's address and no token is set, or the token
    /// is empty.
    pub async fn serve_http(
        &self,
        listener: TcpListener,
        options: HttpOptions,
        stop: CancellationToken,
    ) -> Result<(), McpError> {
        let doing = "the server can't listen";
        let address = listener.local_addr().map_err(|error| McpError::new(doing, error))?;
        let loopback = address.ip().is_loopback();
        if options.token.as_deref().is_some_and(|token| token.trim().is_empty()) {
            return Err(McpError::new(doing, "the token is empty"));
        }
        if !loopback && options.token.is_none() {
            let text = format!(
                "others than this machine can connect to {address}: set a token, or listen on 127.0.0.1"
            );
            return Err(McpError::new(doing, text));
        }
        let end = CancellationToken::new();
        let server = self.clone();
        let site = Arc::new(Site {
            service: StreamableHttpService::new(
                move || Ok(Handler(server.clone())),
                Arc::default(),
                options.config(loopback, end.clone()),
            ),
            token: options.token.clone(),
        });
        let mut connections = accept(&listener, &site, options.max_connections, &stop).await;
        drop(listener);
        let ended = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(GRACE, ended).await.is_err() {
            end.cancel();
            connections.shutdown().await;
        }
        Ok(())
    }
}

async fn accept(
    listener: &TcpListener,
    site: &Arc<Site>,
    most: usize,
    stop: &CancellationToken,
) -> JoinSet<()> {
    let permits = Arc::new(Semaphore::new(most));
    let mut connections = JoinSet::new();
    loop {
        let next = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (permit, listener.accept().await)
        };
        let (permit, accepted) = tokio::select! {
            biased;
            () = stop.cancelled() => return connections,
            Some(_) = connections.join_next() => continue,
            next = next => next,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let (site, stop) = (Arc::clone(site), stop.clone());
        connections.spawn(async move {
            connection(stream, &site, &stop).await;
            drop(permit);
        });
    }
}

async fn connection(stream: TcpStream, site: &Arc<Site>, stop: &CancellationToken) {
    // Answers are small and waited for; a socket that can't be told so is only slower.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let site = Arc::clone(site);
        async move { Ok::<_, Infallible>(site.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    // A client that breaks off is its own affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stop.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

impl Site {
    async fn answer(&self, request: Request<Incoming>) -> Response<BoxBody<Bytes, Infallible>> {
        match &self.token {
            Some(token) if !bears(request.headers(), token) => unauthorized(),
            _ => self.service.handle(request).await,
        }
    }
}

fn bears(headers: &HeaderMap, token: &str) -> bool {
    let Some(sent) = headers.get(AUTHORIZATION).and_then(|value| value.as_bytes().split_first_chunk::<7>())
    else {
        return false;
    };
    let (scheme, sent) = sent;
    let token = token.as_bytes();
    // Every byte is compared, so that the time doesn't tell how many were right.
    let differences = sent.iter().zip(token).fold(0, |all, (one, other)| all | (one ^ other));
    scheme.eq_ignore_ascii_case(b"bearer ") && sent.len() == token.len() && differences == 0
}

fn unauthorized() -> Response<BoxBody<Bytes, Infallible>> {
    let text = "a token is needed: send it as `Authorization: Bearer …`\n";
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *response.status_mut() = StatusCode::UNAUTHORIZED;
    response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    response
}

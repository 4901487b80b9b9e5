//! rmcp: the tool router of a server, without its transport.

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{CallToolRequestParams, CallToolResponse, ContentBlock, NumberOrString};
use rmcp::service::{RequestContext, serve_directly};
use rmcp::{Peer, RoleServer, ServerHandler, tool, tool_router};
use tokio::runtime::Runtime;

use crate::types::{Quote, Trip, quote};

#[derive(Clone)]
struct Server;

#[tool_router]
impl Server {
    /// Says what a trip costs.
    #[tool]
    async fn plan_trip(&self, Parameters(trip): Parameters<Trip>) -> Json<Quote> {
        Json(quote(trip))
    }

    /// Says what a trip costs, as text.
    #[tool]
    async fn plan_trip_text(&self, Parameters(trip): Parameters<Trip>) -> Result<String, String> {
        serde_json::to_string(&quote(trip)).map_err(|error| error.to_string())
    }
}

impl ServerHandler for Server {}

/// A server's way of a call: the arguments become an object, as they are in a request, the router calls the
/// tool, and the text is taken from the answer.
pub(super) fn router(runtime: &Runtime, tool: &'static str) -> impl AsyncFn(&str) -> Option<String> + use<> {
    let entered = runtime.enter();
    let (_client, transport) = tokio::io::duplex(1024);
    let service = serve_directly(Server, transport, None);
    drop(entered);
    let (router, peer): (ToolRouter<Server>, Peer<RoleServer>) =
        (Server::tool_router(), service.peer().clone());
    async move |text: &str| {
        let request = CallToolRequestParams::new(tool).with_arguments(serde_json::from_str(text).ok()?);
        let context = RequestContext::new(NumberOrString::Number(1), peer.clone());
        let response = router.call(ToolCallContext::new(&Server, request, context)).await.ok()?;
        let CallToolResponse::Complete(result) = response else { return None };
        match result.content.into_iter().next() {
            Some(ContentBlock::Text(text)) => Some(text.text),
            _ => None,
        }
    }
}

//! Answers requests of the protocol.

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, ListToolsResult,
    PaginatedRequestParams, ServerConfig, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio_util::sync::CancellationToken;

use crate::call::ToolCall;
use crate::error::ToolErrorKind;
use crate::executor::ToolExecutor;
use crate::mcp::answer::answer;
use crate::mcp::progress;
use crate::mcp::server::McpServer;
use crate::result::ToolResult;

/// Methods whose requests come as unknown ones when their parameters can't be read.
const KNOWN: [&str; 4] = ["initialize", "server/discover", "tools/call", "tools/list"];

pub(super) struct Handler(pub(super) McpServer);

impl Handler {
    /// Waits for its turn and runs the call.
    async fn run(&self, executor: &ToolExecutor, call: &ToolCall) -> ToolResult {
        // The semaphore is never closed, so that an error, too, only means that there is no limit.
        let _permit = self.0.permits.acquire().await;
        executor.execute(call).await
    }

    async fn run_with_progress(
        &self,
        executor: &ToolExecutor,
        call: &ToolCall,
        context: &RequestContext<RoleServer>,
    ) -> ToolResult {
        let Some(token) = context.meta.get_progress_token() else {
            return self.run(executor, call).await;
        };
        let (listener, reports) = progress::channel();
        let executor = executor.with_progress(listener);
        let done = CancellationToken::new();
        let work = async {
            let result = self.run(&executor, call).await;
            done.cancel();
            result
        };
        let news = progress::forward(reports, done.clone(), token, context.peer.clone());
        tokio::join!(work, news).0
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        (*self.0.info).clone()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        self.0.state.listing().page(cursor.as_deref(), self.0.page)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let listing = self.0.state.listing();
        let arguments = match &request.arguments {
            None => String::new(),
            Some(arguments) => serde_json::to_string(arguments)
                .map_err(|error| ErrorData::invalid_params(error.to_string(), None))?,
        };
        let call = ToolCall::new(self.0.state.call_id(), request.name, arguments);
        let result = tokio::select! {
            biased;
            // Dropping the run calls the handler off; nobody waits for this answer.
            () = context.ct.cancelled() => {
                return Err(ErrorData::internal_error("the call was cancelled", None));
            }
            result = self.run_with_progress(&listing.executor, &call, &context) => result,
        };
        if result.error == Some(ToolErrorKind::UnknownTool)
            && listing.executor.registry().get(&call.name).is_none()
        {
            return Err(ErrorData::invalid_params(result.content, None));
        }
        Ok(answer(result, listing.promises(&call.name)).into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method;
        if KNOWN.contains(&method.as_str()) {
            let text = match method.as_str() {
                "tools/call" => {
                    "the params of tools/call must be an object with `name`, a string, and `arguments`, an object"
                        .to_owned()
                }
                _ => format!("the params of {method} can't be read: they must be an object as the protocol says"),
            };
            return Err(ErrorData::invalid_params(text, None));
        }
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.0.state.enter(context.peer);
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let mut accepted = SubscriptionFilter::new();
        accepted.tools_list_changed = requested.tools_list_changed;
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut changes = self.0.state.changed.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                change = changes.changed() => {
                    if change.is_err() || context.sink().notify_tool_list_changed().await.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }
}

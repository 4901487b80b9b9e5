//! Foreign tools as ours. The other end is our server, or lines written by hand.

use super::*;
use jarvis_tools::mcp::{McpSource, McpTools};
use jarvis_tools::{ToolErrorKind, ToolEvent};

fn source(server: McpServer) -> McpSource {
    let (near, far) = tokio::io::duplex(1 << 16);
    let (reader, writer) = tokio::io::split(far);
    tokio::spawn(async move { server.serve(reader, writer, CancellationToken::new()).await });
    let (reader, writer) = tokio::io::split(near);
    McpSource::streams(reader, writer)
}

/// A server that answers by a table: the result of a method, from its parameters.
fn scripted(answer: impl Fn(&str, &Value) -> Value + Send + 'static) -> McpSource {
    let (near, far) = tokio::io::duplex(1 << 16);
    let (reader, mut writer) = tokio::io::split(far);
    tokio::spawn(async move {
        let mut lines = BufReader::new(reader).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let request: Value = serde_json::from_str(&line).expect("JSON");
            let Some(id) = request.get("id") else { continue };
            let result = match request["method"].as_str() {
                Some("initialize") => json!({
                    "protocolVersion": "2025-11-25",
                    "capabilities": { "tools": {} },
                    "serverInfo": { "name": "scripted", "version": "0" },
                }),
                method => answer(method.unwrap_or_default(), &request["params"]),
            };
            let response = json!({ "jsonrpc": "2.0", "id": id, "result": result });
            writer.write_all(format!("{response}\n").as_bytes()).await.expect("the client reads");
        }
    });
    let (reader, writer) = tokio::io::split(near);
    McpSource::streams(reader, writer)
}

#[tokio::test]
async fn a_servers_tools_run_in_our_executor() {
    let server = McpTools::connect(source(server().page_size(1)).prefix("far_")).await.expect("it answers");
    assert!(server.left_out().is_empty(), "{:?}", server.left_out());
    let executor = ToolExecutor::new(server.tools()).expect("fine");
    let names: Vec<&str> = executor.registry().names().collect();
    assert_eq!(names, ["far_add", "far_fail", "far_walk", "far_draw"]);
    let spec = executor.available_tools()[0];
    assert_eq!((spec.title.as_deref(), spec.annotations.read_only), (Some("Adder"), Some(true)));
    assert!(spec.output_schema.is_some());

    let sum = executor.execute(&ToolCall::new("1", "far_add", r#"{"a":2,"b":3}"#)).await;
    assert_eq!(sum.structured(), Some(json!({ "sum": 5 })), "{}", sum.content);
    let picture = executor.execute(&ToolCall::new("2", "far_draw", "")).await;
    assert_eq!(picture.content, "a dot");
    assert_eq!(picture.parts[0], Part::Image { data: "aGk=".into(), mime_type: "image/png".into() });
    assert_eq!(picture.parts.len(), 2);
    let failed = executor.execute(&ToolCall::new("3", "far_fail", "{}")).await;
    assert_eq!((failed.error, &*failed.content), (Some(ToolErrorKind::Failed), "the disk is full"));
}

#[tokio::test]
async fn progress_of_a_foreign_call_is_an_event() {
    let server = McpTools::connect(source(server())).await.expect("it answers");
    let executor = ToolExecutor::new(server.tools()).expect("fine");
    let mut events = executor.bus().subscribe();
    assert!(executor.execute(&ToolCall::new("1", "walk", "{}")).await.success);
    let mut messages = Vec::new();
    while let Some(event) = events.try_recv() {
        if let ToolEvent::Progress { message: Some(message), .. } = &*event {
            messages.push(message.clone());
        }
    }
    // News and answer travel side by side, so that the last ones may come too late.
    assert!(
        messages.iter().all(|message| ["half way", "still walking"].contains(&&**message)),
        "{messages:?}"
    );
}

#[tokio::test]
async fn bad_arguments_never_leave() {
    let source = scripted(|method, _| match method {
        "tools/list" => json!({ "tools": [{
            "name": "city",
            "inputSchema": { "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] },
        }]}),
        _ => panic!("nothing else may be asked"),
    });
    let server = McpTools::connect(source).await.expect("it answers");
    let result = server.tools()[0].run(r#"{"n":"five"}"#, &ToolContext::default()).await;
    assert_eq!(result.error, Some(ToolErrorKind::InvalidArguments));
    assert!(result.content.contains("parameter 'n' has wrong type"), "{}", result.content);
}

#[tokio::test]
async fn a_tool_that_cannot_be_used_is_left_out_and_the_others_work() {
    let source = scripted(|method, params| match method {
        "tools/list" => json!({ "tools": [
            { "name": "good", "inputSchema": { "type": "object" } },
            { "name": "no object", "inputSchema": { "type": "object" } },
            { "name": "list", "inputSchema": { "type": "array" } },
            { "name": "far", "inputSchema": { "type": "object", "$ref": "https://example.com/s.json" } },
            { "name": "good", "inputSchema": { "type": "object" } },
        ]}),
        "tools/call" => {
            assert_eq!(params["name"], "good");
            json!({ "content": [], "structuredContent": { "x": 1 } })
        }
        other => panic!("{other}"),
    });
    let server = McpTools::connect(source).await.expect("it answers");
    let refused: Vec<_> = server.left_out().iter().map(|error| error.tool_name()).collect();
    assert_eq!(
        refused,
        [Some("no object"), Some("list"), Some("far"), Some("good")],
        "{:?}",
        server.left_out()
    );
    let executor = ToolExecutor::new(server.tools()).expect("fine");
    let result = executor.execute(&ToolCall::new("1", "good", "{}")).await;
    assert_eq!((result.success, &*result.content), (true, r#"{"x":1}"#));
    assert_eq!(result.structured(), Some(json!({ "x": 1 })));
}

#[tokio::test]
async fn a_changed_list_is_heard_and_read_again() {
    let far = server();
    let mut near = McpTools::connect(source(far.clone())).await.expect("it answers");
    assert_eq!(near.tools().len(), 4);
    far.replace(ToolExecutor::new(tools![draw]).expect("fine")).await.expect("fine");
    near.changed().await;
    near.refresh().await.expect("it answers");
    assert_eq!(near.tools().len(), 1);
}

#[tokio::test]
async fn a_server_that_is_gone_is_a_failure_that_may_be_tried_again() {
    let (near, far) = tokio::io::duplex(1 << 16);
    let (reader, writer) = tokio::io::split(far);
    let stop = CancellationToken::new();
    let (server, token) = (server(), stop.clone());
    let running = tokio::spawn(async move { server.serve(reader, writer, token).await });
    let (reader, writer) = tokio::io::split(near);
    let server = McpTools::connect(McpSource::streams(reader, writer)).await.expect("it answers");
    stop.cancel();
    running.await.expect("no panic").expect("an ordinary end");
    let result = server.tools()[0].run(r#"{"a":1,"b":1}"#, &ToolContext::default()).await;
    assert_eq!(result.error, Some(ToolErrorKind::Failed), "{}", result.content);
}

#[tokio::test]
async fn a_command_that_is_not_there_says_so() {
    let error = McpTools::connect(McpSource::command("no-such-server")).await.expect_err("it isn't there");
    let text = error.to_string();
    assert!(text.starts_with("the server can't be reached: no-such-server can't be started"), "{text}");
}

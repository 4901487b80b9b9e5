//! The server over two streams.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use tokio::sync::{Notify, oneshot};

#[tokio::test]
async fn every_revision_is_spoken() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = Raw::greeted(server(), revision).await;
        let answer = client.call("add", json!({ "a": 2, "b": 3 })).await;
        assert_eq!(answer["result"]["structuredContent"], json!({ "sum": 5 }), "{revision}");
    }
    // The revision without a handshake: each request brings what it needs.
    let mut client = Raw::new(server());
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = client.ask("server/discover", json!({ "_meta": meta })).await;
    assert!(
        found["result"]["supportedVersions"].as_array().is_some_and(|all| all.contains(&json!("2026-07-28")))
    );
    let params = json!({ "name": "add", "arguments": { "a": 2, "b": 3 }, "_meta": meta });
    let answer = client.ask("tools/call", params).await;
    assert_eq!(answer["result"]["structuredContent"], json!({ "sum": 5 }), "{answer}");
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test]
async fn the_list_says_what_the_specs_say() {
    let mut client = Raw::greeted(server(), "2025-11-25").await;
    let listed = client.ask("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().expect("a list");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["add", "fail", "walk", "draw"]);
    assert_eq!(listed["result"].get("nextCursor"), None);
    let add = &tools[0];
    assert_eq!(add["title"], "Adder");
    assert_eq!(add["description"], "Adds two numbers.");
    assert_eq!(add["annotations"], json!({ "readOnlyHint": true, "idempotentHint": true }));
    assert_eq!(add["inputSchema"]["required"], json!(["a", "b"]));
    assert_eq!(add["outputSchema"]["type"], "object");
    assert_eq!(tools[1]["inputSchema"]["type"], "object");
}

#[tokio::test]
async fn many_tools_come_in_pages() {
    let tools = (0..25).map(|number| {
        let spec = ToolSpec::new(format!("t{number}"), "One of many.", json!({ "type": "object" }));
        let tool = SchemaTool::new(spec, |_: Value| async { Ok::<_, ToolError>("ok") }).expect("fine");
        Arc::new(tool) as Arc<dyn Tool>
    });
    let server = McpServer::new(ToolExecutor::new(tools).expect("fine")).expect("fine").page_size(10);
    let mut client = Raw::greeted(server, "2025-11-25").await;
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let params = cursor.take().map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
        let page = client.ask("tools/list", params).await;
        let tools = page["result"]["tools"].as_array().expect("a list");
        assert!(tools.len() <= 10);
        seen.extend(tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned()));
        match page["result"]["nextCursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    assert_eq!(seen, (0..25).map(|number| format!("t{number}")).collect::<Vec<_>>());
    for bad in ["x", "-1", "26"] {
        let answer = client.ask("tools/list", json!({ "cursor": bad })).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}

#[tokio::test]
async fn what_a_model_can_mend_is_a_result() {
    let mut client = Raw::greeted(server(), "2025-11-25").await;
    let answer = client.call("add", json!({ "a": "2" })).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "Invalid arguments for tool 'add' (2 problems):\n  \
         - parameter 'a' has wrong type: expected integer, got string \"2\"\n  \
         - required parameter 'b' (type: integer) is missing; keys sent: a",
    );
    let answer = client.call("fail", json!({})).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(answer["result"]["content"][0]["text"], "the disk is full");
    assert_eq!(answer["result"].get("structuredContent"), None);
}

#[tokio::test]
async fn an_unknown_tool_and_a_malformed_request_are_errors_of_the_protocol() {
    let mut client = Raw::greeted(server(), "2025-11-25").await;
    let answer = client.call("walkk", json!({})).await;
    assert_eq!(answer["error"]["code"], -32602);
    let text = answer["error"]["message"].as_str().expect("text");
    assert!(text.starts_with("Unknown tool 'walkk' (did you mean 'walk'?)"), "{text}");
    for params in
        [json!({ "name": "add", "arguments": [1, 2] }), json!({ "arguments": {} }), json!({ "name": 5 })]
    {
        let answer = client.ask("tools/call", params).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let answer = client.ask("tools/sing", json!({})).await;
    assert_eq!(answer["error"]["code"], -32601);
}

#[tokio::test]
async fn parts_stand_behind_the_text() {
    let mut client = Raw::greeted(server(), "2025-11-25").await;
    let answer = client.call("draw", json!({})).await;
    assert_eq!(
        answer["result"]["content"],
        json!([
            { "type": "text", "text": "a dot" },
            { "type": "image", "data": "aGk=", "mimeType": "image/png" },
            { "type": "resource", "resource": { "uri": "file:///dot", "text": "dot" } },
        ]),
    );
}

#[tokio::test]
async fn progress_grows_and_comes_before_the_result() {
    let mut client = Raw::greeted(server(), "2025-11-25").await;
    let params = json!({ "name": "walk", "_meta": { "progressToken": "p" } });
    client.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })).await;
    let mut reached = 0.0;
    for message in [Some("half way"), Some("still walking"), None] {
        let news = client.receive().await;
        assert_eq!(news["method"], "notifications/progress", "{news}");
        assert_eq!(news["params"]["progressToken"], "p");
        assert_eq!(news["params"]["message"].as_str(), message);
        let now = news["params"]["progress"].as_f64().expect("a number");
        assert!(now > reached, "{now} after {reached}");
        reached = now;
    }
    assert!((reached - 1.0).abs() < f64::EPSILON);
    assert_eq!(client.receive().await["result"]["content"][0]["text"], "there");
    // Nobody who didn't ask hears of it.
    assert_eq!(client.call("walk", json!({})).await["result"]["isError"], false);
}

/// A tool that waits for its end, and tells when it began and that it was called off.
pub(super) fn waiting() -> (ToolExecutor, oneshot::Receiver<()>, Arc<Notify>) {
    let (begun, begins) = oneshot::channel();
    let begun = std::sync::Mutex::new(Some(begun));
    let ended = Arc::new(Notify::new());
    let end = Arc::clone(&ended);
    let spec = ToolSpec::new("wait", "Waits.", json!({ "type": "object" }));
    let tool = SchemaTool::with_context(spec, move |_: Value, context: ToolContext| {
        if let Some(begun) = begun.lock().expect("no panic").take() {
            begun.send(()).expect("the test listens");
        }
        let (token, end) = (context.cancellation().clone(), Arc::clone(&end));
        tokio::spawn(async move {
            token.cancelled().await;
            end.notify_one();
        });
        std::future::pending::<Result<String, ToolError>>()
    });
    let executor = ToolExecutor::new([Arc::new(tool.expect("fine")) as Arc<dyn Tool>]).expect("fine");
    (executor.default_timeout(std::time::Duration::ZERO), begins, ended)
}

#[tokio::test]
async fn a_cancelled_call_is_called_off_and_not_answered() {
    let (executor, begins, ended) = waiting();
    let mut client = Raw::greeted(McpServer::new(executor).expect("fine"), "2025-11-25").await;
    client
        .send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "wait" } }))
        .await;
    begins.await.expect("it begins");
    let params = json!({ "requestId": 1 });
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params })).await;
    ended.notified().await;
    assert_eq!(client.ask("ping", json!({})).await["result"], json!({}));
}

#[tokio::test(start_paused = true)]
async fn a_client_that_leaves_takes_its_calls_along() {
    let (executor, begins, ended) = waiting();
    let mut client = Raw::greeted(McpServer::new(executor).expect("fine"), "2025-11-25").await;
    client
        .send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "wait" } }))
        .await;
    begins.await.expect("it begins");
    let Raw { lines, writer, running } = client;
    drop((lines, writer));
    ended.notified().await;
    running.await.expect("no panic").expect("an ordinary end");
}

#[tokio::test]
async fn a_new_list_is_announced() {
    let server = server();
    let mut client = Raw::greeted(server.clone(), "2025-11-25").await;
    assert_eq!(client.ask("ping", json!({})).await["result"], json!({}));
    server.replace(ToolExecutor::new(tools![fail]).expect("fine")).await.expect("fine");
    assert_eq!(client.receive().await["method"], "notifications/tools/list_changed");
    let listed = client.ask("tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn no_more_calls_run_at_once_than_allowed() {
    static RUNNING: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);

    let spec = ToolSpec::new("count", "Counts.", json!({ "type": "object" }));
    let tool = SchemaTool::new(spec, |_: Value| async {
        MOST.fetch_max(RUNNING.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        for _ in 0..5 {
            tokio::task::yield_now().await;
        }
        RUNNING.fetch_sub(1, Ordering::SeqCst);
        Ok::<_, ToolError>("ok")
    });
    let executor = ToolExecutor::new([Arc::new(tool.expect("fine")) as Arc<dyn Tool>]).expect("fine");
    let server = McpServer::new(executor).expect("fine").max_in_flight(3);
    let Raw { mut lines, mut writer, running } = Raw::greeted(server, "2025-11-25").await;
    let calls = tokio::spawn(async move {
        for id in 0..2000 {
            let call =
                json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "count" } });
            writer.write_all(format!("{call}\n").as_bytes()).await.expect("the server reads");
        }
        writer
    });
    let mut ids = std::collections::BTreeSet::new();
    while ids.len() < 2000 {
        let line = lines.next_line().await.expect("text").expect("the server answers");
        let answer: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(answer["result"]["content"][0]["text"], "ok");
        assert!(ids.insert(answer["id"].as_u64().expect("an id")));
    }
    assert_eq!(MOST.load(Ordering::SeqCst), 3);
    drop((calls.await.expect("no panic"), lines));
    running.await.expect("no panic").expect("an ordinary end");
}

#[tokio::test]
async fn tools_of_every_argument_type_are_listed_with_schemas_of_the_dialect() {
    let shapes = jarvis_tools_tests::shapes::all();
    let tools = shapes.iter().map(|shape| Arc::new(shape.tool().expect("it is fine")) as Arc<dyn Tool>);
    let server = McpServer::new(ToolExecutor::new(tools).expect("fine")).expect("fine").page_size(1000);
    let mut client = Raw::greeted(server, "2025-11-25").await;
    let listed = client.ask("tools/list", json!({})).await;
    let tools = listed["result"]["tools"].as_array().expect("a list");
    assert_eq!(tools.len(), shapes.len());
    for tool in tools {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert!(jsonschema::meta::is_valid(&tool["inputSchema"]), "{tool}");
    }
}

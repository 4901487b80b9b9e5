//! The server over HTTP, with requests written by hand, and our client.

use super::*;
use jarvis_tools::mcp::{HttpOptions, McpSource, McpTools};
use std::net::SocketAddr;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

struct Site {
    address: SocketAddr,
    stop: CancellationToken,
    running: JoinHandle<Result<(), McpError>>,
}

async fn site(options: HttpOptions) -> Site {
    site_of(server(), options).await
}

async fn site_of(server: McpServer, options: HttpOptions) -> Site {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let stop = CancellationToken::new();
    let token = stop.clone();
    let running = tokio::spawn(async move { server.serve_http(listener, options, token).await });
    Site { address, stop, running }
}

impl Site {
    /// The status and the whole answer to one request.
    async fn post(&self, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        let host =
            if headers.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.address) };
        let request = format!(
            "POST /mcp HTTP/1.1\r\n{host}{headers}Accept: application/json, text/event-stream\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len(),
        );
        // A server that refuses early may stop to read.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }
}

fn call() -> String {
    let params = json!({ "name": "add", "arguments": { "a": 2, "b": 3 } });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string()
}

#[tokio::test]
async fn a_stateless_server_answers_each_request_alone() {
    let site = site(HttpOptions::default().stateless(true)).await;
    let (status, answer) = site.post("", &call()).await;
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains(r#""structuredContent":{"sum":5}"#), "{answer}");
}

#[tokio::test]
async fn our_client_speaks_to_it_in_both_modes() {
    for stateless in [false, true] {
        let site = site(HttpOptions::default().stateless(stateless)).await;
        let server = McpTools::connect(McpSource::http(site.url())).await.expect("it answers");
        let result = server.tools()[0].run(r#"{"a":2,"b":3}"#, &ToolContext::default()).await;
        assert_eq!(result.structured(), Some(json!({ "sum": 5 })), "{}", result.content);
        drop(server);
        site.stop.cancel();
        site.running.await.expect("no panic").expect("an ordinary end");
    }
}

#[tokio::test]
async fn other_names_and_origins_are_refused() {
    let site = site(HttpOptions::default().stateless(true).origin("http://app.example:80")).await;
    assert_eq!(site.post("Host: evil.example\r\n", &call()).await.0, 403);
    assert_eq!(site.post("Origin: http://evil.example\r\n", &call()).await.0, 403);
    assert_eq!(site.post("Origin: http://app.example\r\n", &call()).await.0, 200);
}

#[tokio::test]
async fn a_token_is_asked_for() {
    let site = site(HttpOptions::default().stateless(true).token("secret")).await;
    for headers in [
        "",
        "Authorization: Bearer secre\r\n",
        "Authorization: Bearer secrets\r\n",
        "Authorization: secret\r\n",
    ] {
        let (status, answer) = site.post(headers, &call()).await;
        assert_eq!(status, 401, "{headers}: {answer}");
    }
    assert_eq!(site.post("Authorization: Bearer secret\r\n", &call()).await.0, 200);
    let server = McpTools::connect(McpSource::http(site.url()).token("secret")).await.expect("it answers");
    assert_eq!(server.tools().len(), 4);
}

#[tokio::test]
async fn nobody_else_is_let_in_without_a_token() {
    let listener = TcpListener::bind("0.0.0.0:0").await.expect("a port");
    let refused = server().serve_http(listener, HttpOptions::default(), CancellationToken::new()).await;
    let text = refused.expect_err("it isn't safe").to_string();
    assert!(text.contains("set a token, or listen on 127.0.0.1"), "{text}");
}

#[tokio::test]
async fn bad_bodies_are_refused() {
    let site = site(HttpOptions::default().stateless(true).max_body_bytes(1000)).await;
    assert_eq!(site.post("", &"x".repeat(5000)).await.0, 413);
    for body in ["{", "[]", "5", ""] {
        let (status, answer) = site.post("", body).await;
        assert!((400..500).contains(&status), "{body}: {answer}");
    }
    let (status, answer) = site
        .post("", r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":[]}}"#)
        .await;
    assert!(answer.contains("-32602"), "{status}: {answer}");
    assert_eq!(site.post("", &call()).await.0, 200);
}

#[tokio::test]
async fn a_client_that_hangs_up_takes_its_call_along() {
    let (executor, begins, ended) = super::server::waiting();
    let server = McpServer::new(executor).expect("fine");
    let site = site_of(server, HttpOptions::default().stateless(true)).await;
    let params = json!({ "name": "wait" });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    let mut stream = TcpStream::connect(site.address).await.expect("it listens");
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len(),
    );
    stream.write_all(request.as_bytes()).await.expect("it reads");
    begins.await.expect("it begins");
    drop(stream);
    ended.notified().await;
}

#[tokio::test]
async fn a_stopped_server_ends() {
    let site = site(HttpOptions::default()).await;
    let idle = TcpStream::connect(site.address).await.expect("it listens");
    site.stop.cancel();
    site.running.await.expect("no panic").expect("an ordinary end");
    drop(idle);
}

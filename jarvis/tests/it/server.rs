//! A server that gives recorded answers over HTTP, and keeps what it was asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode};
use axum::routing::{get, post};
use jarvis::Config;
use serde_json::{Value, json};

/// One answer of the server.
pub(crate) enum Reply {
    Json(Value),
    Status(u16, Value),
    /// Overloaded, and when to come back, as the header says it.
    Later(&'static str),
    Text(&'static str),
    /// Events, as they are sent while a model writes.
    Stream(Vec<Value>),
    /// Half of a body, and then nothing.
    Cut,
    /// No answer at all.
    Hang,
}

#[derive(Clone)]
pub(crate) struct Server {
    script: Arc<Mutex<Script>>,
    pub(crate) url: String,
}

struct Script {
    replies: VecDeque<Reply>,
    asked: Vec<(HeaderMap, Value)>,
    models: Vec<String>,
}

impl Server {
    /// A server that gives these answers; it ends with the runtime of the test.
    pub(crate) async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let script = Script { replies: replies.into_iter().collect(), asked: Vec::new(), models: Vec::new() };
        let script = Arc::new(Mutex::new(script));
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .route("/v1/models", get(models))
            .with_state(Arc::clone(&script));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { script, url }
    }

    /// Makes it say that it has these models.
    pub(crate) fn has_models(&self, names: impl IntoIterator<Item = String>) {
        self.lock().models = names.into_iter().collect();
    }

    /// Settings that lead to it; requests that fail are tried again at most so often.
    pub(crate) fn config(&self, retries: usize) -> Config {
        let mut config = Config::default();
        config.base_url = Some(self.url.clone());
        config.api_key = Some("sk-secret-123".to_owned());
        config.model = Some("small".to_owned());
        config.max_retries = retries;
        config
    }

    /// What was asked, in order.
    pub(crate) fn asked(&self) -> Vec<Value> {
        self.lock().asked.iter().map(|(_, body)| body.clone()).collect()
    }

    pub(crate) fn key(&self) -> String {
        self.keys().swap_remove(0)
    }

    /// The key of each request.
    pub(crate) fn keys(&self) -> Vec<String> {
        let header = |headers: &HeaderMap| headers["authorization"].to_str().unwrap().to_owned();
        let headers: Vec<String> = self.lock().asked.iter().map(|(headers, _)| header(headers)).collect();
        headers.iter().map(|header| header.strip_prefix("Bearer ").unwrap().to_owned()).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn answer(
    State(script): State<Arc<Mutex<Script>>>,
    headers: HeaderMap,
    body: String,
) -> Response<Body> {
    let reply = {
        let mut script = script.lock().unwrap_or_else(PoisonError::into_inner);
        script.asked.push((headers, serde_json::from_str(&body).unwrap_or_default()));
        script.replies.pop_front()
    };
    let respond = |status: u16, kind: &str, body: Body| {
        let status = StatusCode::from_u16(status).unwrap();
        Response::builder().status(status).header("content-type", kind).body(body).unwrap()
    };
    match reply {
        Some(Reply::Json(value)) => respond(200, "application/json", value.to_string().into()),
        Some(Reply::Status(status, value)) => respond(status, "application/json", value.to_string().into()),
        Some(Reply::Later(when)) => Response::builder()
            .status(429)
            .header("retry-after", when)
            .body(r#"{"error":{"message":"slow down"}}"#.into())
            .unwrap(),
        Some(Reply::Text(text)) => respond(200, "text/html", text.into()),
        Some(Reply::Stream(events)) => {
            let mut text = String::new();
            for event in &events {
                let data = event.as_str().map_or_else(|| event.to_string(), str::to_owned);
                text.extend(["data: ", &data, "\n\n"]);
            }
            respond(200, "text/event-stream", text.into())
        }
        Some(Reply::Cut) => Response::builder()
            .header("content-type", "application/json")
            .header("content-length", "5000")
            .body(Body::from(r#"{"choices":[{"mess"#))
            .unwrap(),
        Some(Reply::Hang) => std::future::pending().await,
        None => respond(
            500,
            "application/json",
            json!({ "error": { "message": "the script is over" } }).to_string().into(),
        ),
    }
}

async fn models(State(script): State<Arc<Mutex<Script>>>) -> Response<Body> {
    let names = script.lock().unwrap_or_else(PoisonError::into_inner).models.clone();
    let models: Vec<Value> = names.iter().map(|name| json!({ "id": name, "object": "model" })).collect();
    Response::new(json!({ "object": "list", "data": models }).to_string().into())
}

/// A response that says something.
pub(crate) fn says(text: &str) -> Value {
    json!({
        "choices": [{ "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": text } }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12 },
    })
}

/// A response that calls tools: id, name and arguments of each.
pub(crate) fn calls(calls: &[(&str, &str, &str)]) -> Value {
    let calls: Vec<Value> = calls
        .iter()
        .map(|(id, name, arguments)| json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } }))
        .collect();
    json!({
        "choices": [{ "index": 0, "finish_reason": "tool_calls", "message": { "role": "assistant", "content": null, "tool_calls": calls } }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12 },
    })
}

/// The events of an answer in pieces, with the reason for its end, if it comes to one.
pub(crate) fn pieces(deltas: &[Value], finish_reason: Option<&str>) -> Reply {
    let event = |delta: &Value, reason: Option<&str>| json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": reason }] });
    let mut events: Vec<Value> = deltas.iter().map(|delta| event(delta, None)).collect();
    if finish_reason.is_some() {
        events.push(event(&json!({}), finish_reason));
        events.push(json!({ "choices": [], "usage": { "prompt_tokens": 10, "completion_tokens": 2 } }));
        events.push("[DONE]".into());
    }
    Reply::Stream(events)
}

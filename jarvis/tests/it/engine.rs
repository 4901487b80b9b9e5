//! What the engine makes of a server's answers.

use std::time::Duration;

use jarvis::{Error, ErrorKind, Jarvis};
use serde_json::json;

use crate::server::{Reply, Server, says};

async fn ask(server: &Server, retries: usize) -> Result<String, Error> {
    Jarvis::builder().config(server.config(retries)).build()?.ask("Hi?").await
}

#[track_caller]
fn is(outcome: Result<String, Error>, kind: ErrorKind, words: &str) {
    let error = outcome.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(words), "{error}");
    assert!(!format!("{error} {error:?}").contains("sk-secret-123"), "{error:?}");
}

#[tokio::test]
async fn a_plain_answer() {
    let server = Server::start([Reply::Json(says("Hello."))]).await;
    assert_eq!(ask(&server, 0).await.unwrap(), "Hello.");
    let asked = server.asked();
    assert_eq!(asked[0]["model"], "small");
    assert_eq!(asked[0]["messages"], json!([{ "role": "user", "content": "Hi?" }]));
    assert_eq!(asked[0].get("tools"), None);
    assert_eq!(server.key(), "sk-secret-123");
}

#[tokio::test]
async fn an_overloaded_server_is_asked_again() {
    let busy = || Reply::Status(429, json!({ "error": { "message": "slow down" } }));
    let server = Server::start([busy(), Reply::Json(says("Hello."))]).await;
    assert_eq!(ask(&server, 2).await.unwrap(), "Hello.");
    assert_eq!(server.asked().len(), 2);

    let server = Server::start([busy()]).await;
    is(ask(&server, 0).await, ErrorKind::Overloaded, "overloaded (status 429)");
    let server = Server::start([Reply::Status(503, json!({ "error": { "message": "down" } }))]).await;
    is(ask(&server, 0).await, ErrorKind::Overloaded, "down");
}

#[tokio::test]
async fn errors_say_what_to_do() {
    let error = |code: &str, message: &str| json!({ "error": { "message": message, "type": "x", "param": null, "code": code } });
    for (status, body, kind, words) in [
        (401, error("invalid_api_key", "Incorrect API key provided"), ErrorKind::BadKey, "JARVIS_API_KEY"),
        (404, error("model_not_found", "The model does not exist"), ErrorKind::UnknownName, "--model"),
        (404, error("", "not found"), ErrorKind::NoServer, "/v1"),
        (
            400,
            error("context_length_exceeded", "too long"),
            ErrorKind::ContextTooLong,
            "longer than the model reads",
        ),
        (400, error("", "small does not support tools"), ErrorKind::Engine, "--agent simple"),
        (422, error("", "no"), ErrorKind::Engine, "status 422"),
    ] {
        let server = Server::start([Reply::Status(status, body)]).await;
        is(ask(&server, 0).await, kind, words);
    }
}

#[tokio::test]
async fn garbage_and_connections_that_break_off() {
    let server = Server::start([Reply::Text("<html>It works!</html>")]).await;
    is(ask(&server, 0).await, ErrorKind::Engine, "It works!");
    let server = Server::start([Reply::Json(json!({ "choices": "none" }))]).await;
    is(ask(&server, 0).await, ErrorKind::Engine, "no list");
    let server = Server::start([Reply::Cut]).await;
    is(ask(&server, 0).await, ErrorKind::Engine, "broke off");
}

#[tokio::test]
async fn nobody_answers_or_not_in_time() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let free = listener.local_addr().unwrap();
    drop(listener);
    let server = Server::start([Reply::Hang]).await;
    let mut config = server.config(0);
    config.base_url = Some(format!("http://{free}/v1"));
    let outcome = Jarvis::builder().config(config).build().unwrap().ask("Hi?").await;
    is(outcome, ErrorKind::NoServer, "nobody answers at");
    let mut config = server.config(0);
    config.timeout = Duration::from_millis(50);
    let outcome = Jarvis::builder().config(config).build().unwrap().ask("Hi?").await;
    is(outcome, ErrorKind::Overloaded, "in time");
}

#[test]
fn without_an_engine_there_is_advice() {
    let error = Jarvis::builder().config(jarvis::Config::default()).build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    assert!(error.to_string().contains("JARVIS_BASE_URL"), "{error}");
    let shown = format!("{:?}", {
        let mut config = jarvis::Config::default();
        config.api_key = Some("sk-secret-123".to_owned());
        config
    });
    assert!(!shown.contains("sk-secret-123"), "{shown}");
}

//! What the engine makes of a server's answers.

use std::time::Duration;

use futures_util::StreamExt as _;
use jarvis::{Error, ErrorKind, Event, Jarvis};
use serde_json::json;

use crate::server::{Reply, Server, pieces, says};

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
async fn a_server_says_when_to_come_back() {
    // Growing pauses would take longer than the test may.
    let soon = || Reply::Later("0");
    let server = Server::start([soon(), soon(), soon(), Reply::Json(says("Hello."))]).await;
    assert_eq!(ask(&server, 3).await.unwrap(), "Hello.");
    assert_eq!(server.asked().len(), 4);
    // Nobody waits for a day.
    let server = Server::start([Reply::Later("86400"), Reply::Json(says("Hello."))]).await;
    is(ask(&server, 3).await, ErrorKind::Overloaded, "try again later: slow down");
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn an_unknown_model_comes_with_those_that_there_are() {
    let refusals = [
        (404, json!({ "error": { "message": "The model does not exist", "code": "model_not_found" } })),
        (404, json!({ "error": { "message": "model 'small' not found", "code": null } })),
        (400, json!({ "error": { "message": "small is not a valid model ID", "code": 400 } })),
    ];
    for (status, body) in refusals {
        let server = Server::start([Reply::Status(status, body)]).await;
        server.has_models(["tiny".to_owned(), "smaller".to_owned()]);
        is(
            ask(&server, 0).await,
            ErrorKind::UnknownName,
            "unknown model 'small' (did you mean 'smaller'?); available: smaller, tiny",
        );
    }
    // The one that a question names, and a server with too many to tell.
    let no = Reply::Status(404, json!({ "error": { "message": "no such model" } }));
    let server = Server::start([no]).await;
    server.has_models((0..400).map(|number| format!("m{number:03}")));
    let jarvis = Jarvis::builder().config(server.config(0)).build().unwrap();
    let outcome = jarvis.ask("Hi?").model("large").await;
    is(outcome, ErrorKind::UnknownName, "unknown model 'large'; available: m000, m001, ");
    assert_eq!(server.asked()[0]["model"], "large");
    let server =
        Server::start([Reply::Status(404, json!({ "error": { "message": "no such model" } }))]).await;
    server.has_models((0..400).map(|number| format!("m{number:03}")));
    is(ask(&server, 0).await, ErrorKind::UnknownName, "m049 and 350 more");
}

#[tokio::test]
async fn an_account_without_credit_and_an_engine_without_a_key() {
    let spent = json!({ "error": { "message": "You exceeded your quota", "code": "insufficient_quota" } });
    let server = Server::start([Reply::Status(429, spent)]).await;
    is(ask(&server, 0).await, ErrorKind::Engine, "no credit left");
    let server = Server::start([Reply::Status(401, json!({ "error": { "message": "no" } }))]).await;
    let mut config = server.config(0);
    config.api_key = None;
    let outcome = Jarvis::builder().config(config).build().unwrap().ask("Hi?").await;
    is(outcome, ErrorKind::BadKey, "none is set for this address");
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

/// What is heard of a question that is answered in pieces: the words, and the answer or the error.
async fn heard(server: &Server) -> (Vec<String>, Result<String, Error>) {
    let jarvis = Jarvis::builder().config(server.config(0)).build().unwrap();
    let events: Vec<_> = jarvis.ask_full("Hi?").tools(["calculator"]).stream().collect().await;
    let mut words = Vec::new();
    let mut outcome = Ok(String::new());
    for event in events {
        match event {
            Ok(Event::Text { text }) => words.push(text),
            Ok(Event::Answer { answer }) => outcome = Ok(answer.content),
            Ok(_) => {}
            Err(error) => outcome = Err(error),
        }
    }
    (words, outcome)
}

#[tokio::test]
async fn an_answer_in_pieces_with_a_call_before() {
    let call = [
        json!({ "role": "assistant", "content": "Let me " }),
        json!({ "content": "see." }),
        json!({ "tool_calls": [{ "index": 0, "id": "c1", "type": "function", "function": { "name": "calculator", "arguments": "" } }] }),
        json!({ "tool_calls": [{ "index": 0, "function": { "arguments": "{\"expression\":" } }] }),
        json!({ "tool_calls": [{ "index": 0, "function": { "arguments": "\"2+2\"}" } }] }),
    ];
    let answer = [json!({ "content": "It is " }), json!({ "content": "4." })];
    let server = Server::start([pieces(&call, Some("tool_calls")), pieces(&answer, Some("stop"))]).await;
    let (words, outcome) = heard(&server).await;
    assert_eq!(words, ["Let me ", "see.", "It is ", "4."]);
    assert_eq!(outcome.unwrap(), "It is 4.");
    let asked = server.asked();
    assert_eq!(asked[0]["stream"], true);
    let messages = asked[1]["messages"].as_array().unwrap();
    assert_eq!(messages[1]["content"], "Let me see.");
    assert_eq!(messages[1]["tool_calls"][0]["function"]["arguments"], r#"{"expression":"2+2"}"#);
    assert_eq!(messages[2]["content"], "4");
}

#[tokio::test]
async fn a_stream_that_breaks_off_is_no_answer() {
    let server = Server::start([pieces(&[json!({ "content": "It is " })], None)]).await;
    let (words, outcome) = heard(&server).await;
    assert_eq!(words, ["It is "]);
    is(outcome, ErrorKind::Engine, "in the middle of an answer");
    let server = Server::start([Reply::Stream(vec!["<oops>".into()])]).await;
    assert!(heard(&server).await.1.is_err());
    let server = Server::start([Reply::Status(401, json!({ "error": { "message": "no" } }))]).await;
    is(heard(&server).await.1, ErrorKind::BadKey, "JARVIS_API_KEY");
}

#[tokio::test]
async fn a_server_that_can_not_stream_is_asked_for_the_whole() {
    let server = Server::start([Reply::Json(says("Hello.")), Reply::Json(says("Hello."))]).await;
    let (words, outcome) = heard(&server).await;
    assert_eq!((words, outcome.unwrap().as_str()), (vec!["Hello.".to_owned()], "Hello."));
    assert_eq!(server.asked()[1].get("stream"), None);
    let server = Server::start([Reply::Text("<html>"), Reply::Text("<html>")]).await;
    is(heard(&server).await.1, ErrorKind::Engine, "something else than JSON: <html>");
}

#[tokio::test]
async fn a_server_that_repeats_the_key_tells_nobody() {
    let said = |status| {
        let message = "Incorrect API key provided: sk-secret-123, in Authorization: Bearer sk-secret-123";
        Reply::Status(status, json!({ "error": { "message": message, "code": "invalid_api_key" } }))
    };
    for status in [400, 401, 429, 500] {
        let server = Server::start([said(status)]).await;
        let error = ask(&server, 0).await.unwrap_err();
        assert!(error.to_string().contains("[redacted]"), "{error}");
        assert!(!format!("{error:?}").contains("sk-secret-123"), "{error:?}");
    }
    let server = Server::start([Reply::Text("sk-secret-123 was here")]).await;
    is(ask(&server, 0).await, ErrorKind::Engine, "[redacted] was here");
    let server = Server::start([said(401)]).await;
    is(heard(&server).await.1, ErrorKind::BadKey, "[redacted]");
    let mut config = server.config(0);
    config.base_url = Some("http://ada:passw0rd@127.0.0.1:1/v1".to_owned());
    let error = Jarvis::builder().config(config).build().unwrap().ask("Hi?").await.unwrap_err();
    assert!(!error.to_string().contains("passw0rd"), "{error}");
}

#[tokio::test]
async fn errors_whose_code_is_a_number() {
    for (status, message, kind) in [
        (401, "Invalid API Key", ErrorKind::BadKey),
        (404, "The model `small` does not exist.", ErrorKind::UnknownName),
        (400, "This model's maximum context length is 10 tokens.", ErrorKind::ContextTooLong),
    ] {
        let server = Server::start([Reply::Status(
            status,
            json!({ "error": { "message": message, "code": status } }),
        )])
        .await;
        is(ask(&server, 0).await, kind, message);
        let server = Server::start([Reply::Status(
            status,
            json!({ "object": "error", "message": message, "code": status }),
        )])
        .await;
        is(ask(&server, 0).await, kind, message);
    }
}

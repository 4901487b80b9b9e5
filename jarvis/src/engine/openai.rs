//! Servers that speak Chat Completions.

use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::error::OpenAIError;
use async_openai::middleware::ReqwestService;
use futures_util::StreamExt as _;
use jarvis_tools::wire::stream::{ChatStream, Update};
use jarvis_tools::wire::{Turn, openai};
use serde_json::{Value, json};
use tower::ServiceBuilder;

use crate::config::{Config, OPENAI};
use crate::engine::patience::Patience;
use crate::engine::{ChatEngine, ChatRequest, OnText, Turning};
use crate::error::{Error, ErrorKind};

/// A server that speaks Chat Completions: OpenAI's own, Ollama, vLLM, llama.cpp and many others.
pub struct OpenAiEngine {
    client: Client<OpenAIConfig>,
    /// As messages say it: without a user or a password.
    base_url: String,
    model: String,
    key: Option<String>,
}

impl OpenAiEngine {
    /// The engine that a configuration speaks of.
    ///
    /// # Errors
    ///
    /// If it says neither an address nor a key, or no model.
    pub fn new(config: &Config) -> Result<Self, Error> {
        let missing = |what: &str| Error::new(ErrorKind::Config, format!("no {what} is configured.\n{HELP}"));
        let base_url = match (&config.base_url, &config.api_key) {
            (Some(url), _) => url.trim_end_matches('/').to_owned(),
            (None, Some(_)) => OPENAI.to_owned(),
            (None, None) => return Err(missing("engine")),
        };
        let model = config.model.clone().ok_or_else(|| missing("model"))?;
        // Set once for the process; the same if it was set before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().timeout(config.timeout).build().map_err(|error| {
            Error::new(ErrorKind::Config, format!("there can be no HTTP client: {error}"))
        })?;
        let settings = OpenAIConfig::new()
            .with_api_base(&base_url)
            // Servers without a key take any.
            .with_api_key(config.api_key.clone().unwrap_or_else(|| "none".to_owned()));
        let service = ServiceBuilder::new()
            .retry(Patience::new(config.max_retries))
            .service(ReqwestService::new(http.clone()));
        let client = Client::build(http, settings).with_http_service(service);
        Ok(Self { client, base_url: without_user(&base_url), model, key: config.api_key.clone() })
    }

    fn model_of<'a>(&'a self, request: &'a ChatRequest) -> &'a str {
        request.model.as_deref().unwrap_or(&self.model)
    }

    fn body(&self, request: &ChatRequest) -> Value {
        let mut body = json!({ "model": self.model_of(request), "messages": request.messages });
        if !request.tools.is_empty() {
            body["tools"] = request.tools.clone().into();
        }
        if let Some(temperature) = request.temperature {
            body["temperature"] = temperature.into();
        }
        if let Some(tokens) = request.max_tokens {
            body["max_tokens"] = tokens.into();
        }
        body
    }

    async fn whole(&self, request: &ChatRequest) -> Result<Turn, Error> {
        let response = self.client.chat().create_byot(self.body(request)).await;
        let response: Value = match response {
            Ok(response) => response,
            Err(error) => return Err(self.explained(error, request).await),
        };
        Ok(openai::turn(&response)?)
    }

    /// The turn piece by piece.
    async fn streamed(&self, request: &ChatRequest, on_text: OnText<'_>) -> Result<Turn, Error> {
        let mut body = self.body(request);
        body["stream"] = true.into();
        body["stream_options"] = json!({ "include_usage": true });
        let chat = self.client.chat();
        let mut pieces = match chat.create_stream_byot::<_, Value>(body).await {
            Ok(pieces) => std::pin::pin!(pieces),
            Err(error) => return Err(self.explained(error, request).await),
        };
        let mut stream = ChatStream::new();
        let mut any = false;
        while let Some(piece) = pieces.next().await {
            let piece = match piece {
                Ok(piece) => piece,
                Err(error) => return Err(self.explained(error, request).await),
            };
            any = true;
            for update in stream.push_value(&piece)? {
                if let Update::Text(text) = update {
                    on_text(&text);
                }
            }
        }
        if !any {
            // A server that can't stream answered with something else.
            let turn = self.whole(request).await?;
            if !turn.text.is_empty() {
                on_text(&turn.text);
            }
            return Ok(turn);
        }
        let finished = stream.finish();
        if finished.finish_reason.is_none() && finished.cut_off {
            let words = format!(
                "the connection to {} broke off in the middle of an answer; ask again",
                self.base_url
            );
            return Err(Error::new(ErrorKind::Engine, words));
        }
        Ok(finished.into_chat_turn())
    }

    /// The models that the server says it has.
    async fn models(&self) -> Option<Vec<String>> {
        let list: Value = self.client.models().list_byot().await.ok()?;
        let models = list.get("data")?.as_array()?;
        let mut names: Vec<String> =
            models.iter().filter_map(|model| Some(model.get("id")?.as_str()?.to_owned())).collect();
        names.sort();
        Some(names).filter(|names| !names.is_empty())
    }

    /// The error without the key, should the server have repeated it.
    fn without_key(&self, error: Error) -> Error {
        match self.key.as_deref().map(str::trim) {
            Some(key) if !key.is_empty() => {
                Error::new(error.kind(), error.to_string().replace(key, "[redacted]"))
            }
            _ => error,
        }
    }

    /// The error in words that say what to do; for an unknown model, with those that there are.
    async fn explained(&self, error: OpenAIError, request: &ChatRequest) -> Error {
        let model = self.model_of(request);
        let error = self.in_words(error, model);
        match error.kind() {
            ErrorKind::UnknownName => match self.models().await {
                Some(known) => Error::unknown("model", model, known.iter().map(String::as_str)),
                None => error,
            },
            _ => error,
        }
    }

    fn in_words(&self, error: OpenAIError, model: &str) -> Error {
        let at = &self.base_url;
        match error {
            OpenAIError::Reqwest(error) if error.is_timeout() => Error::new(
                ErrorKind::Overloaded,
                format!(
                    "the engine at {at} did not answer in time; try again, or set a longer `timeout_seconds`"
                ),
            ),
            OpenAIError::Reqwest(error) if error.is_connect() => Error::new(
                ErrorKind::NoServer,
                format!("nobody answers at {at}; start the server, or set another `base_url`"),
            ),
            OpenAIError::Reqwest(error) => Error::new(
                ErrorKind::Engine,
                format!("the connection to {at} broke off: {}", error.without_url()),
            ),
            OpenAIError::ApiError(response) => {
                let said = response.api_error.message.trim().to_owned();
                self.refused(response.status_code.as_u16(), response.api_error.code.as_deref(), &said, model)
            }
            OpenAIError::JSONDeserialize(_, content) => {
                if let Some((status, said)) = numbered(&content) {
                    return self.refused(status, None, &said, model);
                }
                let start: String = content.chars().take(200).collect();
                Error::new(
                    ErrorKind::Engine,
                    format!("the engine at {at} answered with something else than JSON: {start}"),
                )
            }
            other => Error::new(ErrorKind::Engine, format!("the engine at {at} failed: {other}")),
        }
    }

    fn refused(&self, status: u16, code: Option<&str>, said: &str, model: &str) -> Error {
        let (at, lower) = (&self.base_url, said.to_lowercase());
        let names = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        let (kind, advice) = match status {
            401 | 403 if self.key.is_none() => (
                ErrorKind::BadKey,
                "the engine wants a key and none is set for this address; set it with `JARVIS_API_KEY` or `api_key`"
                    .to_owned(),
            ),
            401 | 403 => (
                ErrorKind::BadKey,
                "the key was refused; set another with `JARVIS_API_KEY` or `api_key`".to_owned(),
            ),
            _ if code == Some("context_length_exceeded")
                || names(&["context length", "maximum context", "too many tokens"]) =>
            {
                (
                    ErrorKind::ContextTooLong,
                    "the conversation is longer than the model reads; ask for less, or take another model"
                        .to_owned(),
                )
            }
            _ if code == Some("model_not_found")
                || (status == 404 && names(&["model"]))
                || (status == 400 && names(&["not a valid model", "invalid model"])) =>
            {
                let words =
                    format!("there is no model '{model}' at {at}; set another with `--model` or `JARVIS_MODEL`");
                (ErrorKind::UnknownName, words)
            }
            404 => (
                ErrorKind::NoServer,
                format!("{at} has no Chat Completions; a base URL mostly ends with `/v1`"),
            ),
            400 if names(&["does not support tools", "tool use", "tools are not supported"]) => (
                ErrorKind::Engine,
                "the model can't call tools; take another one, or `--agent simple`".to_owned(),
            ),
            429 if code == Some("insufficient_quota") => {
                (ErrorKind::Engine, format!("the account at {at} has no credit left"))
            }
            429 | 500..=599 => (
                ErrorKind::Overloaded,
                format!("the engine at {at} is overloaded (status {status}); try again later"),
            ),
            _ => (ErrorKind::Engine, format!("the engine at {at} refused the request (status {status})")),
        };
        let said: String = said.chars().take(500).collect();
        Error::new(kind, if said.is_empty() { advice } else { format!("{advice}: {said}") })
    }
}

/// The address without the user and the password that may stand in it.
fn without_user(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let host_ends = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host_begins = rest[..host_ends].rfind('@').map_or(0, |at| at + 1);
    format!("{scheme}://{}", &rest[host_begins..])
}

/// The status and the words of an error whose code is a number, as vLLM and llama.cpp write it; the client takes texts
/// only, and loses the status.
fn numbered(body: &str) -> Option<(u16, String)> {
    let body: Value = serde_json::from_str(body).ok()?;
    let error = body.get("error").unwrap_or(&body);
    let status = error.get("code")?.as_u64().and_then(|code| u16::try_from(code).ok())?;
    let said = error.get("message").and_then(Value::as_str).unwrap_or_default();
    (400..600).contains(&status).then(|| (status, said.trim().to_owned()))
}

/// How to point at an engine.
const HELP: &str = "Set JARVIS_BASE_URL and JARVIS_MODEL (and JARVIS_API_KEY where a key is needed), for example \
    JARVIS_BASE_URL=http://localhost:11434/v1 JARVIS_MODEL=qwen3,\nor write them into jarvis.toml under [engine] as \
    base_url, model and api_key; `--engine scripted FILE` runs a recorded conversation without a server.";

impl ChatEngine for OpenAiEngine {
    fn name(&self) -> &'static str {
        "openai"
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, on_text: Option<OnText<'a>>) -> Turning<'a> {
        Box::pin(async move {
            let turn = match on_text {
                None => self.whole(request).await,
                Some(on_text) => self.streamed(request, on_text).await,
            };
            turn.map_err(|error| self.without_key(error))
        })
    }
}

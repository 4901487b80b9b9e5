//! Tools of jarvis-tools with the types of async-openai: definitions and messages become its types, its responses and
//! stream events become calls.
//!
//! `cargo run` in this folder needs no network and no key: what a model would answer is written here.

use async_openai::types::chat::{
    ChatCompletionRequestMessage, ChatCompletionToolChoiceOption, ChatCompletionTools,
    CreateChatCompletionRequest, CreateChatCompletionRequestArgs, CreateChatCompletionResponse,
    CreateChatCompletionStreamResponse,
};
use async_openai::types::responses::{CreateResponse, InputItem, Response, Tool, ToolChoiceParam};
use jarvis_tools::prelude::*;
use jarvis_tools::wire::stream::ChatStream;
use jarvis_tools::wire::{ToolChoice, openai};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Where to look up the weather.
#[derive(Deserialize, JsonSchema, ToolArgs)]
struct WeatherArgs {
    /// City name.
    city: String,
    /// Days ahead.
    #[schemars(range(min = 1, max = 14))]
    days: Option<u8>,
}

#[derive(Serialize, JsonSchema)]
struct Forecast {
    city: String,
    days: u8,
    celsius: i8,
}

/// Gets a forecast.
#[tool(timeout = "5s", strict)]
async fn get_weather(args: WeatherArgs) -> Result<Forecast, String> {
    match args.city.as_str() {
        "Oslo" => Ok(Forecast { city: args.city, days: args.days.unwrap_or(1), celsius: -3 }),
        other => Err(format!("no weather station in {other}")),
    }
}

/// Adds two numbers.
#[tool(inline, read_only)]
fn add(
    /// The first.
    a: i64,
    /// The second.
    b: i64,
) -> i64 {
    a + b
}

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// JSON as one of async-openai's types, which must say the same when it is written again.
fn typed<T: DeserializeOwned + Serialize>(value: Value) -> Outcome<T> {
    let typed: T = serde_json::from_value(value.clone())?;
    assert_eq!(serde_json::to_value(&typed)?, value, "a type left something out");
    Ok(typed)
}

fn all<T: DeserializeOwned + Serialize>(values: Vec<Value>) -> Outcome<Vec<T>> {
    values.into_iter().map(typed).collect()
}

fn chat_request(
    executor: &ToolExecutor,
    messages: Vec<ChatCompletionRequestMessage>,
) -> Outcome<CreateChatCompletionRequest> {
    let tools: Vec<ChatCompletionTools> = all(openai::tools(executor.available_tools())?.tools)?;
    let choice: ChatCompletionToolChoiceOption = typed(openai::tool_choice(&ToolChoice::Auto))?;
    let mut request = CreateChatCompletionRequestArgs::default();
    Ok(request.model("gpt-5").messages(messages).tools(tools).tool_choice(choice).build()?)
}

async fn chat(executor: &ToolExecutor) -> Outcome {
    let mut messages: Vec<ChatCompletionRequestMessage> = all(vec![
        json!({ "role": "user", "content": "How will the weather be in Oslo, and what is 40 + 2?" }),
    ])?;
    let request = chat_request(executor, messages.clone())?;
    assert_eq!(request.tools.as_ref().map(Vec::len), Some(2));

    // What `client.chat().create(request)` would give.
    let response: CreateChatCompletionResponse = serde_json::from_value(json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5",
        "choices": [{ "index": 0, "finish_reason": "tool_calls", "logprobs": null, "message": {
            "role": "assistant", "content": null, "refusal": null,
            "tool_calls": [
                { "id": "c1", "type": "function",
                  "function": { "name": "get_weather", "arguments": "{\"city\":\"Oslo\",\"days\":null}" } },
                { "id": "c2", "type": "function", "function": { "name": "add", "arguments": "{\"a\":40,\"b\":\"2\"}" } },
            ],
        }}],
        "usage": { "prompt_tokens": 70, "completion_tokens": 30, "total_tokens": 100 },
    }))?;
    let turn = openai::turn(&serde_json::to_value(&response)?)?;
    let results = executor.execute_all(&turn.calls).await;
    assert_eq!(results[0].content, r#"{"city":"Oslo","days":1,"celsius":-3}"#);
    assert!(results[1].content.contains("expected integer, got string"), "{}", results[1].content);

    messages.push(serde_json::from_value(turn.message)?);
    messages.extend(all::<ChatCompletionRequestMessage>(openai::results(&results))?);
    assert!(matches!(
        chat_request(executor, messages)?.messages[..],
        [
            ChatCompletionRequestMessage::User(_),
            ChatCompletionRequestMessage::Assistant(_),
            ChatCompletionRequestMessage::Tool(_),
            ChatCompletionRequestMessage::Tool(_),
        ]
    ));
    Ok(())
}

/// The same from `client.chat().create_stream(request)`.
async fn chat_stream(executor: &ToolExecutor) -> Outcome {
    let mut stream = ChatStream::new();
    let deltas = [
        (
            json!({ "role": "assistant", "tool_calls": [{ "index": 0, "id": "c1", "type": "function", "function": { "name": "add", "arguments": "" } }] }),
            Value::Null,
        ),
        (json!({ "tool_calls": [{ "index": 0, "function": { "arguments": "{\"a\":40," } }] }), Value::Null),
        (json!({ "tool_calls": [{ "index": 0, "function": { "arguments": "\"b\":2}" } }] }), Value::Null),
        (json!({}), json!("tool_calls")),
    ];
    for (delta, finish_reason) in deltas {
        let event: CreateChatCompletionStreamResponse = serde_json::from_value(json!({
            "id": "chatcmpl-2", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5",
            "choices": [{ "index": 0, "delta": delta, "finish_reason": finish_reason, "logprobs": null }],
        }))?;
        stream.push_value(&serde_json::to_value(&event)?)?;
    }
    let turn = stream.finish().into_chat_turn();
    let results = executor.execute_all(&turn.calls).await;
    assert_eq!(results[0].content, "42");
    let _: ChatCompletionRequestMessage = serde_json::from_value(turn.message)?;
    Ok(())
}

async fn responses(executor: &ToolExecutor) -> Outcome {
    let tools: Vec<Tool> = all(openai::responses::tools(executor.available_tools())?.tools)?;
    let choice: ToolChoiceParam = typed(openai::responses::tool_choice(&ToolChoice::Tool("add".to_owned())))?;
    let request =
        CreateResponse { tools: Some(tools), tool_choice: Some(choice), ..CreateResponse::default() };
    assert_eq!(request.tools.as_ref().map(Vec::len), Some(2));

    // What `client.responses().create(request)` would give.
    let response: Response = serde_json::from_value(json!({
        "id": "resp_1", "object": "response", "created_at": 1, "model": "gpt-5", "status": "completed",
        "error": null, "incomplete_details": null, "parallel_tool_calls": true, "tools": [], "tool_choice": "auto",
        "output": [
            { "type": "function_call", "id": "fc_1", "call_id": "c1", "name": "add", "arguments": "{\"a\":40,\"b\":2}", "status": "completed" },
        ],
    }))?;
    let turn = openai::responses::turn(&serde_json::to_value(&response)?)?;
    let results = executor.execute_all(&turn.calls).await;
    assert_eq!(results[0].content, "42");
    let mut input: Vec<InputItem> = serde_json::from_value(turn.message)?;
    for item in openai::responses::results(&results) {
        input.push(serde_json::from_value(item)?);
    }
    let written = serde_json::to_value(&input)?;
    assert_eq!((&written[0]["call_id"], &written[1]["call_id"]), (&json!("c1"), &json!("c1")));
    assert_eq!(written[1]["output"], "42");
    Ok(())
}

#[tokio::main]
async fn main() -> Outcome {
    let executor = ToolExecutor::new(tools![get_weather, add])?;
    chat(&executor).await?;
    chat_stream(&executor).await?;
    responses(&executor).await?;
    println!("async-openai's types took what our tools write, and gave what they read");
    Ok(())
}

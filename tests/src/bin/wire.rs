//! Prints as JSON what goes over the wire to each provider: definitions of the built-in tools and of all argument
//! types, tool choices, and conversations whose responses were read and whose results were written.
//! `interop/python` gives it to the providers' own clients.

use std::error::Error;

use jarvis_tools::builtin::{FileReader, InferenceAnswer, Llm, Retrieval, calculator, think};
use jarvis_tools::prelude::*;
use jarvis_tools::testing::{InMemoryBackend, ScriptedEngine};
use jarvis_tools::wire::compatible::{self, Host};
use jarvis_tools::wire::{Rendered, ToolChoice, Turn, anthropic, gemini, mcp, ollama, openai};
use jarvis_tools::{Part, ToolResult, WireError};
use jarvis_tools_tests::shapes;
use serde_json::{Map, Value, json};

/// One provider's pure functions, and a response of its model.
struct Provider {
    name: &'static str,
    tools: fn(&ToolSpec) -> Result<Rendered, WireError>,
    choice: Option<fn(&ToolChoice) -> Value>,
    turn: fn(&Value) -> Result<Turn, WireError>,
    results: fn(&[ToolResult]) -> Vec<Value>,
    /// A response with words and these calls.
    response: fn(&[Made]) -> Value,
}

/// A call as a model made it: id, name, arguments as text.
type Made = (&'static str, &'static str, &'static str);

/// Parallel calls, one without arguments, one of an unknown tool, one with malformed arguments.
const CALLS: [Made; 5] = [
    ("call_aaa01", "calculator", r#"{"expression":"2+2"}"#),
    ("call_aaa02", "picture", ""),
    ("call_aaa03", "nothing", "{}"),
    ("call_aaa04", "think", r#"{"thought":"#),
    ("call_aaa05", "retrieval", r#"{"query":"Sun","top_k":null}"#),
];

const PROVIDERS: [Provider; 6] = [
    Provider {
        name: "openai.chat",
        tools: |spec| openai::chat::tools([spec]),
        choice: Some(openai::chat::tool_choice),
        turn: openai::chat::turn,
        results: openai::chat::results,
        response: chat,
    },
    Provider {
        name: "compatible",
        tools: |spec| compatible::tools(&Host::MISTRAL, [spec]),
        choice: Some(openai::chat::tool_choice),
        turn: |response| compatible::turn(&Host::MISTRAL, response),
        results: |results| compatible::results(&Host::VLLM, results),
        response: chat,
    },
    Provider {
        name: "openai.responses",
        tools: |spec| openai::responses::tools([spec]),
        choice: Some(openai::responses::tool_choice),
        turn: openai::responses::turn,
        results: openai::responses::results,
        response: responses,
    },
    Provider {
        name: "anthropic",
        tools: |spec| anthropic::tools([spec]),
        choice: Some(anthropic::tool_choice),
        turn: anthropic::turn,
        results: anthropic::results,
        response: messages,
    },
    Provider {
        name: "gemini",
        tools: |spec| gemini::tools([spec]),
        choice: Some(gemini::tool_choice),
        turn: gemini::turn,
        results: gemini::results,
        response: candidates,
    },
    Provider {
        name: "ollama",
        tools: |spec| ollama::tools([spec]),
        choice: None,
        turn: ollama::turn,
        results: ollama::results,
        response: message,
    },
];

/// Shows a picture and a file.
#[tool]
async fn picture() -> ToolOutput {
    ToolOutput::text("Here it is.")
        .with_part(Part::Image { data: "iVBORw0KGgo=".into(), mime_type: "image/png".into() })
        .with_part(Part::Audio { data: "UklGRg==".into(), mime_type: "audio/wav".into() })
        .with_part(Part::Resource {
            uri: "file:///a.txt".into(),
            mime_type: None,
            text: Some("A text.".into()),
        })
        .with_part(Part::Resource { uri: "file:///b.txt".into(), mime_type: None, text: None })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let executor = executor()?;
    let mut specs: Vec<ToolSpec> = executor.available_tools().into_iter().cloned().collect();
    let builtin = specs.len();
    for shape in shapes::all() {
        specs.push(shape.tool()?.spec().clone());
    }
    let mut written = Map::new();
    for provider in &PROVIDERS {
        let mut tools = Vec::new();
        for (place, spec) in specs.iter().enumerate() {
            for strict in [false, true] {
                match (provider.tools)(&spec.clone().strict(strict)) {
                    Ok(rendered) => tools.extend(rendered.tools),
                    // What a provider can't take is refused, but never a built-in tool.
                    Err(error) if place < builtin => return Err(error.into()),
                    Err(_) => {}
                }
            }
        }
        let choices = [
            ToolChoice::Auto,
            ToolChoice::Never,
            ToolChoice::Required,
            ToolChoice::Tool("calculator".into()),
        ];
        let choices: Vec<Value> =
            provider.choice.map_or(Vec::new(), |choice| choices.iter().map(choice).collect());
        let mut conversations = Vec::new();
        for calls in [&CALLS[..], &CALLS[..1], &[]] {
            let response = (provider.response)(calls);
            let turn = (provider.turn)(&response)?;
            let results = executor.execute_all(&turn.calls).await;
            let mut messages = match turn.message {
                Value::Array(items) => items,
                message => vec![message],
            };
            messages.extend((provider.results)(&results));
            conversations.push(json!({ "response": response, "messages": messages }));
        }
        written.insert(
            provider.name.to_owned(),
            json!({ "tools": tools, "choices": choices, "conversations": conversations }),
        );
    }
    written.insert("mcp".to_owned(), protocol(&executor, &specs).await?);
    println!("{}", Value::Object(written));
    Ok(())
}

fn executor() -> Result<ToolExecutor, Box<dyn Error>> {
    let memory = InMemoryBackend::new().with("almanac.md", "The Sun rises in the east.");
    let engine = ScriptedEngine::new([Ok(InferenceAnswer::new("Blue."))]);
    let mut tools = tools![calculator, think, picture];
    tools.extend(Retrieval::new(memory).tools());
    tools.extend(Llm::new(engine).tools());
    tools.extend(FileReader::new([env!("CARGO_MANIFEST_DIR")])?.tools());
    Ok(ToolExecutor::new(tools)?)
}

/// MCP has requests instead of turns.
async fn protocol(executor: &ToolExecutor, specs: &[ToolSpec]) -> Result<Value, Box<dyn Error>> {
    let mut results = Vec::new();
    for (id, name, arguments) in CALLS {
        let arguments: Value = serde_json::from_str(arguments).unwrap_or(Value::Null);
        let request = json!({
            "jsonrpc": "2.0",
            "id": id,
            "method": "tools/call",
            "params": { "name": name, "arguments": arguments },
        });
        results.extend(mcp::results(&executor.execute_all(&mcp::calls(&request)?).await));
    }
    Ok(json!({ "tools": mcp::tools(specs)?.tools, "results": results }))
}

fn chat(calls: &[Made]) -> Value {
    let one = |(id, name, arguments): &Made| json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
    let mut said = json!({ "role": "assistant", "content": "Let me see.", "refusal": null });
    if !calls.is_empty() {
        said["tool_calls"] = calls.iter().map(one).collect();
    }
    json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{
            "index": 0,
            "finish_reason": if calls.is_empty() { "stop" } else { "tool_calls" },
            "logprobs": null,
            "message": said,
        }],
        "usage": { "prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10 },
    })
}

fn responses(calls: &[Made]) -> Value {
    let text = json!({ "type": "output_text", "text": "Let me see.", "annotations": [], "logprobs": [] });
    let mut output = vec![
        json!({ "type": "reasoning", "id": "rs_1", "summary": [] }),
        json!({ "type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text] }),
    ];
    output.extend(calls.iter().map(|(id, name, arguments)| {
        json!({
            "type": "function_call",
            "id": format!("fc_{id}"),
            "call_id": id,
            "name": name,
            "arguments": arguments,
            "status": "completed",
        })
    }));
    json!({
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "m",
        "status": "completed",
        "error": null,
        "incomplete_details": null,
        "instructions": null,
        "metadata": {},
        "parallel_tool_calls": true,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "output": output,
    })
}

/// Arguments as those providers send them that parse them themselves.
fn parsed(arguments: &str) -> Value {
    serde_json::from_str(arguments).unwrap_or_else(|_| json!({}))
}

fn messages(calls: &[Made]) -> Value {
    let mut content = vec![
        json!({ "type": "thinking", "thinking": "Hm.", "signature": "c2ln" }),
        json!({ "type": "text", "text": "Let me see." }),
    ];
    content.extend(calls.iter().map(
        |(id, name, arguments)| json!({ "type": "tool_use", "id": id, "name": name, "input": parsed(arguments) }),
    ));
    json!({
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": content,
        "stop_reason": if calls.is_empty() { "end_turn" } else { "tool_use" },
        "stop_sequence": null,
        "usage": { "input_tokens": 7, "output_tokens": 3 },
    })
}

fn candidates(calls: &[Made]) -> Value {
    let mut parts = vec![json!({ "text": "Hm.", "thought": true }), json!({ "text": "Let me see." })];
    parts.extend(calls.iter().map(|(_, name, arguments)| {
        json!({ "functionCall": { "name": name, "args": parsed(arguments) }, "thoughtSignature": "c2ln" })
    }));
    json!({
        "candidates": [{ "content": { "role": "model", "parts": parts }, "finishReason": "STOP", "index": 0 }],
        "usageMetadata": { "promptTokenCount": 7, "candidatesTokenCount": 3, "totalTokenCount": 10 },
    })
}

fn message(calls: &[Made]) -> Value {
    let one =
        |(_, name, arguments): &Made| json!({ "function": { "name": name, "arguments": parsed(arguments) } });
    let mut said = json!({ "role": "assistant", "content": "Let me see.", "thinking": "Hm." });
    if !calls.is_empty() {
        said["tool_calls"] = calls.iter().map(one).collect();
    }
    json!({ "model": "m", "created_at": "2026-01-01T00:00:00Z", "message": said, "done": true, "done_reason": "stop" })
}

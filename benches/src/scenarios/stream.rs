//! Whether a stream of twice as many pieces takes twice as long.

use std::hint::black_box;

use jarvis_tools::wire::stream::ChatStream;
use serde_json::{Value, json};

use crate::Failure;
use crate::harness::{Contender, Group};
use crate::scenarios::expect;

/// The pieces of a call of 200 KB, and of one twice as long.
const PIECES: [(usize, &str, f64); 2] = [(50_000, "50,000 pieces", 50.0), (100_000, "100,000 pieces", 100.0)];

pub(super) fn groups() -> Result<Vec<Group>, Failure> {
    let mut read = Vec::new();
    let mut assembled = Vec::new();
    for (count, label, thousands) in PIECES {
        let own = events(count);
        let contender = move || drop(black_box(concatenated(black_box(&own))));
        read.push(Contender::of(format!("bare, {label}"), contender).units(thousands));
    }
    for (count, label, thousands) in PIECES {
        let own = events(count);
        expect(put_together(&own) == Some(count * 4 + 8), || format!("{label} aren't put together"))?;
        let contender = move || drop(black_box(put_together(black_box(&own))));
        read.push(Contender::of(format!("jarvis-tools, {label}"), contender).units(thousands));
    }
    for (count, label, thousands) in PIECES {
        let own: Vec<Value> =
            events(count).iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
        let contender = move || drop(black_box(joined(black_box(&own))));
        assembled.push(Contender::of(format!("bare, {label}"), contender).units(thousands));
    }
    for (count, label, thousands) in PIECES {
        let own: Vec<Value> =
            events(count).iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
        let contender = move || {
            let mut stream = ChatStream::new();
            own.iter().for_each(|event| drop(black_box(stream.push_value(event))));
            drop(black_box(stream.finish()));
        };
        assembled.push(Contender::of(format!("jarvis-tools, {label}"), contender).units(thousands));
    }
    let table = "A call in pieces of 4 bytes; a thousand pieces".to_owned();
    Ok(vec![
        Group { table: table.clone(), label: "events as text".to_owned(), contenders: read },
        Group { table, label: "events read already".to_owned(), contenders: assembled },
    ])
}

/// Chunks of Chat Completions, as text.
fn events(count: usize) -> Vec<String> {
    let chunk = |call: Value| {
        json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "m", "choices": [
            { "index": 0, "delta": { "tool_calls": [call] }, "finish_reason": null },
        ]})
    };
    let piece = |text: &str| chunk(json!({ "index": 0, "function": { "arguments": text } })).to_string();
    let begin = json!({ "index": 0, "id": "c1", "function": { "name": "write", "arguments": "{\"a\":\"" } });
    let mut events = vec![chunk(begin).to_string()];
    events.extend((0..count).map(|number| piece(["abcd", "ef g", "\\n\\\"", "hijk"][number % 4])));
    events.push(piece("\"}"));
    events
        .push(json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] }).to_string());
    events
}

/// What is done without an assembler: each event is read, and the piece goes behind the others.
fn concatenated(events: &[String]) -> String {
    let values = events.iter().filter_map(|event| serde_json::from_str(event).ok());
    values.fold(String::new(), |mut text, event: Value| {
        text.push_str(piece_of(&event));
        text
    })
}

fn joined(events: &[Value]) -> String {
    events.iter().map(piece_of).collect()
}

fn piece_of(event: &Value) -> &str {
    event["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"].as_str().unwrap_or_default()
}

/// The length of the call's arguments, if the stream gives one call.
fn put_together(events: &[String]) -> Option<usize> {
    let mut stream = ChatStream::new();
    for event in events {
        black_box(stream.push(event).ok()?);
    }
    Some(stream.finish().calls.first()?.arguments.len())
}

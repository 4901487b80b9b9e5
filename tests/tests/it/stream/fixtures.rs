//! Recorded streams, made after the providers' documented shapes, and what they are when put together.

use std::fmt::Write as _;

use jarvis_tools::wire::stream::{
    AnthropicStream, ChatStream, Finished, GeminiStream, JsonLines, OllamaStream, ResponsesStream, SseReader,
};

/// A recorded stream: its name, which begins with the provider's, and its bytes.
pub(super) type Fixture = (&'static str, &'static [u8]);

macro_rules! fixtures {
    ($($name:literal)*) => {
        /// All of them.
        pub(super) const FIXTURES: &[Fixture] = &[$(($name, include_bytes!(concat!("fixtures/", $name)))),*];
    };
}

fixtures! {
    "anthropic_empty.sse"
    "anthropic_error.sse"
    "anthropic_max_tokens.sse"
    "anthropic_parallel.sse"
    "anthropic_refusal.sse"
    "chat_empty.sse"
    "chat_length.sse"
    "chat_length_readable.sse"
    "chat_object.sse"
    "chat_parallel.sse"
    "chat_refusal.sse"
    "chat_repeats.sse"
    "chat_text.sse"
    "chat_whole_calls.sse"
    "gemini_blocked.sse"
    "gemini_in_parts.sse"
    "gemini_in_parts_max_tokens.sse"
    "gemini_max_tokens.sse"
    "gemini_parallel.sse"
    "gemini_safety.sse"
    "gemini_snake.sse"
    "ollama_calls.ndjson"
    "ollama_empty.ndjson"
    "ollama_length.ndjson"
    "responses_empty.sse"
    "responses_incomplete.sse"
    "responses_parallel.sse"
    "responses_refusal.sse"
}

/// The bytes of a fixture.
pub(super) fn named(name: &str) -> &'static [u8] {
    FIXTURES.iter().find(|(own, _)| *own == name).expect("there is such a fixture").1
}

/// The events of a stream whose bytes come in these pieces.
pub(super) fn events<'p>(name: &str, pieces: impl IntoIterator<Item = &'p [u8]>) -> Vec<String> {
    let mut events = Vec::new();
    if name.ends_with(".ndjson") {
        let mut reader = JsonLines::new();
        pieces.into_iter().for_each(|piece| events.extend(reader.push(piece)));
        events.extend(reader.finish());
    } else {
        let mut reader = SseReader::new();
        let mut all = Vec::new();
        pieces.into_iter().for_each(|piece| all.extend(reader.push(piece)));
        all.extend(reader.finish());
        events.extend(all.into_iter().map(|event| event.data));
    }
    events
}

/// What an assembler makes of events, and the errors on the way.
pub(super) fn assembled<'e>(
    name: &str,
    events: impl IntoIterator<Item = &'e String>,
) -> (Finished, Vec<String>) {
    macro_rules! with {
        ($stream:ty) => {{
            let (mut stream, mut errors) = (<$stream>::new(), Vec::new());
            for event in events {
                errors.extend(stream.push(event).err().map(|error| error.to_string()));
            }
            (stream.finish(), errors)
        }};
    }
    match name.split('_').next() {
        Some("anthropic") => with!(AnthropicStream),
        Some("chat") => with!(ChatStream),
        Some("gemini") => with!(GeminiStream),
        Some("ollama") => with!(OllamaStream),
        Some("responses") => with!(ResponsesStream),
        _ => panic!("{name} names no provider"),
    }
}

/// A whole fixture, put together.
pub(super) fn whole(name: &str) -> (Finished, Vec<String>) {
    assembled(name, &events(name, [named(name)]))
}

/// What a fixture becomes, for a reader.
pub(super) fn told(name: &str) -> String {
    let (finished, errors) = whole(name);
    let mut page = String::new();
    let mut line = |what: &str, text: String| writeln!(page, "{what}: {text}").expect("a string takes text");
    line("text", format!("{:?}", finished.text));
    line("thoughts", format!("{:?}", finished.thoughts));
    line("refusal", format!("{:?}", finished.refusal));
    for call in &finished.calls {
        line("call", format!("{} {} {}", call.id, call.name, call.arguments));
    }
    for call in &finished.unfinished {
        let shown = call.arguments();
        let value = shown.value().map_or_else(|| "nothing".to_owned(), |value| value.to_string());
        line(
            "unfinished",
            format!("{} {} {} ({:?}: {value})", call.id(), call.name(), call.text(), shown.state()),
        );
    }
    line("cut off", finished.cut_off.to_string());
    line("finish reason", format!("{:?}", finished.finish_reason));
    line("usage", format!("{:?}", finished.usage));
    for error in errors {
        line("error", error);
    }
    page
}

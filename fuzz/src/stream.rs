//! Arbitrary bytes as a stream of model output: nothing panics, pieces don't matter, and what broke off doesn't run.

use jarvis_tools::wire::stream::{
    AnthropicStream, ArgumentsState, ChatStream, Finished, GeminiStream, JsonLines, OllamaStream,
    ResponsesStream, SseReader,
};
use serde_json::Value;

/// Puts events together, and looks at the calls on the way.
macro_rules! put_together {
    ($stream:ty, $events:expr) => {{
        let mut stream = <$stream>::new();
        let (mut failed, mut begun) = (false, 0);
        for event in &$events {
            match stream.push(event) {
                Ok(_) => {}
                Err(error) => {
                    failed = true;
                    assert!(error.to_string().len() <= 2_048, "{error}");
                }
            }
            for call in stream.calls().iter().rev().take(3) {
                let arguments = call.arguments();
                look_at(arguments.state(), arguments.text(), arguments.value());
            }
            assert!(stream.calls().len() >= begun, "calls went away");
            begun = stream.calls().len();
        }
        hold(&stream.finish(), failed, begun);
    }};
}
/// Puts the bytes together as a stream; the first byte says whose it is and how the rest is cut.
///
/// # Panics
///
/// If something doesn't hold.
pub fn check(data: &[u8]) {
    let Some((first, bytes)) = data.split_first() else { return };
    let size = usize::from(first / 5).max(1);
    let events = events(*first, bytes.chunks(size));
    assert_eq!(events, self::events(*first, [bytes]), "pieces of {size} bytes give other events");
    match first % 5 {
        0 => put_together!(ChatStream, events),
        1 => put_together!(AnthropicStream, events),
        2 => put_together!(ResponsesStream, events),
        3 => put_together!(GeminiStream, events),
        _ => put_together!(OllamaStream, events),
    }
}

fn events<'p>(first: u8, pieces: impl IntoIterator<Item = &'p [u8]>) -> Vec<String> {
    let mut events = Vec::new();
    if first % 5 == 4 {
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

fn look_at(state: ArgumentsState, text: &str, shown: Option<Value>) {
    match state {
        ArgumentsState::Failed => {
            assert!(shown.is_none());
            // A text that failed is none that another reader takes.
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        }
        ArgumentsState::Complete | ArgumentsState::Partial => {
            assert!(shown.is_some(), "nothing can be seen of {text}");
        }
        _ => unreachable!("there are no others"),
    }
}

fn hold(finished: &Finished, failed: bool, begun: usize) {
    assert_eq!(finished.calls.len() + finished.unfinished.len(), begun, "a call is lost");
    assert!(!failed || finished.cut_off && finished.calls.is_empty(), "calls would run after an error");
    let mut ids: Vec<&str> = finished.calls.iter().map(|call| call.id.as_str()).collect();
    ids.extend(finished.unfinished.iter().map(|call| call.id()));
    assert!(ids.iter().all(|id| !id.is_empty()));
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), begun, "two calls have one id");
}

//! Responses as each provider writes them, read whole: what they become, and the message that the next request repeats.

use std::fmt::Write as _;

use jarvis_tools::wire::{Turn, WireError, anthropic, gemini, ollama, openai};
use serde_json::Value;

macro_rules! fixtures {
    ($($name:literal)*) => {
        /// A name, which begins with the provider's, and the response.
        const FIXTURES: &[(&str, &str)] = &[$(($name, include_str!(concat!("fixtures/", $name, ".json")))),*];
    };
}

fixtures! {
    "anthropic_cut_off"
    "anthropic_empty"
    "anthropic_malformed"
    "anthropic_parallel"
    "anthropic_refusal"
    "chat_cut_off"
    "chat_empty"
    "chat_malformed"
    "chat_object"
    "chat_parallel"
    "chat_refusal"
    "gemini_blocked"
    "gemini_cut_off"
    "gemini_empty"
    "gemini_malformed"
    "gemini_parallel"
    "ollama_cut_off"
    "ollama_empty"
    "ollama_malformed"
    "ollama_parallel"
    "ollama_text"
    "responses_cut_off"
    "responses_empty"
    "responses_malformed"
    "responses_object"
    "responses_parallel"
    "responses_refusal"
}

fn read(name: &str, response: &Value) -> Result<Turn, WireError> {
    match name.split('_').next() {
        Some("anthropic") => anthropic::turn(response),
        Some("chat") => openai::turn(response),
        Some("gemini") => gemini::turn(response),
        Some("ollama") => ollama::turn(response),
        Some("responses") => openai::responses::turn(response),
        _ => panic!("{name} names no provider"),
    }
}

fn told(turn: &Turn) -> String {
    let mut page = String::new();
    let mut line = |what: &str, text: String| writeln!(page, "{what}: {text}").expect("a string takes text");
    line("text", format!("{:?}", turn.text));
    line("refusal", format!("{:?}", turn.refusal));
    for (what, calls) in [("call", &turn.calls), ("unfinished", &turn.unfinished)] {
        for call in calls {
            line(what, format!("{} {} {}", call.id, call.name, call.arguments));
        }
    }
    line("cut off", turn.cut_off.to_string());
    line("finish reason", format!("{:?}", turn.finish_reason));
    line("usage", format!("{:?}", turn.usage));
    line("message", turn.message.to_string());
    page
}

#[cfg(feature = "preserve_order")]
#[test]
fn what_the_fixtures_become() {
    let mut page = String::new();
    for (name, text) in FIXTURES {
        let response = serde_json::from_str(text).expect("a fixture is JSON");
        let turn = read(name, &response).unwrap_or_else(|error| panic!("{name}: {error}"));
        write!(page, "## {name}\n{}\n", told(&turn)).expect("a string takes text");
    }
    insta::assert_snapshot!(page);
}

#[test]
fn what_is_repeated_says_the_same_and_stays() {
    for (name, text) in FIXTURES {
        let response = serde_json::from_str(text).expect("a fixture is JSON");
        let turn = read(name, &response).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = read(name, &turn.message).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(told(&again).matches("\ncall: ").count(), turn.calls.len(), "{name}");
        assert_eq!(again.message, turn.message, "{name}");
        assert_eq!(again.unfinished, [], "{name}: what broke off isn't repeated");
    }
}

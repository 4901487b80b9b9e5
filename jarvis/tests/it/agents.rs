//! Questions that become answers.

use futures_util::StreamExt as _;
use jarvis::engine::ScriptedEngine;
use jarvis::{ErrorKind, Event, Jarvis};
use jarvis_tools::prelude::*;
use serde_json::{Value, json};

use crate::server::{Reply, Server, calls, says};

/// Wipes it.
#[tool(requires_confirmation)]
async fn wipe() -> &'static str {
    "wiped"
}

fn scripted(responses: impl IntoIterator<Item = Value>) -> (ScriptedEngine, Jarvis) {
    let engine = ScriptedEngine::new(responses);
    let builder = Jarvis::builder().config(jarvis::Config::default()).engine(engine.clone());
    (engine, builder.tools(tools![wipe]).build().unwrap())
}

#[tokio::test]
async fn calls_run_side_by_side_and_their_results_go_back_in_order() {
    let first = calls(&[
        ("c1", "calculator", r#"{"expression":"340 * 15 / 100"}"#),
        ("c2", "think", r#"{"thought":"Hm."}"#),
        ("c3", "nope", "{}"),
    ]);
    let server = Server::start([Reply::Json(first), Reply::Json(says("It is 51."))]).await;
    let jarvis = Jarvis::builder().config(server.config(0)).build().unwrap();
    let answer = jarvis
        .ask_full("What is 15% of 340?")
        .agent("orchestrator")
        .tools(["calculator", "think"])
        .await
        .unwrap();
    assert_eq!((answer.content.as_str(), answer.turns), ("It is 51.", 2));
    assert_eq!((answer.model.as_str(), answer.engine.as_str()), ("small", "openai"));
    assert_eq!((answer.usage.prompt_tokens, answer.usage.completion_tokens), (20, 4));
    let results: Vec<(&str, bool)> =
        answer.tool_results.iter().map(|result| (result.tool_name.as_str(), result.success)).collect();
    assert_eq!(results, [("calculator", true), ("think", true), ("nope", false)]);
    let asked = server.asked();
    assert_eq!(asked[0]["tools"].as_array().unwrap().len(), 2);
    let messages = asked[1]["messages"].as_array().unwrap();
    let ids: Vec<&str> =
        messages[2..].iter().map(|message| message["tool_call_id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["c1", "c2", "c3"]);
    assert_eq!(messages[2]["content"], "51.0");
    assert!(messages[4]["content"].as_str().unwrap().starts_with("Unknown tool 'nope'"));
}

#[tokio::test]
async fn a_model_corrects_itself_after_an_error() {
    let (engine, jarvis) = scripted([
        calls(&[("c1", "calculator", r#"{"expresion":"2+2"}"#)]),
        calls(&[("c2", "calculator", r#"{"expression":"2+2"}"#)]),
        says("4"),
    ]);
    let answer = jarvis.ask_full("2+2?").tools(["calculator"]).await.unwrap();
    let results: Vec<bool> = answer.tool_results.iter().map(|result| result.success).collect();
    assert_eq!((answer.content.as_str(), results), ("4", vec![false, true]));
    let told = engine.requests()[1].messages[2]["content"].as_str().unwrap().to_owned();
    assert!(told.contains("did you mean 'expression' for 'expresion'?"), "{told}");
}

#[tokio::test]
async fn the_same_call_is_not_made_for_ever() {
    let again = || calls(&[("c", "calculator", r#"{"expression": "1+1"}"#)]);
    let (_, jarvis) = scripted([again(), again(), again(), again(), says("2")]);
    let answer = jarvis.ask_full("1+1?").tools(["calculator"]).await.unwrap();
    let results: Vec<bool> = answer.tool_results.iter().map(|result| result.success).collect();
    assert_eq!(results, [true, true, false, false]);
    assert!(
        answer.tool_results[2].content.contains("with the same arguments"),
        "{:?}",
        answer.tool_results[2]
    );
}

#[tokio::test]
async fn turns_come_to_an_end() {
    let call = |n: usize| calls(&[("c", "calculator", &format!(r#"{{"expression":"{n}"}}"#))]);
    let (_, jarvis) = scripted((0..20).map(call));
    let answer = jarvis.ask_full("?").tools(["calculator"]).await.unwrap();
    assert_eq!(
        (answer.turns, answer.content.as_str()),
        (10, "Maximum turns reached without a final answer.")
    );
    let (_, jarvis) = scripted((0..20).map(call));
    assert_eq!(jarvis.ask_full("?").tools(["calculator"]).max_turns(3).await.unwrap().turns, 3);
}

#[tokio::test]
async fn an_answer_that_was_cut_off_goes_on() {
    let cut = |text: &str| json!({ "choices": [{ "finish_reason": "length", "message": { "role": "assistant", "content": text } }] });
    let (engine, jarvis) = scripted([cut("Once upon "), says("a time.")]);
    assert_eq!(jarvis.ask("Tell!").await.unwrap(), "Once upon a time.");
    let last = engine.requests()[1].messages.last().unwrap().clone();
    assert!(last["content"].as_str().unwrap().contains("cut off"));

    // A call that was cut off doesn't run.
    let mut half = calls(&[("c", "calculator", r#"{"expression":"1"#)]);
    half["choices"][0]["finish_reason"] = "length".into();
    let (engine, jarvis) = scripted([half, says("Done.")]);
    let answer = jarvis.ask_full("?").tools(["calculator"]).await.unwrap();
    assert!(answer.tool_results.is_empty());
    assert!(
        engine.requests()[1].messages.last().unwrap()["content"].as_str().unwrap().contains("did not run")
    );
}

#[tokio::test]
async fn what_wants_to_be_confirmed_is_denied_without_anybody() {
    let (_, jarvis) = scripted([calls(&[("c", "wipe", "{}")]), says("No.")]);
    let answer = jarvis.ask_full("Wipe!").tools(["wipe"]).await.unwrap();
    assert!(!answer.tool_results[0].success, "{:?}", answer.tool_results[0]);
}

#[tokio::test]
async fn names_that_there_are_not() {
    let (_, jarvis) = scripted([]);
    let error = jarvis.ask("?").agent("orchestrater").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownName);
    assert!(error.to_string().contains("did you mean 'orchestrator'"), "{error}");
    let error = jarvis.ask("?").tools(["calculater"]).await.unwrap_err();
    assert!(error.to_string().contains("calculator"), "{error}");
    let error = jarvis.ask("?").agent("simple").tools(["think"]).await.unwrap_err();
    assert!(error.to_string().contains("uses no tools"), "{error}");
}

#[tokio::test]
async fn events_come_as_things_happen() {
    let (_, jarvis) = scripted([calls(&[("c", "think", r#"{"thought":"Hm."}"#)]), says("Done.")]);
    let events: Vec<String> = jarvis
        .ask_full("?")
        .tools(["think"])
        .stream()
        .map(|event| match event.unwrap() {
            Event::Turn { number } => format!("turn {number}"),
            Event::Text { text } => text,
            Event::Tool { event } => {
                serde_json::to_value(&*event).unwrap()["type"].as_str().unwrap().to_owned()
            }
            Event::Answer { answer } => format!("answer {}", answer.content),
            other => format!("{other:?}"),
        })
        .collect()
        .await;
    assert_eq!(events, ["turn 1", "tool_call_start", "tool_call_end", "turn 2", "Done.", "answer Done."]);

    let (_, jarvis) = scripted([]);
    let last = jarvis.ask_full("?").stream().collect::<Vec<_>>().await.pop().unwrap();
    assert!(last.unwrap_err().to_string().contains("the script is over"));
}

#[tokio::test]
async fn the_price_of_a_model_is_summed() {
    let think = calls(&[("c1", "think", r#"{"thought":"Hm."}"#)]);
    let ask_model = calls(&[("c2", "llm", r#"{"prompt":"Hm?"}"#)]);
    let server =
        Server::start([think, ask_model, says("A tool's answer."), says("Done.")].map(Reply::Json)).await;
    let mut config = server.config(0);
    config.prices.insert("small".to_owned(), jarvis::Price { input: 100.0, output: 1000.0 });
    let jarvis = Jarvis::builder().config(config).build().unwrap();
    let answer = jarvis.ask_full("Hm?").tools(["think", "llm"]).await.unwrap();
    // Four requests of 10 tokens there and 2 back.
    assert_eq!((answer.usage.prompt_tokens, answer.usage.completion_tokens), (40, 8));
    assert!((answer.cost_usd - 0.012).abs() < 1e-12, "{}", answer.cost_usd);
}

#[tokio::test]
async fn the_settings_stand_for_what_a_question_leaves_out() {
    let engine = ScriptedEngine::new((0..4).map(|_| says("Yes.")));
    let mut config = jarvis::Config::default();
    config.agent = Some("orchestrator".to_owned());
    config.agent_tools = vec!["think".to_owned()];
    config.system = Some("Be brief.".to_owned());
    config.temperature = Some(0.5);
    let jarvis = Jarvis::builder().config(config.clone()).engine(engine.clone()).build().unwrap();
    jarvis.ask("Hm?").await.unwrap();
    jarvis.ask_full("Hm?").tools(["calculator"]).system("Be long.").temperature(1.0).await.unwrap();
    // An agent that uses no tools does without the usual ones.
    jarvis.ask("Hm?").agent("simple").await.unwrap();
    let error = jarvis.ask("Hm?").agent("simple").tools(["think"]).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    let requests = engine.requests();
    let seen: Vec<(Vec<&str>, &Value, Option<f64>)> = requests
        .iter()
        .map(|request| {
            let tools = request.tools.iter().map(|tool| tool["function"]["name"].as_str().unwrap()).collect();
            (tools, &request.messages[0]["content"], request.temperature)
        })
        .collect();
    assert_eq!(
        seen,
        [
            (vec!["think"], &json!("Be brief."), Some(0.5)),
            (vec!["calculator"], &json!("Be long."), Some(1.0)),
            (vec![], &json!("Be brief."), Some(0.5)),
        ]
    );
    config.agent_tools = vec!["thnk".to_owned()];
    let jarvis = Jarvis::builder().config(config).engine(engine).build().unwrap();
    assert_eq!(jarvis.ask("Hm?").await.unwrap_err().kind(), ErrorKind::UnknownName);
}

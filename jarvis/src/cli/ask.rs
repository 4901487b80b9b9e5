//! `jarvis ask`.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use jarvis_tools::prelude::*;
use jarvis_tools::{Confirmation, ConfirmationRequest, ToolEvent};

use super::Failure;
use super::tools::has_terminal;
use crate::agent::Event;
use crate::config::Config;
use crate::engine::{OpenAiEngine, ScriptedEngine};
use crate::error::{Error, ErrorKind};
use crate::sdk::Jarvis;
use crate::words::printable;

#[derive(Args)]
pub(super) struct AskArgs {
    /// The question; `-` reads it from the input.
    question: String,
    /// The agent: simple, or orchestrator, which it is where there are tools.
    #[arg(long)]
    agent: Option<String>,
    /// The tools that the model may call, as in `calculator,think`; an empty text is none.
    #[arg(long, value_delimiter = ',')]
    tools: Option<Vec<String>>,
    /// The engine: `openai`, or `scripted FILE` for a recorded conversation.
    #[arg(long, num_args = 1..=2, value_names = ["NAME", "FILE"])]
    engine: Vec<String>,
    /// The model.
    #[arg(long)]
    model: Option<String>,
    /// Where the engine is.
    #[arg(long)]
    base_url: Option<String>,
    /// What the model is told before the question.
    #[arg(long)]
    system: Option<String>,
    /// How much chance there is in the answer, from 0 on.
    #[arg(long)]
    temperature: Option<f64>,
    /// How many turns there are at most.
    #[arg(long)]
    max_turns: Option<usize>,
    /// Prints the whole answer as JSON.
    #[arg(long)]
    json: bool,
    /// Confirms what wants to be confirmed.
    #[arg(long)]
    yes: bool,
}

pub(super) async fn ask(args: AskArgs, own: &[Arc<dyn Tool>]) -> Result<(), Failure> {
    let question = if args.question == "-" {
        std::io::read_to_string(std::io::stdin())
            .map_err(|error| Error::new(ErrorKind::Config, format!("the input can't be read: {error}")))?
    } else {
        args.question.clone()
    };
    let mut config = match &args.base_url {
        Some(base_url) => Config::found_at(base_url)?,
        None => Config::found()?,
    };
    config.model = args.model.clone().or(config.model);
    let yes = args.yes;
    let builder = Jarvis::builder().tools(own.iter().cloned()).confirm_with(move |request| async move {
        if yes { Confirmation::Allow } else { confirm_on_terminal(request).await }
    });
    let builder = match args.engine.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["openai"] => builder.engine(OpenAiEngine::new(&config)?),
        ["scripted", file] => builder.engine(ScriptedEngine::from_file(PathBuf::from(file))?),
        ["scripted"] => {
            return Err(Error::new(
                ErrorKind::Config,
                "the engine 'scripted' wants a file: --engine scripted FILE",
            )
            .into());
        }
        [other, ..] => return Err(Error::unknown("engine", other, ["openai", "scripted"]).into()),
    };
    let jarvis = builder.config(config).build()?;
    let mut ask = jarvis.ask_full(question);
    if let Some(tools) = args.tools {
        ask = ask.tools(tools.into_iter().filter(|name| !name.is_empty()));
    }
    if let Some(agent) = args.agent {
        ask = ask.agent(agent);
    }
    if let Some(system) = args.system {
        ask = ask.system(system);
    }
    if let Some(temperature) = args.temperature {
        ask = ask.temperature(temperature);
    }
    if let Some(turns) = args.max_turns {
        ask = ask.max_turns(turns);
    }
    let screen = Screen::new(args.json);
    let outcome = ask.run(&|event| screen.show(&event), screen.streams).await;
    screen.end();
    let answer = outcome?;
    if args.json {
        println!("{}", serde_json::to_string_pretty(&answer).unwrap_or_default());
    } else if !screen.streams {
        println!("{}", answer.content);
    }
    Ok(())
}

/// What is seen while the model works: on a terminal its words as they come, calls of tools and a spinner; nothing
/// where the output goes elsewhere.
struct Screen {
    streams: bool,
    /// Whether there is a terminal for what isn't the answer.
    tells: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// There is none while words stand in its line.
    spinner: Option<ProgressBar>,
    /// Whether the line on the screen has words.
    open: bool,
}

impl Screen {
    fn new(json: bool) -> Self {
        let streams = std::io::stdout().is_terminal() && !json;
        Self { streams, tells: std::io::stderr().is_terminal(), state: Mutex::default() }
    }

    fn show(&self, event: &Event) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Turn { .. } => {
                state.end_line();
                state.spin(self.tells);
            }
            Event::Text { text } if self.streams => {
                state.stop();
                print!("{}", printable(text));
                // A terminal that is gone is noticed by who reads it.
                let _ = std::io::stdout().flush();
                state.open = !text.ends_with('\n');
            }
            Event::Tool { event } if self.tells => {
                if let Some(line) = line(event) {
                    state.stop();
                    state.end_line();
                    eprintln!("{}", printable(&line));
                    state.spin(true);
                }
            }
            _ => {}
        }
    }

    fn end(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.stop();
        state.end_line();
    }
}

impl State {
    fn spin(&mut self, tells: bool) {
        if tells && self.spinner.is_none() {
            let spinner = ProgressBar::new_spinner().with_message("thinking");
            spinner.enable_steady_tick(Duration::from_millis(100));
            self.spinner = Some(spinner);
        }
    }

    fn stop(&mut self) {
        if let Some(spinner) = self.spinner.take() {
            spinner.finish_and_clear();
        }
    }

    fn end_line(&mut self) {
        if std::mem::take(&mut self.open) {
            println!();
        }
    }
}

/// What is told of a call.
fn line(event: &ToolEvent) -> Option<String> {
    match event {
        ToolEvent::CallStart { tool, arguments, .. } => {
            let arguments: String = arguments.to_string().chars().take(200).collect();
            Some(format!("→ {tool} {arguments}"))
        }
        ToolEvent::CallEnd { tool, success, latency_seconds, .. } => {
            Some(format!("{} {tool} ({latency_seconds:.1} s)", if *success { "✓" } else { "✗" }))
        }
        _ => None,
    }
}

/// Asks whoever sits at the terminal; without one the call is denied.
pub(super) async fn confirm_on_terminal(request: ConfirmationRequest) -> Confirmation {
    if !has_terminal() {
        return Confirmation::Deny("nobody is there to confirm it; run it with --yes".to_owned());
    }
    let asked = tokio::task::spawn_blocking(move || {
        let question = format!("\nRun {} with {}? [y/N] ", request.spec().name, request.arguments);
        eprint!("{}", printable(&question));
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer).is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
    });
    match asked.await {
        Ok(true) => Confirmation::Allow,
        _ => Confirmation::Deny("the user said no".to_owned()),
    }
}

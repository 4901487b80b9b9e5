//! The command.

mod ask;

mod memory;

mod tools;

use std::future::Future;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory as _, Parser, Subcommand};
use jarvis_tools::prelude::*;

use crate::config::Config;
use crate::error::{Error, ErrorKind};
use crate::words::printable;

/// Something failed.
const FAILED: u8 = 1;
/// The command or a tool's arguments are wrong.
const USAGE: u8 = 2;
/// Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Asks language models that use tools.
///
/// Exit codes: 0 it worked; 1 it failed (an engine, a tool, an unknown name); 2 the command or the arguments of a
/// tool are wrong; 130 it was interrupted.
#[derive(Parser)]
#[command(name = "jarvis", version, about, long_about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Asks the model.
    Ask(ask::AskArgs),
    /// Lists, shows and calls tools, without a model.
    Tools {
        #[command(subcommand)]
        command: tools::ToolsCommand,
    },
    /// Adds to the memory, searches it, deletes from it.
    Memory(memory::MemoryArgs),
    /// Shows the settings and where they come from.
    Config,
    /// Prints completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// How a command ends that didn't work.
struct Failure {
    code: u8,
    message: String,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let code = if error.kind() == ErrorKind::Cancelled { INTERRUPTED } else { FAILED };
        Self { code, message: error.to_string() }
    }
}

impl From<DefinitionError> for Failure {
    fn from(error: DefinitionError) -> Self {
        Error::from(error).into()
    }
}

/// Runs the command `jarvis` with these tools beside the built-in ones; the whole `main` of a binary.
///
/// It starts a runtime of its own and must not be called inside of one.
pub fn cli(tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> ExitCode {
    let tools: Vec<Arc<dyn Tool>> = tools.into_iter().collect();
    let parsed = match Cli::try_parse() {
        Ok(parsed) => parsed,
        Err(error) => {
            // Help goes to the output, a mistake to the error output; nobody is left to tell if that fails.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    match run(parsed.command, &tools) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                eprintln!("jarvis: {}", printable(&failure.message));
            }
            ExitCode::from(failure.code)
        }
    }
}

fn run(command: Command, tools: &[Arc<dyn Tool>]) -> Result<(), Failure> {
    match command {
        Command::Ask(args) => wait(ask::ask(args, tools)),
        Command::Tools { command } => wait(tools::run(command, tools)),
        Command::Memory(args) => wait(memory::run(args)),
        Command::Config => {
            show(&Config::found()?);
            Ok(())
        }
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "jarvis", &mut std::io::stdout());
            Ok(())
        }
    }
}

/// Waits for a command, until somebody interrupts it.
fn wait(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure { code: FAILED, message: format!("there can be no runtime: {error}") })?;
    let outcome = runtime.block_on(async {
        tokio::select! {
            outcome = work => outcome,
            _ = tokio::signal::ctrl_c() => Err(Failure { code: INTERRUPTED, message: "interrupted".to_owned() }),
        }
    });
    // What hangs doesn't keep the command alive.
    runtime.shutdown_background();
    outcome
}

fn show(config: &Config) {
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "(not set)".to_owned());
    let file =
        config.file.as_ref().map_or_else(|| "(none)".to_owned(), |file: &PathBuf| file.display().to_string());
    let number = |value: Option<f64>| value.map_or_else(|| "(not set)".to_owned(), |value| value.to_string());
    println!("file          {file}");
    println!("base_url      {}", text(&config.base_url));
    println!("api_key       {}", if config.api_key.is_some() { "(set)" } else { "(not set)" });
    println!("model         {}", text(&config.model));
    println!("temperature   {}", number(config.temperature));
    println!("timeout       {} s", config.timeout.as_secs());
    println!("max_retries   {}", config.max_retries);
    println!("agent         {}", text(&config.agent));
    println!("agent tools   {}", config.agent_tools.join(", "));
    println!("system        {}", text(&config.system));
    println!("max_turns     {}", config.max_turns);
    let dirs: Vec<String> = config.allowed_dirs.iter().map(|dir| dir.display().to_string()).collect();
    println!("allowed_dirs  {}", dirs.join(", "));
    let memory = config.memory_path().map_or_else(|_| "(none)".to_owned(), |path| path.display().to_string());
    println!("memory        {memory}");
    for (model, price) in &config.prices {
        println!(
            "price         {model}: {} in, {} out (US dollars a million tokens)",
            price.input, price.output
        );
    }
}

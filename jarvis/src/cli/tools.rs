//! `jarvis tools`.

use std::io::IsTerminal as _;
use std::sync::Arc;

use clap::{Subcommand, ValueEnum};
use jarvis_tools::prelude::*;
use jarvis_tools::wire::{Rendered, anthropic, gemini, mcp, ollama, openai};
use jarvis_tools::{Confirmation, ToolErrorKind};
use serde_json::Value;

use super::ask::confirm_on_terminal;
use super::{FAILED, Failure, USAGE};
use crate::config::Config;
use crate::engine::{ChatEngine, OpenAiEngine};
use crate::error::{Error, ErrorKind};
use crate::tools;

#[derive(Subcommand)]
pub(super) enum ToolsCommand {
    /// Lists the tools.
    List,
    /// Shows the definition of a tool, as a provider takes it.
    Show {
        /// The tool.
        name: String,
        /// Whose format.
        #[arg(long, value_enum, default_value_t = Format::Openai)]
        format: Format,
    },
    /// Calls a tool; exits with 1 if it fails, with 2 if the arguments are wrong.
    Call {
        /// The tool.
        name: String,
        /// Its arguments as JSON; `-` reads them from the input.
        #[arg(default_value = "{}")]
        arguments: String,
        /// Confirms what wants to be confirmed.
        #[arg(long)]
        yes: bool,
        /// Prints the whole result as JSON.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Format {
    Openai,
    OpenaiStrict,
    Responses,
    Anthropic,
    Gemini,
    Ollama,
    Mcp,
}

pub(super) async fn run(command: ToolsCommand, own: &[Arc<dyn Tool>]) -> Result<(), Failure> {
    let config = Config::found()?;
    // Without an engine there is no `llm`, and all others work.
    let engine = OpenAiEngine::new(&config).ok().map(|engine| Arc::new(engine) as Arc<dyn ChatEngine>);
    let registry = tools::all(&config, engine.as_ref(), own)?;
    match command {
        ToolsCommand::List => {
            let longest = registry.names().map(str::len).max().unwrap_or_default();
            for spec in registry.specs() {
                println!("{:longest$}  {}", spec.name, first_sentence(&spec.description));
            }
            Ok(())
        }
        ToolsCommand::Show { name, format } => show(find(&registry, &name)?.spec(), format),
        ToolsCommand::Call { name, arguments, yes, json } => {
            let tool = Arc::clone(find(&registry, &name)?);
            call(tool, &arguments, yes, json).await
        }
    }
}

fn find<'r>(registry: &'r ToolRegistry, name: &str) -> Result<&'r Arc<dyn Tool>, Failure> {
    registry.get(name).ok_or_else(|| Error::unknown("tool", name, registry.names()).into())
}

fn show(spec: &ToolSpec, format: Format) -> Result<(), Failure> {
    let strict = spec.clone().strict(true);
    let rendered = match format {
        Format::Openai => openai::tools([spec]),
        Format::OpenaiStrict => openai::tools([&strict]),
        Format::Responses => openai::responses::tools([spec]),
        Format::Anthropic => anthropic::tools([spec]),
        Format::Gemini => gemini::tools([spec]),
        Format::Ollama => ollama::tools([spec]),
        Format::Mcp => mcp::tools([spec]),
    };
    let Rendered { tools, losses, .. } = rendered.map_err(Error::from)?;
    for loss in losses {
        eprintln!("jarvis: not said: {loss}");
    }
    let tool = tools.into_iter().next().unwrap_or_default();
    println!("{tool:#}");
    Ok(())
}

fn first_sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.find(". ").map_or(line, |end| &line[..=end])
}

async fn call(tool: Arc<dyn Tool>, arguments: &str, yes: bool, json: bool) -> Result<(), Failure> {
    let arguments = if arguments == "-" {
        std::io::read_to_string(std::io::stdin())
            .map_err(|error| Error::new(ErrorKind::Tool, format!("the input can't be read: {error}")))?
    } else {
        arguments.to_owned()
    };
    let name = tool.spec().name.clone();
    let executor = ToolExecutor::new([tool])?.confirm_with(move |request| async move {
        if yes { Confirmation::Allow } else { confirm_on_terminal(request).await }
    });
    let result = executor.execute(&ToolCall::new("call_1", name, arguments)).await;
    if json {
        let text = serde_json::to_string_pretty(&result).unwrap_or_default();
        println!("{text}");
    } else if result.success {
        println!("{}", result.content);
        for part in &result.parts {
            eprintln!("jarvis: beside it: {}", summary(&serde_json::to_value(part).unwrap_or_default()));
        }
    }
    match result.error {
        None => Ok(()),
        Some(kind) => {
            let code = if kind == ToolErrorKind::InvalidArguments { USAGE } else { FAILED };
            Err(Failure { code, message: if json { String::new() } else { result.content } })
        }
    }
}

/// A part without its data.
fn summary(part: &Value) -> String {
    ["type", "mime_type", "uri"].iter().filter_map(|key| part[*key].as_str()).collect::<Vec<_>>().join(" ")
}

/// Whether somebody can be asked.
pub(super) fn has_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

//! `jarvis memory`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Read as _, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{FAILED, Failure, USAGE};
use crate::config::Config;
use crate::error::{Error, ErrorKind};
use crate::memory::{Found, Memory, chunks, find};
use crate::words::printable;

type Outcome = Result<(), Failure>;

#[derive(Args)]
pub(super) struct MemoryArgs {
    /// The file it is in.
    #[arg(long = "memory", global = true, value_name = "FILE")]
    path: Option<PathBuf>,
    #[command(subcommand)]
    command: MemoryCommand,
}

#[derive(Subcommand)]
enum MemoryCommand {
    /// Add files, folders or texts; a file that was added before is put in place of what it was.
    Add {
        /// Files and folders; - is the standard input.
        #[arg(required_unless_present = "text")]
        paths: Vec<PathBuf>,
        /// A text to add.
        #[arg(long, conflicts_with_all = ["paths", "lines"])]
        text: Option<String>,
        /// Where the text comes from.
        #[arg(long)]
        source: Option<String>,
        /// Each line is a text of its own; they are added to those that there are.
        #[arg(long)]
        lines: bool,
    },
    /// Find the texts that fit best.
    Search {
        /// What to look for.
        #[arg(required = true)]
        query: Vec<String>,
        /// The most texts.
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
        top_k: u16,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Forget a text, or all texts of a source.
    #[command(group = clap::ArgGroup::new("what").required(true))]
    Delete {
        /// The text, by the number that search shows.
        #[arg(long, group = "what")]
        id: Option<i64>,
        /// The source.
        #[arg(long, group = "what")]
        source: Option<String>,
    },
    /// Say how much is remembered.
    Stats {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// How many texts are stored at once.
const BATCH: usize = 1_000;

/// Runs it on a thread of its own, so that Ctrl-C is heard.
pub(super) async fn run(args: MemoryArgs) -> Outcome {
    let MemoryArgs { path, command } = args;
    let path = path.map_or_else(|| Config::found()?.memory_path(), Ok)?;
    let (answer, waiting) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || answer.send(blocking(command, &path)));
    waiting
        .await
        .unwrap_or_else(|_| Err(Error::new(ErrorKind::Memory, "the memory failed unexpectedly").into()))
}

fn blocking(command: MemoryCommand, path: &Path) -> Outcome {
    match command {
        MemoryCommand::Add { text: Some(text), source, .. } => {
            Memory::open(path)?.add(source.as_deref(), &text)?;
            line("stored 1 text")
        }
        MemoryCommand::Add { paths, lines: true, source, .. } => {
            add_lines(&Memory::open(path)?, &paths, source.as_deref())
        }
        MemoryCommand::Add { paths, source, .. } => {
            add_files(&Memory::open(path)?, &paths, source.as_deref())
        }
        MemoryCommand::Search { query, top_k, json } => {
            search(&existing(path)?, &query.join(" "), usize::from(top_k), json)
        }
        MemoryCommand::Delete { id, source } => delete(&existing(path)?, id, source),
        MemoryCommand::Stats { json } => stats(&existing(path)?, json),
    }
}

fn existing(path: &Path) -> Result<Memory, Error> {
    let none = || {
        let message =
            format!("there is no memory at {} yet; make one with: jarvis memory add", path.display());
        Error::new(ErrorKind::Memory, message)
    };
    Memory::open_existing(path)?.ok_or_else(none)
}

/// Each line a text; says after each batch how many are stored for good.
fn add_lines(memory: &Memory, paths: &[PathBuf], source: Option<&str>) -> Outcome {
    let mut stored = 0;
    let mut store = |batch: &mut Vec<String>, source: &str| -> Outcome {
        stored += memory.add_all(batch.drain(..).map(|text| (Some(source), text)))?.len();
        line(&format!("stored {stored} texts"))?;
        io::stdout().flush().map_err(|error| unwritable(&error))
    };
    for path in paths {
        let name = source.map_or_else(|| name_of(path), str::to_owned);
        let unreadable = |error: io::Error| {
            Failure::from(Error::new(ErrorKind::File, format!("can't read {}: {error}", path.display())))
        };
        let reader: Box<dyn BufRead> = if path.as_os_str() == "-" {
            Box::new(BufReader::new(io::stdin()))
        } else {
            Box::new(BufReader::new(File::open(path).map_err(unreadable)?))
        };
        let mut batch = Vec::new();
        for line in reader.lines() {
            batch.push(line.map_err(unreadable)?);
            if batch.len() == BATCH {
                store(&mut batch, &name)?;
            }
        }
        store(&mut batch, &name)?;
    }
    Ok(())
}

/// Files in pieces, several files at once; a file that is named itself must be readable.
fn add_files(memory: &Memory, paths: &[PathBuf], source: Option<&str>) -> Outcome {
    let mut waiting = Waiting { memory, batch: Vec::new(), files: 0, texts: 0 };
    for path in paths {
        if path.as_os_str() == "-" {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).map_err(|error| {
                Error::new(ErrorKind::File, format!("can't read the standard input: {error}"))
            })?;
            waiting.add(source.unwrap_or("-").to_owned(), &text)?;
            continue;
        }
        let files = find(path)?;
        if source.is_some() && (files.len() > 1 || paths.len() > 1) {
            let message = "--source names one text; several files have their own names as sources";
            return Err(Failure { code: USAGE, message: message.to_owned() });
        }
        let bar = progress(files.len());
        for file in files {
            let is_named = &file == path;
            let found = Found::read(file);
            bar.inc(1);
            let name = source.map_or_else(|| name_of(&found.path), str::to_owned);
            match found.text {
                Ok(text) => waiting.add(name, &text)?,
                Err(why) if is_named => {
                    return Err(Error::new(ErrorKind::File, format!("can't add {name}: {why}")).into());
                }
                Err(why) => bar.suspend(|| eprintln!("left out {}: {why}", printable(&name))),
            }
        }
        bar.finish_and_clear();
    }
    waiting.store()?;
    let Waiting { files, texts, .. } = waiting;
    line(&format!("stored {} in {texts} pieces", count(files, "file")))
}

/// Files that are read and not stored yet.
struct Waiting<'a> {
    memory: &'a Memory,
    batch: Vec<(String, Vec<String>)>,
    files: usize,
    texts: usize,
}

impl Waiting<'_> {
    fn add(&mut self, source: String, text: &str) -> Result<(), Error> {
        self.batch.push((source, chunks(text)));
        self.files += 1;
        let waiting: usize = self.batch.iter().map(|(_, pieces)| pieces.len() + 1).sum();
        if waiting >= BATCH { self.store() } else { Ok(()) }
    }

    fn store(&mut self) -> Result<(), Error> {
        self.texts += self.memory.replace(&self.batch)?;
        self.batch.clear();
        Ok(())
    }
}

/// A bar on a terminal, where there is something to wait for.
fn progress(files: usize) -> ProgressBar {
    if files < 2 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(files as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} files")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style)
}

fn search(memory: &Memory, query: &str, top_k: usize, json: bool) -> Outcome {
    let hits = memory.search(query, top_k)?;
    if json {
        return json_text(&hits);
    }
    if hits.is_empty() {
        eprintln!("nothing found");
    }
    for (place, hit) in hits.iter().enumerate() {
        if place > 0 {
            line("")?;
        }
        let id = hit.id.as_deref().unwrap_or_default();
        let source = hit.source.as_deref().map(|source| format!(" {source}")).unwrap_or_default();
        line(&format!("[{id}]{source} ({:.2})\n{}", hit.score, hit.text))?;
    }
    Ok(())
}

fn delete(memory: &Memory, id: Option<i64>, source: Option<String>) -> Outcome {
    let deleted = match (id, &source) {
        (Some(id), _) => usize::from(memory.delete(id)?),
        (None, Some(source)) => memory.delete_source(source)?,
        (None, None) => 0,
    };
    if deleted == 0 {
        let what = id.map_or_else(|| source.unwrap_or_default(), |id| id.to_string());
        return Err(Error::new(ErrorKind::Memory, format!("nothing is remembered as '{what}'")).into());
    }
    line(&format!("deleted {}", count(deleted, "text")))
}

fn stats(memory: &Memory, json: bool) -> Outcome {
    let stats = memory.stats()?;
    if json {
        return json_text(&stats);
    }
    let (texts, sources, bytes) = (stats.texts, stats.sources, stats.bytes);
    line(&format!("{texts} texts of {sources} sources, {bytes} bytes in {}", stats.path.display()))
}

fn name_of(path: &Path) -> String {
    path.display().to_string()
}

fn count(number: usize, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// Writes a line; on a terminal nothing in it can steer the terminal.
fn line(text: &str) -> Outcome {
    let mut out = io::stdout().lock();
    let written =
        if out.is_terminal() { writeln!(out, "{}", printable(text)) } else { writeln!(out, "{text}") };
    written.map_err(|error| unwritable(&error))
}

fn json_text(value: &impl Serialize) -> Outcome {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    writeln!(io::stdout().lock(), "{text}").map_err(|error| unwritable(&error))
}

fn unwritable(error: &io::Error) -> Failure {
    // Who closed the pipe has read enough.
    let message = if error.kind() == io::ErrorKind::BrokenPipe {
        String::new()
    } else {
        format!("can't write: {error}")
    };
    Failure { code: FAILED, message }
}

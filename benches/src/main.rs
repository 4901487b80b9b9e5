//! Measures, and prints tables: `cargo run --release -- --help`.

use std::collections::HashMap;
use std::process::ExitCode;
use std::time::Duration;

use jarvis_tools_benches::Failure;
use jarvis_tools_benches::allocations::{Allocated, counted};
use jarvis_tools_benches::harness::{Effort, measure};
use jarvis_tools_benches::report::{Row, Table, between_marks, written};
use jarvis_tools_benches::scenarios::{SCENARIOS, Scenario};

const HELP: &str = "\
cargo run --release [--no-default-features] -- [OPTIONS] [SCENARIO…]

Measures jarvis-tools beside bare serde_json and, with the default features, beside other crates.
Scenarios: decode, call, errors, lookup, long, stream; all of them without a name.

  --quick          a few short rounds, to see that everything works
  --rounds N       how often all take their turn: 31
  --markdown       tables in Markdown
  --update FILE    puts the tables, in Markdown, between the marks of FILE
  --no-counts      doesn't count allocations
  --help           prints this";

struct Options {
    effort: Effort,
    markdown: bool,
    counts: bool,
    update: Option<String>,
    scenarios: Vec<&'static Scenario>,
}

fn main() -> ExitCode {
    match options(std::env::args().skip(1)).and_then(|options| options.map_or(Ok(()), |it| run(&it))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// What is asked for, or nothing where only help was.
fn options(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>, Failure> {
    let mut options = Options {
        effort: Effort { rounds: 31, batch: Duration::from_millis(2) },
        markdown: false,
        counts: true,
        update: None,
        scenarios: Vec::new(),
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" => {
                println!("{HELP}");
                return Ok(None);
            }
            "--quick" => options.effort = Effort { rounds: 3, batch: Duration::from_micros(200) },
            "--rounds" => {
                let rounds: usize = arguments.next().ok_or("--rounds wants a number")?.parse()?;
                options.effort.rounds = rounds.max(1);
            }
            "--markdown" => options.markdown = true,
            "--no-counts" => options.counts = false,
            "--update" => options.update = Some(arguments.next().ok_or("--update wants a file")?),
            name => {
                let scenario = SCENARIOS.iter().find(|scenario| scenario.name == name);
                options.scenarios.push(scenario.ok_or_else(|| format!("no scenario {name}\n\n{HELP}"))?);
            }
        }
    }
    if options.scenarios.is_empty() {
        options.scenarios.extend(&SCENARIOS);
    }
    Ok(Some(options))
}

fn run(options: &Options) -> Result<(), Failure> {
    if cfg!(debug_assertions) {
        eprintln!("this is a debug build, whose times mean nothing: cargo run --release");
    }
    let names: Vec<&str> = options.scenarios.iter().map(|scenario| scenario.name).collect();
    let mut allocated = if options.counts { counted(&names)? } else { HashMap::new() };
    let mut parts = Vec::new();
    for scenario in &options.scenarios {
        let allocated = allocated.remove(scenario.name).unwrap_or_default();
        let tables = tables(scenario, options.effort, allocated)?;
        let markdown = options.markdown || options.update.is_some();
        let part = written(scenario, &tables, markdown);
        println!("{part}");
        parts.push(part);
    }
    if let Some(path) = &options.update {
        let mark = if cfg!(feature = "peers") { "all" } else { "alone" };
        let text = between_marks(&std::fs::read_to_string(path)?, mark, parts.join("\n").trim_end())?;
        std::fs::write(path, text)?;
    }
    Ok(())
}

fn tables(scenario: &Scenario, effort: Effort, allocated: Vec<Allocated>) -> Result<Vec<Table>, Failure> {
    let mut tables: Vec<Table> = Vec::new();
    let mut allocated = allocated.into_iter();
    for mut group in scenario.groups()? {
        let times = measure(&mut group.contenders, effort);
        let rows = group.contenders.iter().zip(times).enumerate().map(|(place, (contender, times))| Row {
            label: group.label.clone(),
            name: contender.name().to_owned(),
            baseline: place == 0,
            times,
            allocated: allocated.next(),
        });
        match tables.last_mut() {
            Some(table) if table.heading == group.table => table.rows.extend(rows),
            _ => tables.push(Table { heading: group.table.clone(), rows: rows.collect() }),
        }
    }
    Ok(tables)
}

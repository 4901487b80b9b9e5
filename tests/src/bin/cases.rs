//! Runs recorded tool calls through the executor and compares: `cases FILE…`, a JSON case a line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

use jarvis_tools_tests::cases::{Case, Verdict, run};

/// The most differences that are printed.
const SHOWN: usize = 20;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: cases FILE…   (a JSON case a line: tool, arguments, valid, errors)");
        return ExitCode::from(2);
    }
    let (mut all, mut wrong, mut refused, mut shown) = (0_usize, 0_usize, 0_usize, 0_usize);
    for file in &files {
        let lines = match File::open(file) {
            Ok(open) => BufReader::new(open).lines(),
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(2);
            }
        };
        for (index, line) in lines.enumerate() {
            let place = format!("{file}:{}", index + 1);
            let case: Case = match line.map_err(|error| error.to_string()) {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(case) => case,
                    Err(error) => {
                        eprintln!("{place}: no case: {error}");
                        return ExitCode::from(2);
                    }
                },
                Err(error) => {
                    eprintln!("{place}: {error}");
                    return ExitCode::from(2);
                }
            };
            all += 1;
            let difference = match run(&case).await {
                Verdict::Right => continue,
                Verdict::Wrong(words) => {
                    wrong += 1;
                    format!("wrong: {words}")
                }
                Verdict::Refused(reason) => {
                    refused += 1;
                    format!("refused: {reason}")
                }
            };
            shown += 1;
            if shown <= SHOWN {
                println!("{place} {}: {difference}", case.id);
            }
        }
    }
    println!("{all} cases, {wrong} wrong, {refused} refused");
    if wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

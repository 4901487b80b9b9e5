//! Holds schemas and decoders against an independent validator.
//!
//! `exact N [SEED [NAME]]` does it for every shape of the catalogue (or the one of that name) with N instances
//! each; `exact schemas N [SEED]` for N random schemas with 100 instances each.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use jarvis_tools::prelude::*;
use jarvis_tools::testing::{Exactness, Report};
use jarvis_tools_tests::{schemas, shapes};
use serde_json::Value;

/// How many instances each random schema is tried with.
const A_SCHEMA: usize = 100;

/// How many disagreements are printed.
const SHOWN: usize = 30;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse::<u64>().ok());
    let totals = Totals::default();
    if arguments.first().is_some_and(|word| word == "schemas") {
        let seed = number(2).unwrap_or(1) << 32;
        side_by_side(size(number(1).unwrap_or(1000)), |place| random_schema(seed + place as u64, &totals));
    } else {
        let (instances, seed) = (size(number(0).unwrap_or(1000)), number(1).unwrap_or(1));
        let mut shapes = shapes::all();
        shapes.retain(|shape| arguments.get(2).is_none_or(|wanted| wanted == shape.name));
        side_by_side(shapes.len(), |place| match shapes[place].tool() {
            Ok(tool) => {
                totals.add(&Exactness::new().instances(instances).seed(seed).check(&tool), &Value::Null);
            }
            Err(error) => totals.refuse(Some(&error.to_string())),
        });
    }
    totals.print()
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn random_schema(seed: u64, totals: &Totals) {
    let schema = schemas::arguments(seed);
    let spec = ToolSpec::new(format!("seed-{seed}"), "Takes anything.", schema.clone());
    match SchemaTool::new(spec, |arguments: Value| async { Ok::<_, ToolError>(arguments) }) {
        Ok(tool) => {
            let exactness = Exactness::new().instances(A_SCHEMA).seed(seed).formats_are_annotations();
            totals.add(&exactness.check(&tool), &schema);
        }
        Err(_) => totals.refuse(None),
    }
}

/// Does the work of each place, on all processors.
fn side_by_side(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        break;
                    }
                    work(place);
                }
            });
        }
    });
}

/// What came of all.
#[derive(Default)]
struct Totals(Mutex<Sums>);

#[derive(Default)]
struct Sums {
    tools: usize,
    refused: usize,
    wrongly_refused: usize,
    instances: usize,
    accepted: usize,
    rejected: usize,
    custom: usize,
    rounded: usize,
    disagreed: usize,
    shown: usize,
}

impl Totals {
    fn add(&self, report: &Report, schema: &Value) {
        let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sums.tools += 1;
        sums.instances += report.instances;
        sums.accepted += report.accepted;
        sums.rejected += report.rejected;
        sums.custom += report.custom;
        sums.rounded += report.rounded;
        sums.disagreed += report.disagreed;
        if let Some(first) = report.disagreements.first().filter(|_| sums.shown < SHOWN) {
            sums.shown += 1;
            println!("{}: {} of {} disagree: {first}", report.tool, report.disagreed, report.instances);
            if !schema.is_null() {
                println!("  the schema: {schema}");
            }
        }
    }

    /// Counts a tool that could not be defined, with the reason if it should have been.
    fn refuse(&self, error: Option<&str>) {
        let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sums.refused += 1;
        if let Some(error) = error {
            sums.wrongly_refused += 1;
            println!("{error}");
        }
    }

    fn print(self) -> ExitCode {
        let sums = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        println!(
            "{} types, {} refused, {} instances, {} accepted, {} rejected ({} by types' own decoders, {} for \
             rounding), {} disagreements",
            sums.tools,
            sums.refused,
            sums.instances,
            sums.accepted,
            sums.rejected,
            sums.custom,
            sums.rounded,
            sums.disagreed,
        );
        if sums.disagreed + sums.wrongly_refused > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

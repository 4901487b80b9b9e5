//! Holds schema and decoder of every shape against an independent validator: `exact N [SEED [NAME]]`, with N
//! instances a type.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use jarvis_tools::testing::{Exactness, Report};
use jarvis_tools_tests::shapes;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let instances = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let seed = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1);
    let wanted = arguments.next();
    let mut shapes = shapes::all();
    shapes.retain(|shape| wanted.as_ref().is_none_or(|wanted| wanted == shape.name));
    let next = AtomicUsize::new(0);
    let reports = Mutex::new(Vec::new());
    let refused = AtomicUsize::new(0);
    let work = || {
        while let Some(shape) = shapes.get(next.fetch_add(1, Ordering::Relaxed)) {
            match shape.tool() {
                Ok(tool) => {
                    let report = Exactness::new().instances(instances).seed(seed).check(&tool);
                    print(&report);
                    reports.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(report);
                }
                Err(error) => {
                    refused.fetch_add(1, Ordering::Relaxed);
                    println!("{}: {error}", shape.name);
                }
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let reports = reports.into_inner().unwrap_or_default();
    let sum = |count: fn(&Report) -> usize| reports.iter().map(count).sum::<usize>();
    let disagreed = sum(|report| report.disagreed);
    println!(
        "{} types, {} instances, {} accepted, {} rejected ({} by types' own decoders, {} for rounding), \
         {disagreed} disagreements, {} types refused",
        reports.len(),
        sum(|report| report.instances),
        sum(|report| report.accepted),
        sum(|report| report.rejected),
        sum(|report| report.custom),
        sum(|report| report.rounded),
        refused.load(Ordering::Relaxed),
    );
    if disagreed > 0 || refused.load(Ordering::Relaxed) > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn print(report: &Report) {
    if let Some(first) = report.disagreements.first() {
        println!("{}: {} of {} disagree: {first}", report.tool, report.disagreed, report.instances);
    }
}

//! Counts allocations for the main binary, which runs it.

use std::process::ExitCode;

use allocation_counter::measure;
use jarvis_tools_benches::allocations;

fn main() -> ExitCode {
    let scenarios: Vec<String> = std::env::args().skip(1).collect();
    let counted = allocations::print(&scenarios, |run| {
        let info = measure(run);
        (info.count_total, info.bytes_total)
    });
    match counted {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

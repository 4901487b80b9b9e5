//! What one run allocates, counted exactly by a binary of its own, whose allocator would slow the others down.

use std::collections::HashMap;
use std::process::{Command, Stdio};

use crate::Failure;
use crate::harness::Contender;
use crate::scenarios::SCENARIOS;

/// Allocations and reallocations, and their bytes; of a unit.
#[derive(Clone, Copy)]
pub struct Allocated {
    /// How many.
    pub count: f64,
    /// How many bytes.
    pub bytes: f64,
}

/// What each contender of the scenarios of these names allocates, in the order of their groups.
///
/// # Errors
///
/// If the binary that counts can't be built or run.
pub fn counted(scenarios: &[&str]) -> Result<HashMap<String, Vec<Allocated>>, Failure> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--bin", "allocations"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    if !cfg!(feature = "peers") {
        cargo.arg("--no-default-features");
    }
    let output = cargo.arg("--").args(scenarios).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err("allocations could not be counted".into());
    }
    let mut counted: HashMap<String, Vec<Allocated>> = HashMap::new();
    for line in str::from_utf8(&output.stdout)?.lines() {
        let mut fields = line.split('\t');
        let (Some(name), Some(count), Some(bytes)) = (fields.next(), fields.next(), fields.next()) else {
            return Err(format!("not a count: {line}").into());
        };
        let allocated = Allocated { count: count.parse()?, bytes: bytes.parse()? };
        counted.entry(name.to_owned()).or_default().push(allocated);
    }
    Ok(counted)
}

/// Counts with `count`, which says how many allocations and bytes a closure made, and prints what
/// [`counted`] reads.
///
/// # Errors
///
/// If a scenario can't be made.
pub fn print(names: &[String], count: impl Fn(&mut dyn FnMut()) -> (u64, u64)) -> Result<(), Failure> {
    for scenario in SCENARIOS.iter().filter(|scenario| names.iter().any(|name| name == scenario.name)) {
        for mut group in scenario.groups()? {
            for contender in &mut group.contenders {
                let allocated = one(contender, &count);
                println!("{}\t{}\t{}", scenario.name, allocated.count, allocated.bytes);
            }
        }
    }
    Ok(())
}

/// What a second run adds, so that what is done once for all runs is left out.
fn one(contender: &mut Contender, count: impl Fn(&mut dyn FnMut()) -> (u64, u64)) -> Allocated {
    contender.run(2);
    let (once, once_bytes) = count(&mut || contender.run(1));
    let (twice, twice_bytes) = count(&mut || contender.run(2));
    let unit = |more: u64, less: u64| {
        let difference = u32::try_from(more.saturating_sub(less)).unwrap_or(u32::MAX);
        f64::from(difference) / contender.unit_count()
    };
    Allocated { count: unit(twice, once), bytes: unit(twice_bytes, once_bytes) }
}

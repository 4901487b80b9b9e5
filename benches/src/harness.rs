//! Measures things against each other: all take turns, so that whatever slows the machine slows all of them.
//!
//! Time is that of the processor spent on the thread that measures, so that other programs don't count.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// One way to do something.
pub struct Contender {
    name: String,
    units: f64,
    run: Box<dyn FnMut(u64)>,
    settle: Box<dyn FnMut()>,
}

impl Contender {
    /// `run` does it as often as it is told.
    pub fn new(name: impl Into<String>, run: impl FnMut(u64) + 'static) -> Self {
        Self { name: name.into(), units: 1.0, run: Box::new(run), settle: Box::new(|| ()) }
    }

    /// As [`new`](Self::new), with a single run.
    pub fn of(name: impl Into<String>, mut once: impl FnMut() + 'static) -> Self {
        Self::new(name, move |times| (0..times).for_each(|_| once()))
    }

    /// Says that one run does this much, so that times and counts are those of one unit.
    pub fn units(mut self, units: f64) -> Self {
        self.units = units;
        self
    }

    /// What is done after each batch, outside of its time.
    pub fn settle(mut self, settle: impl FnMut() + 'static) -> Self {
        self.settle = Box::new(settle);
        self
    }

    /// Its name in the tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How much one run does.
    pub fn unit_count(&self) -> f64 {
        self.units
    }

    /// Does it so many times.
    pub fn run(&mut self, times: u64) {
        (self.run)(times);
        (self.settle)();
    }

    /// The nanoseconds of a batch.
    fn time(&mut self, times: u64) -> f64 {
        let started = now();
        (self.run)(times);
        let taken = now() - started;
        (self.settle)();
        taken
    }

    /// How many runs take about `batch` nanoseconds.
    fn size(&mut self, batch: f64) -> u64 {
        let mut times = 1;
        loop {
            let taken = self.time(times);
            if taken >= batch / 4.0 || times >= 1 << 40 {
                return scaled(times, batch / taken.max(1.0));
            }
            times *= 2;
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn scaled(times: u64, factor: f64) -> u64 {
    ((times as f64 * factor).round() as u64).max(1)
}

#[expect(clippy::cast_precision_loss)]
fn count(times: u64) -> f64 {
    times as f64
}

/// How long this thread has run so far, in nanoseconds.
#[expect(clippy::cast_precision_loss)]
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Ways to do the same; the first is what the others are measured against.
pub struct Group {
    /// The heading of its table; groups that follow each other under one heading share one.
    pub table: String,
    /// What stands before its rows.
    pub label: String,
    /// The ways.
    pub contenders: Vec<Contender>,
}

/// How long to measure.
#[derive(Clone, Copy)]
pub struct Effort {
    /// How often all take their turn.
    pub rounds: usize,
    /// About how long a turn is.
    pub batch: Duration,
}

/// What was measured of one contender.
pub struct Times {
    /// The median time of one unit, in nanoseconds.
    pub nanoseconds: f64,
    /// The quartiles of the ratios to the baseline's turn of the same round.
    pub ratio: [f64; 3],
    /// The median of the nanoseconds that a unit took longer than the baseline's of the same round.
    pub over: f64,
}

/// Lets all take turns, in one order and then in the other.
pub fn measure(contenders: &mut [Contender], effort: Effort) -> Vec<Times> {
    let batch = effort.batch.as_secs_f64() * 1e9;
    let sizes: Vec<u64> = contenders.iter_mut().map(|contender| contender.size(batch)).collect();
    let mut taken = vec![Vec::with_capacity(effort.rounds); contenders.len()];
    for round in 0..effort.rounds {
        let mut turn = |place: usize| {
            let contender = &mut contenders[place];
            let time = contender.time(sizes[place]) / (count(sizes[place]) * contender.units);
            taken[place].push(time);
        };
        let places = 0..sizes.len();
        if round % 2 == 0 { places.for_each(&mut turn) } else { places.rev().for_each(&mut turn) }
    }
    taken.iter().map(|own| summary(&taken[0], own)).collect()
}

fn summary(baseline: &[f64], own: &[f64]) -> Times {
    let pairs = || baseline.iter().zip(own);
    let ratios = sorted(pairs().map(|(base, own)| own / base));
    Times {
        nanoseconds: quantile(&sorted(own.iter().copied()), 2),
        ratio: [1, 2, 3].map(|quarter| quantile(&ratios, quarter)),
        over: quantile(&sorted(pairs().map(|(base, own)| own - base)), 2),
    }
}

fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// What so many quarters of the numbers are at most, between two of them if need be.
fn quantile(sorted: &[f64], quarters: usize) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let (place, rest) = (last * quarters / 4, last * quarters % 4);
    let next = sorted[(place + 1).min(last)];
    sorted[place] + (next - sorted[place]) * [0.0, 0.25, 0.5, 0.75][rest]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_stand_between_numbers() {
        assert!((quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 2) - 3.0).abs() < 1e-9);
        assert!((quantile(&[1.0, 2.0, 3.0, 4.0], 2) - 2.5).abs() < 1e-9);
        assert!((quantile(&[1.0, 2.0, 3.0, 4.0], 1) - 1.75).abs() < 1e-9);
    }

    #[test]
    fn ratios_are_those_of_the_same_round() {
        let times = summary(&[1.0, 10.0, 100.0], &[2.0, 20.0, 200.0]);
        assert!((times.ratio[0] - 2.0).abs() < 1e-9 && (times.ratio[2] - 2.0).abs() < 1e-9);
        assert!((times.over - 10.0).abs() < 1e-9 && (times.nanoseconds - 20.0).abs() < 1e-9);
    }
}

//! Numbers within bounds, in plain digits where they are whole.

use crate::json::Decimal;
use crate::schema::node::{Bound, NumberRules, Rule};
use crate::schema::witness::Random;

/// The range of a number: both ends are part of it.
struct Range<T> {
    least: T,
    most: T,
}

fn all<'r>(rules: &[&'r Rule]) -> Vec<&'r NumberRules> {
    rules.iter().filter_map(|rule| rule.numbers.as_deref()).collect()
}

/// The bound as a whole number inside of it, if it is one that fits.
fn whole(bound: &Bound, round: fn(f64) -> f64) -> Option<i128> {
    bound.value.to_integer().or_else(|| {
        let text = format!("{:.0}", round(bound.text.parse::<f64>().ok()?));
        text.parse().ok()
    })
}

fn integers(rules: &[&NumberRules]) -> Range<i128> {
    let least = rules.iter().flat_map(|rules| {
        let above = rules.above.as_ref().and_then(|bound| whole(bound, f64::floor));
        let minimum = rules.minimum.as_ref().and_then(|bound| whole(bound, f64::ceil));
        above.map(|bound| bound.saturating_add(1)).into_iter().chain(minimum)
    });
    let most = rules.iter().flat_map(|rules| {
        let below = rules.below.as_ref().and_then(|bound| whole(bound, f64::ceil));
        let maximum = rules.maximum.as_ref().and_then(|bound| whole(bound, f64::floor));
        below.map(|bound| bound.saturating_sub(1)).into_iter().chain(maximum)
    });
    Range {
        least: least.max().unwrap_or(i64::MIN.into()).max(i64::MIN.into()),
        most: most.min().unwrap_or(u64::MAX.into()).min(u64::MAX.into()),
    }
}

/// A whole number that all of the rules are likely to accept.
pub(super) fn integer(rules: &[&Rule], random: &mut Random) -> String {
    let rules = all(rules);
    let Range { least, most } = integers(&rules);
    let step = rules
        .iter()
        .filter_map(|rules| rules.multiple_of.as_ref()?.value.to_integer())
        .fold(1, |all, step| if all % step == 0 { all } else { step * all });
    let number = match random.below(8) {
        0 => least,
        1 => most,
        2 | 3 => random.between(least.max(-3).min(most), most.min(10).max(least)),
        4 => random.between(least, most),
        _ => random.between(least, most.min(least.saturating_add(20))),
    };
    let stepped = number - number.rem_euclid(step.max(1));
    let inside = if stepped < least { stepped + step } else { stepped };
    inside.to_string()
}

/// A number that all of the rules are likely to accept.
pub(super) fn number(rules: &[&Rule], random: &mut Random) -> String {
    let own = all(rules);
    if let Some(step) = own.iter().find_map(|rules| rules.multiple_of.as_ref()) {
        return multiple(step, random);
    }
    if random.one_in(3) {
        return integer(rules, random);
    }
    if random.one_in(8) {
        let ends = own.iter().flat_map(|rules| rules.minimum.iter().chain(&rules.maximum));
        return ends.last().map_or("1e300", |bound| bound.text.as_str()).to_owned();
    }
    let value = |bound: &Option<Bound>| bound.as_ref().and_then(|bound| bound.text.parse::<f64>().ok());
    let least = own
        .iter()
        .flat_map(|rules| value(&rules.minimum).into_iter().chain(value(&rules.above)))
        .fold(-1e9, f64::max);
    let most = own
        .iter()
        .flat_map(|rules| value(&rules.maximum).into_iter().chain(value(&rules.below)))
        .fold(1e9, f64::min);
    let number = match random.below(6) {
        0 => least,
        1 => most,
        2 => least / 2.0 + most / 2.0,
        3 => 0.0_f64.clamp(least, most.max(least)),
        _ => {
            let part =
                f64::from(u32::try_from(random.below(1 << 20)).unwrap_or_default()) / f64::from(1 << 20);
            least + (most - least) * part
        }
    };
    format!("{number:?}")
}

/// A few times a step, exact in decimal digits.
fn multiple(step: &Bound, random: &mut Random) -> String {
    let times = random.between(-5, 20);
    if let Some(whole) = step.value.to_integer() {
        return whole.saturating_mul(times).to_string();
    }
    // A fraction such as 0.25 is 25e-2.
    let digits = step.text.split_once('.').and_then(|(whole, fraction)| {
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        Some((digits, fraction.len()))
    });
    match digits {
        Some((digits, places)) => {
            let text = format!("{}e-{places}", digits.saturating_mul(times));
            debug_assert!(Decimal::of(&text).is_multiple_of(&step.value));
            text
        }
        None => "0".to_owned(),
    }
}

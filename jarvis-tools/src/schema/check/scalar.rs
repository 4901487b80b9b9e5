//! Numbers and strings.

use crate::error::ArgumentErrorKind;
use crate::json::{Decimal, Number};
use crate::path::Trail;
use crate::schema::check::{Sink, weight};
use crate::schema::node::{NumberRules, Rule, Types};
use crate::text;

/// Checks the bounds of a number, and whether a Rust type can hold it as it was written.
pub(super) fn number(rule: &Rule, number: Number<'_>, trail: &Trail<'_>, sink: &mut Sink) {
    let value = number.decimal();
    let mut expected = Vec::new();
    if let Some(rules) = &rule.numbers {
        bounds(rules, &value, &mut expected);
    }
    if expected.is_empty() {
        expected.extend(unrepresentable(rule, number));
    }
    for expected in expected {
        sink.add_kind(weight::OTHER, trail, || ArgumentErrorKind::OutOfRange {
            expected,
            received: text::shown(number.text()),
        });
    }
}

/// What bounds a value doesn't keep, as what it must be.
fn bounds(rules: &NumberRules, value: &Decimal, expected: &mut Vec<String>) {
    if let Some(bound) = rules.minimum.as_ref().filter(|bound| value.compare(&bound.value).is_lt()) {
        expected.push(format!("at least {}", bound.text));
    }
    if let Some(bound) = rules.maximum.as_ref().filter(|bound| value.compare(&bound.value).is_gt()) {
        expected.push(format!("at most {}", bound.text));
    }
    if let Some(bound) = rules.above.as_ref().filter(|bound| value.compare(&bound.value).is_le()) {
        expected.push(format!("greater than {}", bound.text));
    }
    if let Some(bound) = rules.below.as_ref().filter(|bound| value.compare(&bound.value).is_ge()) {
        expected.push(format!("less than {}", bound.text));
    }
    if let Some(bound) = rules.multiple_of.as_ref().filter(|bound| !value.is_multiple_of(&bound.value)) {
        expected.push(format!("a multiple of {}", bound.text));
    }
}

/// What is asked of a number that would be rounded: digits that everybody reads alike.
const PLAIN_DIGITS: &str = "written in plain digits, without a fraction or exponent";

/// What is asked of a number that no type holds.
const IN_FLOAT: &str = "a number that a 64-bit float can hold";

fn in_integers() -> String {
    format!("between {} and {}", i64::MIN, u64::MAX)
}

/// Whether a problem is one that no schema speaks of: that a number would have been rounded.
#[cfg(feature = "testing")]
pub(crate) fn is_about_rounding(kind: &ArgumentErrorKind) -> bool {
    match kind {
        ArgumentErrorKind::OutOfRange { expected, .. } => {
            expected == PLAIN_DIGITS || expected == IN_FLOAT || *expected == in_integers()
        }
        _ => false,
    }
}

/// What a number must be so that nothing is rounded or lost on the way to the tool.
fn unrepresentable(rule: &Rule, number: Number<'_>) -> Option<String> {
    let integer_only = !rule.types.contains(Types::NUMBER);
    if number.to_float().is_infinite() {
        return Some(IN_FLOAT.to_owned());
    }
    if integer_only && number.is_rounded_elsewhere() {
        return Some(PLAIN_DIGITS.to_owned());
    }
    let any_value = rule.types == Types::ANY;
    let fits = || {
        number.to_integer().is_some_and(|value| i64::try_from(value).is_ok() || u64::try_from(value).is_ok())
    };
    let too_large = (integer_only || (any_value && number.is_plain())) && !fits();
    too_large.then(in_integers)
}

/// Checks length, pattern and format of a text.
pub(super) fn string(rule: &Rule, value: &str, trail: &Trail<'_>, sink: &mut Sink) {
    let Some(rules) = &rule.strings else { return };
    let mut add = |expected: String, received: String| {
        sink.add_kind(weight::OTHER, trail, || ArgumentErrorKind::OutOfRange { expected, received });
    };
    if rules.shortest.is_some() || rules.longest.is_some() {
        let length = value.chars().count();
        if let Some(shortest) = rules.shortest.filter(|shortest| length < *shortest) {
            add(format!("at least {} long", counted(shortest, "character")), length.to_string());
        }
        if let Some(longest) = rules.longest.filter(|longest| length > *longest) {
            add(format!("at most {} long", counted(longest, "character")), length.to_string());
        }
    }
    if let Some(pattern) = rules.pattern.as_ref().filter(|pattern| !pattern.regex.is_match(value)) {
        add(
            format!("text that matches the pattern {}", text::shorten(&pattern.text, 200)),
            text::quoted(value),
        );
    }
    if let Some(format) = rules.format.filter(|format| !format.accepts(value)) {
        add(format.words().to_owned(), text::quoted(value));
    }
}

/// As in `1 item` and `2 items`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

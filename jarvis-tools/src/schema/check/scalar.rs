//! Numbers and strings.

use crate::error::ArgumentErrorKind;
use crate::json::{Decimal, Number};
use crate::path::Trail;
use crate::schema::check::{Sink, weight};
use crate::schema::node::{NumberRules, Rule};
use crate::text;

/// Checks the bounds of a number.
pub(super) fn number(rule: &Rule, number: Number<'_>, trail: &Trail<'_>, sink: &mut Sink) {
    let Some(rules) = &rule.numbers else { return };
    let mut expected = Vec::new();
    bounds(rules, &number.decimal(), &mut expected);
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
    // A text that is too long anyway isn't matched: that takes time by its length.
    let is_short = rules.longest.is_none_or(|longest| value.len() <= longest.saturating_mul(4));
    if let Some(pattern) = rules.pattern.as_ref().filter(|pattern| is_short && !pattern.regex.is_match(value))
    {
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

/// Whether a rule accepts a number of the right type.
pub(crate) fn number_fits(rule: &Rule, value: Number<'_>) -> bool {
    let mut sink = Sink::score();
    number(rule, value, &Trail::Root, &mut sink);
    sink.into_score() == 0
}

/// Whether a rule accepts a text.
pub(crate) fn text_fits(rule: &Rule, text: &str) -> bool {
    let listed = rule.values.as_ref().is_none_or(|values| values.iter().any(|value| value == text));
    let mut sink = Sink::score();
    string(rule, text, &Trail::Root, &mut sink);
    listed && sink.into_score() == 0
}

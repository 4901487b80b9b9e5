//! Rules about names and texts, as pure functions.

use std::time::Duration;

/// The most characters of a name that providers take.
const LONGEST_NAME: usize = 64;

/// The forms of a duration, for messages.
pub(crate) const DURATIONS: &str = "`\"500ms\"`, `\"5s\"`, `\"2m\"`, or `\"0\"` for no limit";

/// Whether every provider takes this as the name of a tool.
pub(crate) fn is_tool_name(name: &str) -> bool {
    is_name(name, |letter| matches!(letter, '_' | '-'))
}

/// Whether every provider takes this as the name of a property.
pub(crate) fn is_property_name(name: &str) -> bool {
    is_name(name, |letter| matches!(letter, '_' | '-' | '.'))
}

fn is_name(name: &str, punctuation: fn(char) -> bool) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || punctuation(letter))
}

/// Reads a duration: digits and a unit, or zero.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(unit_at);
    let number: u64 = digits.parse().ok()?;
    match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        "m" => number.checked_mul(60).map(Duration::from_secs),
        "" if number == 0 => Some(Duration::ZERO),
        _ => None,
    }
}

/// The candidate that `wanted` was most likely meant to be, if any is close.
pub(crate) fn nearest<'a>(wanted: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let plain = |name: &str| name.replace(['_', '-'], "").to_lowercase();
    let wanted = plain(wanted);
    candidates
        .iter()
        .map(|&candidate| (closeness(&wanted, &plain(candidate)), candidate))
        .filter(|(closeness, _)| *closeness >= 0.7)
        .max_by(|left, right| left.0.total_cmp(&right.0))
        .map(|(_, candidate)| candidate)
}

/// From 0 (nothing in common) to 1 (the same).
fn closeness(left: &str, right: &str) -> f64 {
    // A word that only goes on after the other, as `confirm` for `confirmation`, is meant too.
    if left.len() >= 4 && right.contains(left) {
        return 0.9;
    }
    strsim::normalized_damerau_levenshtein(left, right)
}

/// A field's name after serde's `rename_all`; none if serde doesn't know the rule.
pub(crate) fn rename_all(rule: &str, field: &str) -> Option<String> {
    let pascal = || -> String { field.split('_').map(capitalized).collect() };
    Some(match rule {
        "lowercase" | "snake_case" => field.to_owned(),
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => field.to_ascii_uppercase(),
        "PascalCase" => pascal(),
        "camelCase" => {
            let pascal = pascal();
            let mut letters = pascal.chars();
            letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
        }
        "kebab-case" => field.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => field.to_ascii_uppercase().replace('_', "-"),
        _ => return None,
    })
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert!(is_tool_name("get_weather-2"));
        assert!(is_tool_name(&"x".repeat(64)));
        for wrong in ["", "get weather", "wetter.heute", "größe", &"x".repeat(65)] {
            assert!(!is_tool_name(wrong), "{wrong}");
        }
        assert!(is_property_name("user.name"));
        assert!(!is_property_name("$ref"));
    }

    #[test]
    fn durations() {
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration("5s"), Some(Duration::from_secs(5)));
        assert_eq!(duration("2m"), Some(Duration::from_secs(120)));
        assert_eq!(duration("0"), Some(Duration::ZERO));
        for wrong in ["", "5", "s", "5 s", "-5s", "1.5s", "5h", "99999999999999999999s"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
        assert_eq!(duration(&format!("{}m", u64::MAX)), None);
    }

    #[test]
    fn nearest_key() {
        let keys = ["name", "timeout", "requires_confirmation", "read_only"];
        assert_eq!(nearest("nam", &keys), Some("name"));
        assert_eq!(nearest("time_out", &keys), Some("timeout"));
        assert_eq!(nearest("confirmation", &keys), Some("requires_confirmation"));
        assert_eq!(nearest("readonly", &keys), Some("read_only"));
        assert_eq!(nearest("colour", &keys), None);
    }

    #[test]
    fn renames_as_serde_does() {
        let renamed = |rule| rename_all(rule, "max_lines").unwrap();
        assert_eq!(renamed("camelCase"), "maxLines");
        assert_eq!(renamed("PascalCase"), "MaxLines");
        assert_eq!(renamed("kebab-case"), "max-lines");
        assert_eq!(renamed("SCREAMING-KEBAB-CASE"), "MAX-LINES");
        assert_eq!(renamed("UPPERCASE"), "MAX_LINES");
        assert_eq!(renamed("lowercase"), "max_lines");
        assert_eq!(rename_all("Title Case", "max_lines"), None);
    }
}

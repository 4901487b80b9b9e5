//! Words for a model: bounded, cut at character boundaries, and with the nearest name where one is close.

use std::fmt::Write as _;

/// The most characters of a received value that an error repeats.
const SHOWN_VALUE: usize = 60;

/// The most names that a list in an error holds.
const SHOWN_NAMES: usize = 20;

/// The bytes of listed names after which only their number is said.
const ENOUGH_NAMES: usize = 600;

/// The most characters of one name that an error repeats.
const SHOWN_NAME: usize = 64;

/// Cuts `text` to at most `limit` characters, with `…` for what was left out.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The start of `text` that fits in `limit` bytes, cut at a character boundary.
pub(crate) fn head(text: &str, limit: usize) -> &str {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// `text` without what is behind the first `limit` bytes, with `…` for it.
pub(crate) fn cut(mut text: String, limit: usize) -> String {
    if text.len() > limit {
        text.truncate(head(&text, limit).len());
        text.push('…');
    }
    text
}

/// The start and the end of `text`, at most `limit` characters, with `…` for what was between them.
pub(crate) fn ends(text: &str, limit: usize) -> String {
    let length = text.chars().count();
    if length <= limit {
        return text.to_owned();
    }
    let tail: String = text.chars().skip(length - limit / 2).collect();
    shorten(text, limit - limit / 2) + &tail
}

/// Cuts `text` to at most `limit` characters, and makes one line of it.
pub(crate) fn one_line(text: &str, limit: usize) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        [only] => shorten(only, limit),
        lines => shorten(&lines.join(" "), limit),
    }
}

/// A received piece of JSON, short enough for an error.
pub(crate) fn shown(json: &str) -> String {
    shorten(json, SHOWN_VALUE)
}

/// A text as JSON writes it (quoted, control characters escaped), short enough for an error.
pub(crate) fn quoted(text: &str) -> String {
    let cut = shorten(text, SHOWN_VALUE);
    serde_json::to_string(&cut).unwrap_or(cut)
}

/// A name in single quotes, short and on one line, whatever it holds.
pub(crate) fn name(name: &str) -> String {
    format!("'{}'", bare_name(name))
}

/// A name without quotes, short and on one line, whatever it holds.
pub(crate) fn bare_name(name: &str) -> String {
    let mut out = String::new();
    for character in shorten(name, SHOWN_NAME).chars() {
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}

/// Joins names with commas; past the limit it says how many more there are.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list_and(names, 0)
}

/// As [`list`], of names of which `left_out` more aren't given.
pub(crate) fn list_and<'a>(names: impl IntoIterator<Item = &'a str>, mut left_out: usize) -> String {
    let mut out = String::new();
    for (index, one) in names.into_iter().enumerate() {
        if index >= SHOWN_NAMES || out.len() > ENOUGH_NAMES {
            left_out += 1;
            continue;
        }
        if index > 0 {
            out.push_str(", ");
        }
        // Nothing would be seen of a blank name.
        if one.trim().is_empty() {
            out.push_str(&name(one));
        } else {
            out.push_str(&bare_name(one));
        }
    }
    if left_out > 0 {
        // Writing to a string can't fail.
        let _ = write!(out, " and {left_out} more");
    }
    out
}

/// The candidate that `wanted` was most likely meant to be, if any is close.
pub(crate) fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name of thousands of characters is no slip of the pen, and comparing it would cost its square.
    if wanted.len() > 2 * SHOWN_NAME {
        return None;
    }
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 2 * SHOWN_NAME)
        .map(|candidate| (closeness(wanted, candidate), candidate))
        .filter(|(closeness, _)| *closeness >= 0.7)
        // The first of equally close names wins, so that the answer doesn't depend on chance.
        .fold(None, |best: Option<(f64, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        })
        .map(|(_, candidate)| candidate)
}

/// From 0 (nothing in common) to 1 (the same but for case and separators).
fn closeness(left: &str, right: &str) -> f64 {
    let plain = |name: &str| -> String {
        name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (left, right) = (plain(left), plain(right));
    if left.is_empty() || right.is_empty() {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(&left, &right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_at_character_boundaries() {
        assert_eq!(shorten("héllo", 2), "hé…");
        assert_eq!(shorten("héllo", 5), "héllo");
        assert_eq!(head("😀😀", 5), "😀");
        assert_eq!(head("ab", 5), "ab");
    }

    #[test]
    fn finds_the_nearest_name() {
        assert_eq!(nearest("serch", ["ping", "search"]), Some("search"));
        assert_eq!(nearest("citty", ["city", "days"]), Some("city"));
        assert_eq!(nearest("maxLines", ["max_lines"]), Some("max_lines"));
        assert_eq!(nearest("zebra", ["search", "ping"]), None);
        assert_eq!(nearest("", ["search"]), None);
    }

    #[test]
    fn long_texts_lose_their_middle_or_their_end() {
        assert_eq!(ends("abcdefgh", 8), "abcdefgh");
        assert_eq!(ends("äbcdefghi", 4), "äb…hi");
        assert_eq!(cut("äöü".to_owned(), 3), "ä…");
        assert_eq!(one_line("a\n\n  b\r\nc", 5), "a   b…");
        assert_eq!(one_line("\n", 5), "");
    }

    #[test]
    fn lists_are_bounded() {
        let long = "x".repeat(100);
        let list_of_long = list(std::iter::repeat_n(long.as_str(), 30));
        assert!(list_of_long.len() < 800 && list_of_long.ends_with("… and 21 more"), "{list_of_long}");
        let names: Vec<String> = (0..25).map(|index| format!("n{index}")).collect();
        assert!(list(names.iter().map(String::as_str)).ends_with("n19 and 5 more"));
    }
}

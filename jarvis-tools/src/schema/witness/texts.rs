//! Texts: of a length, of a format, or after a pattern.

use regex_syntax::hir::{Class, Hir, HirKind};

use crate::schema::format::Format;
use crate::schema::node::{Pattern, Rule, StringRules};
use crate::schema::witness::Random;

/// The most repetitions beyond the fewest.
const FURTHER: u32 = 3;

/// The longest text that is made only to meet a bound.
const LONG: usize = 300;

/// The longest text that is made at all.
const LONGEST: usize = 50_000;

/// A text that all of the rules are likely to accept.
pub(super) fn text(rules: &[&Rule], random: &mut Random) -> String {
    let rules: Vec<&StringRules> = rules.iter().filter_map(|rule| rule.strings.as_deref()).collect();
    if let Some(pattern) = rules.iter().find_map(|rules| rules.pattern.as_ref()) {
        return matching(pattern, random);
    }
    if let Some(format) = rules.iter().find_map(|rules| rules.format) {
        return formatted(format, random);
    }
    if let Some(name) = rules.iter().find_map(|rules| rules.annotation.as_deref())
        && let Some(text) = annotated(name, random)
    {
        return text;
    }
    let shortest = rules.iter().filter_map(|rules| rules.shortest).max().unwrap_or(0);
    let longest = rules.iter().filter_map(|rules| rules.longest).min().unwrap_or(usize::MAX);
    let length = match random.below(4) {
        0 => shortest,
        1 if longest <= LONG => longest,
        _ => shortest.saturating_add(random.below(10)).min(longest),
    };
    free(length, random)
}

/// A text of a length, plain or odd; a long one repeats itself, and none is longer than the longest.
pub(super) fn free(length: usize, random: &mut Random) -> String {
    let plain = !random.one_in(4);
    let piece: Vec<char> = (0..length.min(LONG))
        .map(|_| {
            let letters =
                if plain { "abcdefgxyz019_- " } else { "aZ0 \"\\/\n\t\u{1}é€ß漢😀\u{2028}{}[]:,'" };
            letters.chars().nth(random.below(letters.chars().count())).unwrap_or('a')
        })
        .collect();
    piece.iter().cycle().take(length.min(LONGEST)).collect()
}

/// A word as keys are made of.
pub(super) fn key(random: &mut Random) -> String {
    let words = ["alpha", "beta", "gamma", "delta", "x", "y", "1", "", "odd key", "tür", "a.b", "type", "é"];
    match random.pick(&words) {
        Some(word) if !random.one_in(5) => (*word).to_owned(),
        _ => {
            let length = 1 + random.below(6);
            free(length, random)
        }
    }
}

fn digits(random: &mut Random, least: i128, most: i128, width: usize) -> String {
    format!("{:0width$}", random.between(least, most))
}

fn date(random: &mut Random) -> String {
    let year = *random.pick(&[1970, 1999, 2024, 2026, 1, 9999, 1900]).unwrap_or(&2000);
    let month = random.between(1, 12);
    let leap = year == 2024;
    let last = match month {
        2 => 28 + i128::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let day = if random.one_in(3) { last } else { random.between(1, last) };
    format!("{year:04}-{month:02}-{day:02}")
}

fn clock(random: &mut Random) -> String {
    let hours = digits(random, 0, 23, 2);
    let (minutes, seconds) = (digits(random, 0, 59, 2), digits(random, 0, 59, 2));
    let fraction = random.pick(&["", "", ".5", ".123", ".123456789"]).copied().unwrap_or_default();
    format!("{hours}:{minutes}:{seconds}{fraction}")
}

fn time(random: &mut Random) -> String {
    if random.one_in(12) {
        return "23:59:60Z".to_owned();
    }
    let offsets = ["Z", "Z", "z", "+00:00", "-05:30", "+14:00", "-23:59"];
    format!("{}{}", clock(random), random.pick(&offsets).copied().unwrap_or("Z"))
}

fn formatted(format: Format, random: &mut Random) -> String {
    match format {
        Format::Date => date(random),
        Format::Time => time(random),
        Format::DateTime => {
            let separator = if random.one_in(8) { 't' } else { 'T' };
            format!("{}{separator}{}", date(random), time(random))
        }
        Format::Ipv4 => {
            let parts: Vec<String> = (0..4).map(|_| digits(random, 0, 255, 1)).collect();
            parts.join(".")
        }
        Format::Ipv6 => {
            let known = ["::", "::1", "2001:db8::8a2e:370:7334", "::ffff:192.0.2.1", "FE80::1"];
            (*random.pick(&known).unwrap_or(&"::")).to_owned()
        }
        Format::Uuid => {
            let text = format!("{:016x}{:016x}", random.next(), random.next());
            let text = if random.one_in(3) { text.to_uppercase() } else { text };
            format!("{}-{}-{}-{}-{}", &text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..])
        }
    }
}

/// A text after a format that is only named.
fn annotated(name: &str, random: &mut Random) -> Option<String> {
    let number = random.below(1000);
    Some(match name {
        "uri" | "iri" | "uri-reference" | "iri-reference" | "url" => {
            format!("https://example.com/{number}?q=a#b")
        }
        "email" | "idn-email" => format!("user{number}@example.com"),
        "hostname" | "idn-hostname" => format!("host{number}.example.com"),
        "duration" => format!("PT{number}S"),
        "regex" => format!("a{{{number}}}"),
        "json-pointer" => format!("/a/{number}"),
        _ => return None,
    })
}

/// A text that a pattern matches, or nearly.
pub(super) fn matching(pattern: &Pattern, random: &mut Random) -> String {
    // It was compiled from this very text.
    let Ok(parsed) = regex_syntax::parse(pattern.regex.as_str()) else { return String::new() };
    let mut out = String::new();
    write(&parsed, random, &mut out);
    out
}

fn write(hir: &Hir, random: &mut Random, out: &mut String) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => out.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => out.extend(letter(class, random)),
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(u32::MAX).min(repetition.min.saturating_add(FURTHER));
            let count = random.between(repetition.min.into(), most.into());
            for _ in 0..count {
                write(&repetition.sub, random, out);
            }
        }
        HirKind::Capture(capture) => write(&capture.sub, random, out),
        HirKind::Concat(parts) => parts.iter().for_each(|part| write(part, random, out)),
        HirKind::Alternation(parts) => {
            if let Some(part) = random.pick(parts) {
                write(part, random, out);
            }
        }
    }
}

fn letter(class: &Class, random: &mut Random) -> Option<char> {
    let ranges: Vec<(u32, u32)> = match class {
        Class::Unicode(class) => {
            class.iter().map(|range| (u32::from(range.start()), u32::from(range.end()))).collect()
        }
        Class::Bytes(class) => {
            class.iter().map(|range| (u32::from(range.start()), u32::from(range.end()))).collect()
        }
    };
    let (start, end) = *random.pick(&ranges)?;
    let code = random.between(start.into(), end.into());
    // A range of characters may hold the gap of the surrogates.
    u32::try_from(code).ok().and_then(char::from_u32).or(char::from_u32(start))
}

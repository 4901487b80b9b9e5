//! Patterns of JSON Schema (ECMA-262, unanchored), as the regular expressions that match the same.

use std::fmt::Write as _;

use regex::RegexBuilder;

use crate::schema::node::Pattern;

/// The most memory that one compiled pattern may take, in bytes.
const LARGEST: usize = 10 << 20;

/// Compiles a pattern; the error says why it can't be used.
pub(super) fn compile(text: &str) -> Result<Pattern, String> {
    let regex = translate(text).and_then(|translated| {
        RegexBuilder::new(&translated).size_limit(LARGEST).build().map_err(|error| error.to_string())
    });
    match regex {
        Ok(regex) => Ok(Pattern { text: text.to_owned(), regex }),
        Err(_) if ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|look| text.contains(look)) => {
            Err(format!("the pattern {text} looks around, which is not supported; write it without"))
        }
        Err(error) => Err(format!(
            "the pattern {text} can't be compiled: {}",
            error.lines().last().unwrap_or_default().trim_start_matches("error: ")
        )),
    }
}

/// Writes the classes whose meaning differs between the two dialects in full.
fn translate(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut in_class = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                let Some(escaped) = characters.next() else {
                    return Err("it ends with a backslash".to_owned());
                };
                match escaped {
                    'd' => out.push_str("[0-9]"),
                    'D' => out.push_str("[^0-9]"),
                    'w' => out.push_str("[0-9A-Za-z_]"),
                    'W' => out.push_str("[^0-9A-Za-z_]"),
                    's' => out.push_str(r"[\s\x{FEFF}--\x{85}]"),
                    'S' => out.push_str(r"[[^\s\x{FEFF}]\x{85}]"),
                    // ECMA's word boundary goes by ASCII.
                    'b' if !in_class => out.push_str(r"(?-u:\b)"),
                    'B' if !in_class => return Err(r"\B is not supported".to_owned()),
                    'b' => out.push_str(r"\x08"),
                    '0' => out.push_str(r"\x00"),
                    '1'..='9' => return Err("back references are not supported".to_owned()),
                    'c' => match characters.next() {
                        Some(letter) if letter.is_ascii_alphabetic() => {
                            // Writing to a string can't fail.
                            let _ = write!(out, r"\x{:02X}", u32::from(letter) % 32);
                        }
                        _ => return Err(r"\c is followed by a letter".to_owned()),
                    },
                    '/' => out.push('/'),
                    other => {
                        out.push('\\');
                        out.push(other);
                    }
                }
            }
            '[' if in_class => out.push_str(r"\["),
            '[' => {
                in_class = true;
                out.push('[');
                if characters.next_if_eq(&'^').is_some() {
                    out.push('^');
                }
                if characters.next_if_eq(&']').is_some() {
                    return Err("an empty class matches nothing".to_owned());
                }
            }
            ']' => {
                in_class = false;
                out.push(']');
            }
            // Two of these are set operations in a class of the other dialect.
            '&' | '~' if in_class => {
                out.push('\\');
                out.push(character);
            }
            '-' if in_class && characters.peek() == Some(&'-') => out.push_str(r"\-"),
            '.' if !in_class => out.push_str(r"[^\n\r\x{2028}\x{2029}]"),
            other => out.push(other),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, good: &[&str], bad: &[&str]) {
        let regex = compile(pattern).unwrap().regex;
        assert_eq!(good.iter().find(|text| !regex.is_match(text)), None, "{pattern}");
        assert_eq!(bad.iter().find(|text| regex.is_match(text)), None, "{pattern}");
    }

    #[test]
    fn classes_mean_what_they_mean_in_ecma() {
        check(r"^\d+$", &["12"], &["٣", "12\n"]);
        check(r"^\w$", &["a", "_"], &["é"]);
        check(r"^\s$", &[" ", "\u{feff}", "\u{2028}"], &["\u{85}", "a"]);
        check(r"^\S$", &["a", "\u{85}"], &[" ", "\u{feff}"]);
        check(r"^.$", &["a", "\u{85}"], &["\r", "\u{2028}"]);
        check(r"^[\w.-]+$", &["a.b-c"], &["a b"]);
        check(r"^[&&a]+$", &["a&"], &["b"]);
        check("b", &["abc"], &["ac"]);
        check(r"^a\/b$", &["a/b"], &[]);
    }

    #[test]
    fn what_is_not_supported_is_said() {
        assert!(compile("(?=a)b").unwrap_err().contains("looks around"));
        assert!(compile(r"(a)\1").unwrap_err().contains("back references"));
        assert!(compile("(").unwrap_err().contains("can't be compiled"));
        assert!(compile("(a{1000}){1000}").is_err());
    }
}

//! Patterns of JSON Schema (ECMA-262, unanchored), as the regular expressions that match the same.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

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

/// Writes a pattern of ECMA-262 with its flag `u`, and the literal braces, brackets and hyphens that are taken
/// without that flag, in the dialect of the engine. What means something in the engine's dialect alone is refused.
fn translate(text: &str) -> Result<String, String> {
    let mut translator = Translator { rest: text.chars().peekable(), out: String::with_capacity(text.len()) };
    translator.pattern()?;
    Ok(translator.out)
}

/// What stands before a quantifier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Something that can be repeated.
    Atom,
    /// A quantifier, which one `?` makes lazy.
    Quantifier,
    /// A quantifier with its `?`, an assertion, or nothing.
    Nothing,
}

/// What one or two characters stand for.
enum Atom {
    One(char),
    /// A class, written in the engine's dialect.
    Class(String),
}

struct Translator<'t> {
    rest: Peekable<Chars<'t>>,
    out: String,
}

impl Translator<'_> {
    fn pattern(&mut self) -> Result<(), String> {
        let mut before = Before::Nothing;
        while let Some(character) = self.rest.next() {
            before = match character {
                '\\' => match self.rest.next_if(|next| matches!(next, 'b' | 'B')) {
                    // ECMA's word boundary goes by ASCII.
                    Some('b') => {
                        self.out.push_str(r"(?-u:\b)");
                        Before::Nothing
                    }
                    Some(_) => return Err(r"\B is not supported".to_owned()),
                    None => {
                        let atom = self.escaped(false)?;
                        self.write(&atom);
                        Before::Atom
                    }
                },
                '[' => {
                    self.class()?;
                    Before::Atom
                }
                '(' => {
                    self.group()?;
                    Before::Nothing
                }
                '*' | '+' | '?' => self.quantifier(before, character.to_string())?,
                '{' => match self.counted() {
                    Some(counted) => self.quantifier(before, counted)?,
                    None => self.literal('{'),
                },
                '.' => {
                    self.out.push_str(r"[^\n\r\x{2028}\x{2029}]");
                    Before::Atom
                }
                '^' | '$' | '|' => {
                    self.out.push(character);
                    Before::Nothing
                }
                ')' => {
                    self.out.push(')');
                    Before::Atom
                }
                other => self.literal(other),
            };
        }
        Ok(())
    }

    fn quantifier(&mut self, before: Before, quantifier: String) -> Result<Before, String> {
        self.out.push_str(&quantifier);
        match before {
            Before::Atom => Ok(Before::Quantifier),
            Before::Quantifier if quantifier == "?" => Ok(Before::Nothing),
            Before::Quantifier | Before::Nothing => {
                Err(format!("there is nothing that {quantifier} could repeat"))
            }
        }
    }

    /// The rest of `{2}`, `{2,}` or `{2,3}`, if that is what a brace begins.
    fn counted(&mut self) -> Option<String> {
        let rest: String = self.rest.clone().take_while(|next| *next != '}').collect();
        let (least, most) = rest.split_once(',').unwrap_or((&rest, "0"));
        let is_number = |text: &str| text.chars().all(|digit| digit.is_ascii_digit());
        if least.is_empty() || !is_number(least) || !is_number(most) {
            return None;
        }
        self.rest.nth(rest.len()).map(|_| format!("{{{rest}}}"))
    }

    fn group(&mut self) -> Result<(), String> {
        self.out.push('(');
        if self.rest.next_if_eq(&'?').is_none() {
            return Ok(());
        }
        let kind = (self.rest.next(), self.rest.peek());
        // Nothing asks for what a group held, so that its name is left out.
        let is_group = match kind {
            (Some(':'), _) => true,
            (Some('<'), Some(next)) if !matches!(next, '=' | '!' | '>') => self.rest.any(|next| next == '>'),
            _ => false,
        };
        if is_group { Ok(()) } else { Err("a group begins with (, (?: or (?<name>".to_owned()) }
    }

    fn class(&mut self) -> Result<(), String> {
        self.out.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        if self.rest.peek() == Some(&']') {
            return Err("a class must not be empty".to_owned());
        }
        while self.rest.next_if_eq(&']').is_none() {
            let first = self.member()?;
            self.write(&first);
            let mut ahead = self.rest.clone();
            if ahead.next() != Some('-') || matches!(ahead.next(), Some(']') | None) {
                continue;
            }
            self.rest.next();
            let last = self.member()?;
            match (&first, &last) {
                (Atom::One(first), Atom::One(last)) if first > last => {
                    return Err(format!("the range {first}-{last} ends before it begins"));
                }
                (Atom::One(_), Atom::One(_)) => self.out.push('-'),
                // A class is no end of a range, so that the hyphen is one.
                _ => self.write(&Atom::One('-')),
            }
            self.write(&last);
        }
        self.out.push(']');
        Ok(())
    }

    fn member(&mut self) -> Result<Atom, String> {
        match self.rest.next() {
            None => Err("a class has no end".to_owned()),
            Some('\\') => self.escaped(true),
            Some(other) => Ok(Atom::One(other)),
        }
    }

    /// What stands behind a backslash.
    fn escaped(&mut self, in_class: bool) -> Result<Atom, String> {
        let Some(escaped) = self.rest.next() else { return Err("it ends with a backslash".to_owned()) };
        let class = |class: &str| Ok(Atom::Class(class.to_owned()));
        match escaped {
            'd' => class("[0-9]"),
            'D' => class("[^0-9]"),
            'w' => class("[0-9A-Za-z_]"),
            'W' => class("[^0-9A-Za-z_]"),
            's' => class(r"[\s\x{FEFF}--\x{85}]"),
            'S' => class(r"[[^\s\x{FEFF}]\x{85}]"),
            'p' | 'P' => self.property(escaped).map(Atom::Class),
            't' => Ok(Atom::One('\t')),
            'n' => Ok(Atom::One('\n')),
            'v' => Ok(Atom::One('\x0B')),
            'f' => Ok(Atom::One('\x0C')),
            'r' => Ok(Atom::One('\r')),
            'b' if in_class => Ok(Atom::One('\x08')),
            '0' if !self.rest.peek().is_some_and(char::is_ascii_digit) => Ok(Atom::One('\0')),
            '0'..='9' | 'k' => Err("back references are not supported".to_owned()),
            'c' => match self.rest.next() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    Ok(Atom::One(char::from(u8::try_from(u32::from(letter) % 32).unwrap_or_default())))
                }
                _ => Err(r"\c is followed by a letter".to_owned()),
            },
            'x' => self
                .hex(2)
                .and_then(char::from_u32)
                .map(Atom::One)
                .ok_or(r"\x is followed by two hex digits".to_owned()),
            'u' => self
                .unicode()
                .map(Atom::One)
                .ok_or(r"\u is followed by four hex digits or by a character's number in braces".to_owned()),
            other if other.is_ascii_alphanumeric() => Err(format!(r"there is no \{other} in ECMA-262")),
            other => Ok(Atom::One(other)),
        }
    }

    /// A class by a property of Unicode, as in `\p{Lu}`.
    fn property(&mut self, letter: char) -> Result<String, String> {
        let rest: String = self.rest.clone().take_while(|next| *next != '}').collect();
        let is_name =
            |name: &str| name.chars().all(|mark| mark.is_ascii_alphanumeric() || matches!(mark, '_' | '='));
        match rest.strip_prefix('{').filter(|name| !name.is_empty() && is_name(name)) {
            Some(name) if self.rest.nth(rest.len()).is_some() => Ok(format!(r"\{letter}{{{name}}}")),
            _ => Err(format!(r"\{letter} is followed by a property in braces")),
        }
    }

    fn unicode(&mut self) -> Option<char> {
        if self.rest.next_if_eq(&'{').is_some() {
            let digits: String = self.rest.by_ref().take_while(|next| *next != '}').collect();
            // A sign would be read too.
            let is_number = digits.chars().all(|digit| digit.is_ascii_hexdigit());
            return u32::from_str_radix(&digits, 16).ok().filter(|_| is_number).and_then(char::from_u32);
        }
        let first = self.hex(4)?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        // The two halves of a character beyond 16 bits.
        self.rest.next_if_eq(&'\\')?;
        self.rest.next_if_eq(&'u')?;
        let second = self.hex(4)?.checked_sub(0xDC00).filter(|second| *second < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + second)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        (0..digits).try_fold(0, |number, _| Some(number * 16 + self.rest.next()?.to_digit(16)?))
    }

    fn literal(&mut self, character: char) -> Before {
        self.write(&Atom::One(character));
        Before::Atom
    }

    fn write(&mut self, atom: &Atom) {
        match atom {
            Atom::One(plain) if plain.is_alphanumeric() => self.out.push(*plain),
            // Written as its number, which means the same everywhere.
            Atom::One(other) => {
                // Writing to a string can't fail.
                let _ = write!(self.out, r"\x{{{:X}}}", u32::from(*other));
            }
            Atom::Class(class) => self.out.push_str(class),
        }
    }
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
        check("^[!--]$", &["!", "-", "#"], &[".", "a"]);
        check("^[--a]$", &["-", "Z"], &[",", "b"]);
        check(r"^[\w-.]$", &["a", "-", "."], &["+"]);
        check(r"^[a\-z]$", &["a", "-", "z"], &["b"]);
        check("^[~~a^]$", &["~", "^", "a"], &["b"]);
        check(r"^\<\>\_\@ #$", &["<>_@ #"], &["x"]);
        check(r"^\x41\u0042\u{43}\uD83D\uDE00\cJ\0$", &["ABC😀\n\0"], &[]);
        check("^{a}]b{2,}c{,3}$", &["{a}]bbc{,3}"], &["{a}]bc"]);
        check(r"^\p{Lu}\P{L}$", &["A1"], &["a1"]);
        check("^(?<year>[0-9]{4})(?:-x)??$", &["2026", "2026-x"], &["26"]);
        check(r"\bfoo\b", &["a foo b", "éfoo"], &["foox"]);
    }

    #[test]
    fn what_is_not_supported_is_said() {
        assert!(compile("(?=a)b").unwrap_err().contains("looks around"));
        assert!(compile(r"(a)\1").unwrap_err().contains("back references"));
        for pattern in [
            r"\A",
            r"\z",
            r"\a",
            r"\pL",
            r"\p{",
            r"\x{41}",
            r"\x4",
            r"\u12",
            r"\uD83D",
            r"\U0001F600",
            r"\u{+41}",
            "(?m)^a",
            "(?x)a b",
            "(?P<a>b)",
            "(?i:a)",
            "a**",
            "a*+",
            "a??+",
            "^*",
            "[]",
            "[^]",
            "[z-a]",
            "[a",
            r"\01",
            "a{2}{3}",
            "|*",
            "a{3,2}",
        ] {
            assert!(compile(pattern).is_err(), "{pattern}");
        }
        assert!(compile("(").unwrap_err().contains("can't be compiled"));
        assert!(compile("(a{1000}){1000}").is_err());
    }
}

//! Text into a tree, with words for everything that models get wrong about JSON.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::error::{ArgumentError, ArgumentErrorKind, Malformed};
use crate::json::scan::Scan;
use crate::json::string;
use crate::json::{Node, Number};
use crate::path::{FieldPath, Trail};

/// The deepest nesting that is read, as in `serde_json`.
pub(crate) const DEEPEST: usize = 127;

/// The most repeated keys that are listed.
const MOST_DUPLICATES: usize = 1000;

/// Above this many keys, repeated ones are found by hashing.
const FEW_KEYS: usize = 16;

/// Argument text as a tree.
pub(crate) struct Parsed<'a> {
    pub(crate) root: Node<'a>,
    /// The keys that stand twice in one object; the tree holds the first.
    pub(crate) duplicates: Vec<FieldPath>,
    /// How many commas before a closing bracket were read over; none unless that was allowed.
    pub(crate) spare_commas: usize,
}

/// Reads argument text. Blank text is the empty object; a byte order mark is skipped.
pub(crate) fn parse(text: &str) -> Result<Parsed<'_>, Box<ArgumentError>> {
    read(text, false)
}

/// As [`parse`], reading over commas before closing brackets.
pub(crate) fn parse_lenient(text: &str) -> Result<Parsed<'_>, Box<ArgumentError>> {
    read(text, true)
}

/// Reads the one value at a place of a text, that many levels deep; none if anything is wrong with it.
pub(crate) fn parse_part(scan: Scan<'_>, depth: usize) -> Option<(Node<'_>, Scan<'_>)> {
    let mut parser = Parser {
        text: scan.text(),
        at: scan.at(),
        duplicates: Vec::new(),
        listed: HashSet::new(),
        lenient: false,
        spare_commas: 0,
    };
    parser.blanks();
    let node = parser.value(&Trail::Root, depth).ok()?;
    parser.duplicates.is_empty().then(|| (node, scan.moved(parser.at)))
}

fn read(text: &str, lenient: bool) -> Result<Parsed<'_>, Box<ArgumentError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut parser =
        Parser { text, at: 0, duplicates: Vec::new(), listed: HashSet::new(), lenient, spare_commas: 0 };
    parser.blanks();
    if parser.peek().is_none() {
        return Ok(parser.parsed(Node::Object(Vec::new())));
    }
    if parser.rest().starts_with("```") {
        return Err(malformed(&Trail::Root, Malformed::CodeFence));
    }
    let root = parser.value(&Trail::Root, 0)?;
    parser.blanks();
    match parser.peek() {
        None => Ok(parser.parsed(root)),
        Some(b'{' | b'[' | b'"' | b'0'..=b'9' | b'-') => {
            Err(malformed(&Trail::Root, Malformed::SeveralValues { offset: parser.at }))
        }
        Some(_) => {
            let found = parser.found();
            let detail = format!("found {found} after the JSON value; send the JSON object alone");
            Err(parser.syntax(&Trail::Root, detail))
        }
    }
}

#[cold]
fn malformed(trail: &Trail<'_>, reason: Malformed) -> Box<ArgumentError> {
    Box::new(ArgumentError::new(trail.to_path(), ArgumentErrorKind::Malformed(reason)))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    duplicates: Vec<FieldPath>,
    /// The same, to be found.
    listed: HashSet<FieldPath>,
    lenient: bool,
    spare_commas: usize,
}

impl<'a> Parser<'a> {
    fn parsed(self, root: Node<'a>) -> Parsed<'a> {
        Parsed { root, duplicates: self.duplicates, spare_commas: self.spare_commas }
    }

    /// Steps over a comma; says whether what it stands in goes on behind it.
    fn comma(&mut self, trail: &Trail<'_>, closing: u8) -> Result<bool, Box<ArgumentError>> {
        self.at += 1;
        self.blanks();
        if self.peek() != Some(closing) {
            return Ok(true);
        }
        if !self.lenient {
            return Err(self.syntax(trail, format!("a comma before '{}'; leave it out", char::from(closing))));
        }
        self.spare_commas += 1;
        self.at += 1;
        Ok(false)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// What stands here, for an error.
    fn found(&self) -> String {
        found(self.rest())
    }

    #[cold]
    fn syntax(&self, trail: &Trail<'_>, detail: impl Into<String>) -> Box<ArgumentError> {
        self.syntax_at(self.at, trail, detail)
    }

    #[cold]
    fn syntax_at(&self, offset: usize, trail: &Trail<'_>, detail: impl Into<String>) -> Box<ArgumentError> {
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        malformed(trail, Malformed::Syntax { detail: detail.into(), line, column })
    }

    #[cold]
    fn truncated(trail: &Trail<'_>) -> Box<ArgumentError> {
        malformed(trail, Malformed::Truncated)
    }

    /// Reads the value that starts here; blanks are behind.
    fn value(&mut self, trail: &Trail<'_>, depth: usize) -> Result<Node<'a>, Box<ArgumentError>> {
        match self.peek() {
            None => Err(Self::truncated(trail)),
            Some(b'{' | b'[') if depth == DEEPEST => {
                Err(malformed(trail, Malformed::TooDeep { limit: DEEPEST }))
            }
            Some(b'{') => self.object(trail, depth + 1),
            Some(b'[') => self.array(trail, depth + 1),
            Some(b'"') => self.string(trail).map(Node::String),
            Some(b'-' | b'0'..=b'9') => self.number(trail).map(Node::Number),
            Some(_) => self.literal(trail),
        }
    }

    fn object(&mut self, trail: &Trail<'_>, depth: usize) -> Result<Node<'a>, Box<ArgumentError>> {
        self.at += 1;
        let mut entries: Vec<(Cow<'a, str>, Node<'a>)> = Vec::new();
        let mut keys = HashSet::new();
        self.blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Node::Object(entries));
        }
        loop {
            let key = self.key(trail)?;
            let value = self.value(&Trail::Key(trail, &key), depth)?;
            let known = if entries.len() < FEW_KEYS {
                entries.iter().any(|(earlier, _)| *earlier == key)
            } else {
                if keys.is_empty() {
                    keys.extend(entries.iter().map(|(earlier, _)| earlier.clone()));
                }
                !keys.insert(key.clone())
            };
            if known {
                self.duplicate(&Trail::Key(trail, &key));
            } else {
                entries.push((key, value));
            }
            self.blanks();
            match self.peek() {
                Some(b',') => {
                    if !self.comma(trail, b'}')? {
                        return Ok(Node::Object(entries));
                    }
                }
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Node::Object(entries));
                }
                None => return Err(Self::truncated(trail)),
                Some(_) => {
                    let found = self.found();
                    return Err(self.syntax(trail, format!("expected ',' or '}}', found {found}")));
                }
            }
        }
    }

    #[cold]
    fn duplicate(&mut self, here: &Trail<'_>) {
        if self.duplicates.len() < MOST_DUPLICATES {
            let path = here.to_path();
            if self.listed.insert(path.clone()) {
                self.duplicates.push(path);
            }
        }
    }

    /// Reads a key and its colon, and the blanks behind.
    fn key(&mut self, trail: &Trail<'_>) -> Result<Cow<'a, str>, Box<ArgumentError>> {
        match self.peek() {
            Some(b'"') => {}
            None => return Err(Self::truncated(trail)),
            Some(_) => {
                let found = self.found();
                return Err(self.syntax(trail, format!("expected a key in double quotes, found {found}")));
            }
        }
        let key = self.string(trail)?;
        self.blanks();
        match self.peek() {
            Some(b':') => self.at += 1,
            None => return Err(Self::truncated(trail)),
            Some(_) => {
                let found = self.found();
                return Err(self.syntax(trail, format!("expected ':' after the key, found {found}")));
            }
        }
        self.blanks();
        Ok(key)
    }

    fn array(&mut self, trail: &Trail<'_>, depth: usize) -> Result<Node<'a>, Box<ArgumentError>> {
        self.at += 1;
        let mut items = Vec::new();
        self.blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Node::Array(items));
        }
        loop {
            items.push(self.value(&Trail::Index(trail, items.len()), depth)?);
            self.blanks();
            match self.peek() {
                Some(b',') => {
                    if !self.comma(trail, b']')? {
                        return Ok(Node::Array(items));
                    }
                }
                Some(b']') => {
                    self.at += 1;
                    return Ok(Node::Array(items));
                }
                None => return Err(Self::truncated(trail)),
                Some(_) => {
                    let found = self.found();
                    return Err(self.syntax(trail, format!("expected ',' or ']', found {found}")));
                }
            }
        }
    }

    fn string(&mut self, trail: &Trail<'_>) -> Result<Cow<'a, str>, Box<ArgumentError>> {
        match string::read(self.text, self.at + 1) {
            Ok((text, end)) => {
                self.at = end;
                Ok(text)
            }
            Err(string::BadString { detail: None, .. }) => Err(Self::truncated(trail)),
            Err(string::BadString { detail: Some(detail), offset }) => {
                Err(self.syntax_at(offset, trail, detail))
            }
        }
    }

    fn number(&mut self, trail: &Trail<'_>) -> Result<Number<'a>, Box<ArgumentError>> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => {
                self.at += 1;
                if let Some(b'0'..=b'9') = self.peek() {
                    return Err(self.syntax_at(start, trail, "a number starts with 0; leave the zeros out"));
                }
            }
            Some(b'1'..=b'9') => self.digits(),
            None => return Err(Self::truncated(trail)),
            Some(_) => return Err(self.foreign(start, trail)),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.some_digits(trail, "expected a digit after the decimal point")?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.some_digits(trail, "expected a digit in the exponent")?;
        }
        Ok(Number::new(&self.text[start..self.at]))
    }

    fn digits(&mut self) {
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
    }

    fn some_digits(&mut self, trail: &Trail<'_>, otherwise: &str) -> Result<(), Box<ArgumentError>> {
        match self.peek() {
            Some(b'0'..=b'9') => {
                self.digits();
                Ok(())
            }
            None => Err(Self::truncated(trail)),
            Some(_) => Err(self.syntax(trail, format!("{otherwise}, found {}", self.found()))),
        }
    }

    fn literal(&mut self, trail: &Trail<'_>) -> Result<Node<'a>, Box<ArgumentError>> {
        for (word, node) in [("true", Node::Bool(true)), ("false", Node::Bool(false)), ("null", Node::Null)] {
            if let Some(behind) = self.rest().strip_prefix(word) {
                if !behind.starts_with(|next: char| next.is_alphanumeric() || next == '_') {
                    self.at += word.len();
                    return Ok(node);
                }
            } else if word.starts_with(self.rest()) {
                return Err(Self::truncated(trail));
            }
        }
        Err(self.foreign(self.at, trail))
    }

    /// Words for what other languages write.
    #[cold]
    fn foreign(&self, start: usize, trail: &Trail<'_>) -> Box<ArgumentError> {
        let rest = &self.text[start..];
        let word_end = rest
            .find(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-' | '+' | '.')))
            .unwrap_or(rest.len());
        let word = &rest[..word_end];
        let detail = match word {
            "True" | "TRUE" => "write True as true".to_owned(),
            "False" | "FALSE" => "write False as false".to_owned(),
            "None" | "NULL" | "Null" | "nil" | "undefined" => {
                format!("write {word} as null, or leave it out")
            }
            "NaN" | "nan" | "Infinity" | "-Infinity" | "inf" | "-inf" => {
                format!("{word} is no number of JSON")
            }
            _ if rest.starts_with('\'') => "text stands in double quotes, not in single ones".to_owned(),
            _ if rest.starts_with("//") || rest.starts_with("/*") => "JSON has no comments".to_owned(),
            _ if rest.starts_with('+') => "a number has no plus sign".to_owned(),
            _ if rest.starts_with('.') => "a number has a digit before the decimal point".to_owned(),
            "" => format!("expected a value, found {}", found(rest)),
            word if matches!(trail, Trail::Root) => {
                format!("expected '{{', found {}; send the JSON object alone", crate::text::name(word))
            }
            word => {
                format!("expected a value, found {}; text stands in double quotes", crate::text::name(word))
            }
        };
        self.syntax_at(start, trail, detail)
    }
}

/// What a text starts with, for an error.
fn found(rest: &str) -> String {
    match rest.chars().next() {
        None => "the end".to_owned(),
        Some('\'') => "a single quote".to_owned(),
        Some(character) if character.is_control() => format!("{:?}", character.to_string()),
        Some(character) => format!("'{character}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fails(text: &str, path: &str, words: &str) {
        let error = parse(text).err().unwrap_or_else(|| panic!("{text} was read"));
        assert_eq!(error.path.to_string(), path, "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }

    #[test]
    fn blank_text_is_the_empty_object() {
        for text in ["", " \n", "\u{feff}", "\u{feff} {}"] {
            assert!(
                matches!(parse(text).unwrap().root, Node::Object(entries) if entries.is_empty()),
                "{text:?}"
            );
        }
    }

    #[test]
    fn truncation_names_the_field() {
        for (text, path) in [
            (r#"{"cmd":"ls -l"#, "cmd"),
            (r#"{"a":{"b":[1,"#, "a.b[1]"),
            (r#"{"a":tru"#, "a"),
            (r#"{"a":-"#, "a"),
            (r#"{"a":1."#, "a"),
            (r#"{"a":1"#, ""),
            (r#"{"a"#, ""),
            (r#"{"a":"\ud83d"#, "a"),
            (r#"{"a":"\u12"#, "a"),
            ("{", ""),
            ("[", "[0]"),
        ] {
            fails(text, path, "ends early");
        }
    }

    #[test]
    fn each_slip_has_its_words() {
        fails(r#"{"a":1,}"#, "", "a comma before '}'");
        fails(r#"{"a":[1,]}"#, "a", "a comma before ']'");
        fails(r#"{"a":True}"#, "a", "write True as true");
        fails(r#"{"a":None}"#, "a", "write None as null");
        fails(r#"{"a":-Infinity}"#, "a", "-Infinity is no number");
        fails(r#"{"a":NaN}"#, "a", "NaN is no number");
        fails("{'a':1}", "", "expected a key in double quotes, found a single quote");
        fails(r#"{"a":'x'}"#, "a", "double quotes");
        fails(r#"{"a":01}"#, "a", "starts with 0");
        fails(r#"{"a":+1}"#, "a", "plus sign");
        fails(r#"{"a":.5}"#, "a", "before the decimal point");
        fails("{\"a\":\"x\ny\"}", "a", "a line break inside a string");
        fails(r#"{"a":"\q"}"#, "a", r"\q is no escape");
        fails(r#"{"a":"\ud83d"}"#, "a", "lone surrogate");
        fails(r#"{"a":"\udc00"}"#, "a", "lone surrogate");
        fails(r#"{"a":1}{"b":2}"#, "", "more than one JSON value");
        fails(r#"{"a":1} trailing"#, "", "found 't' after the JSON value");
        fails("Sure: {}", "", "found 'Sure'; send the JSON object alone");
        fails("```json\n{}\n```", "", "code fence");
        fails(r#"{"a":1 // one"#, "", "expected ',' or '}', found '/'");
        fails(r#"{"a":yes}"#, "a", "found 'yes'");
    }

    #[test]
    fn escapes_and_surrogate_pairs() {
        let parsed = parse(r#""a\u00e9\ud83d\ude00\n\/""#).unwrap();
        assert!(matches!(parsed.root, Node::String(text) if text == "aé😀\n/"));
    }

    #[test]
    fn depth_has_a_limit() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(parse(&nested(127)).is_ok());
        fails(&nested(128), &"[0]".repeat(127), "nested too deeply");
    }

    #[test]
    fn duplicates_are_found_at_every_level() {
        let many: Vec<String> = (0..40).map(|index| format!(r#""k{index}":1,"#)).collect();
        let many = many.concat();
        let text = format!(r#"{{"a":{{"x":1,"x":2,"x":3}},{many}"k7":2,"a":1}}"#);
        let paths: Vec<String> = parse(&text).unwrap().duplicates.iter().map(ToString::to_string).collect();
        assert_eq!(paths, ["a.x", "k7", "a"]);
    }
}

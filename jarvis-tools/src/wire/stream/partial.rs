//! Argument text that is still coming: whether it is whole, and what can be seen of it.

use serde_json::Value;

use crate::json::{DEEPEST, parse};

/// How far the text of arguments has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentsState {
    /// More may come, or must.
    #[default]
    Partial,
    /// One whole JSON value, with nothing but white space around it.
    Complete,
    /// Whatever comes, this is no JSON any more.
    Failed,
}

/// What there is of a call's arguments, for showing only: a tool never runs on it.
#[derive(Clone, Copy, Debug)]
pub struct PartialArguments<'a> {
    text: &'a str,
    scanner: &'a Scanner,
}

impl<'a> PartialArguments<'a> {
    pub(super) fn new(text: &'a str, scanner: &'a Scanner) -> Self {
        Self { text, scanner }
    }

    /// How far the text has come. This costs nothing, since it is known from the pieces.
    pub fn state(self) -> ArgumentsState {
        self.scanner.state()
    }

    /// The text as it came.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// What can be seen in the text so far; none if that is no JSON. Each time it is asked for, the whole text is
    /// read once.
    ///
    /// Texts that are values grow with each piece. Numbers, keys and words such as `true` are shown once they are
    /// whole; of two equal keys the first is. Where nothing is there yet, it is the empty object.
    pub fn value(self) -> Option<Value> {
        if self.state() == ArgumentsState::Failed {
            return None;
        }
        let closed = self.scanner.closed(self.text);
        parse(&closed).ok().map(|parsed| parsed.root.to_value())
    }
}

/// What may stand next, outside of a text, number or word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Value,
    ItemOrEnd,
    KeyOrEnd,
    Key,
    Colon,
    CommaOrEnd,
    Nothing,
}

/// Where in a number the text is; the last of each part may be the number's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Digits {
    Minus,
    Zero,
    Whole,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
}

/// What the text is inside of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    Text,
    Escape,
    /// So many hexadecimal digits of an escape, and what they are.
    Unicode(u8, u16),
    Number(Digits),
    /// What must still come of a word.
    Word(&'static [u8]),
    /// No JSON.
    Failure,
}

/// Reads JSON in pieces, each byte once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scanner {
    at: usize,
    next: Next,
    inside: Inside,
    /// Whether the text it is inside of is a key.
    in_key: bool,
    /// Whether the first half of a pair of surrogates waits for the second.
    in_pair: bool,
    /// The closing brackets that are missing, the last of them first to come.
    open: Vec<u8>,
    /// The end of what can be shown.
    shown: usize,
}

impl Scanner {
    /// Reads on, `piece` being the next of the text.
    pub(super) fn push(&mut self, piece: &str) {
        let mut bytes = piece.as_bytes();
        if self.at == 0 && piece.starts_with('\u{feff}') {
            self.at = 3;
            self.shown = 3;
            bytes = &bytes[3..];
        }
        for byte in bytes {
            self.byte(*byte);
            self.at += 1;
        }
    }

    pub(super) fn state(&self) -> ArgumentsState {
        match (self.inside, self.next) {
            (Inside::Failure, _) => ArgumentsState::Failed,
            (Inside::Nothing, Next::Nothing) => ArgumentsState::Complete,
            _ => ArgumentsState::Partial,
        }
    }

    /// Whether there was nothing but white space.
    pub(super) fn is_silent(&self) -> bool {
        self.open.is_empty() && self.next == Next::Value && self.inside == Inside::Nothing
    }

    /// What can be shown of the text, closed.
    fn closed(&self, text: &str) -> String {
        let mut closed = text.get(..self.shown).unwrap_or_default().to_owned();
        let in_text = matches!(self.inside, Inside::Text | Inside::Escape | Inside::Unicode(..));
        if in_text && !self.in_key {
            closed.push('"');
        }
        closed.extend(self.open.iter().rev().map(|bracket| char::from(*bracket)));
        closed
    }

    fn byte(&mut self, byte: u8) {
        match self.inside {
            Inside::Failure => {}
            Inside::Nothing => self.outside(byte),
            Inside::Text => self.in_text(byte),
            Inside::Escape => self.escape(byte),
            Inside::Unicode(count, value) => self.unicode(byte, count, value),
            Inside::Number(digits) => self.number(byte, digits),
            Inside::Word(rest) => match rest.split_first() {
                Some((first, [])) if *first == byte => self.whole_value(self.at + 1),
                Some((first, rest)) if *first == byte => self.inside = Inside::Word(rest),
                _ => self.inside = Inside::Failure,
            },
        }
    }

    fn outside(&mut self, byte: u8) {
        if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
            return;
        }
        match (self.next, byte) {
            (Next::KeyOrEnd | Next::CommaOrEnd, b'}') | (Next::ItemOrEnd | Next::CommaOrEnd, b']') => {
                if self.open.pop() == Some(byte) {
                    self.whole_value(self.at + 1);
                } else {
                    self.inside = Inside::Failure;
                }
            }
            (Next::KeyOrEnd | Next::Key, b'"') => {
                self.in_key = true;
                self.inside = Inside::Text;
            }
            (Next::Colon, b':') => self.next = Next::Value,
            (Next::CommaOrEnd, b',') => {
                self.next = if self.open.last() == Some(&b'}') { Next::Key } else { Next::Value };
            }
            (Next::Value | Next::ItemOrEnd, _) => self.value(byte),
            _ => self.inside = Inside::Failure,
        }
    }

    fn value(&mut self, byte: u8) {
        match byte {
            b'{' => self.open(b'}', Next::KeyOrEnd),
            b'[' => self.open(b']', Next::ItemOrEnd),
            b'"' => {
                self.in_key = false;
                self.inside = Inside::Text;
                self.shown = self.at + 1;
            }
            b'-' => self.inside = Inside::Number(Digits::Minus),
            b'0' => self.inside = Inside::Number(Digits::Zero),
            b'1'..=b'9' => self.inside = Inside::Number(Digits::Whole),
            b't' => self.inside = Inside::Word(b"rue"),
            b'f' => self.inside = Inside::Word(b"alse"),
            b'n' => self.inside = Inside::Word(b"ull"),
            _ => self.inside = Inside::Failure,
        }
    }

    fn open(&mut self, closing: u8, next: Next) {
        if self.open.len() >= DEEPEST {
            self.inside = Inside::Failure;
            return;
        }
        self.open.push(closing);
        self.next = next;
        self.shown = self.at + 1;
    }

    fn whole_value(&mut self, end: usize) {
        self.inside = Inside::Nothing;
        self.next = if self.open.is_empty() { Next::Nothing } else { Next::CommaOrEnd };
        self.shown = end;
    }

    fn in_text(&mut self, byte: u8) {
        match byte {
            b'\\' => self.inside = Inside::Escape,
            // Half a pair is no character.
            _ if self.in_pair => self.inside = Inside::Failure,
            b'"' if self.in_key => {
                self.inside = Inside::Nothing;
                self.next = Next::Colon;
            }
            b'"' => self.whole_value(self.at + 1),
            ..0x20 => self.inside = Inside::Failure,
            _ => self.character(),
        }
    }

    /// The end of a character of a text.
    fn character(&mut self) {
        self.inside = Inside::Text;
        if !self.in_key {
            self.shown = self.at + 1;
        }
    }

    fn escape(&mut self, byte: u8) {
        match byte {
            b'u' => self.inside = Inside::Unicode(0, 0),
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' if !self.in_pair => self.character(),
            _ => self.inside = Inside::Failure,
        }
    }

    fn unicode(&mut self, byte: u8, count: u8, value: u16) {
        let Some(digit) = char::from(byte).to_digit(16) else {
            self.inside = Inside::Failure;
            return;
        };
        // A hexadecimal digit fits.
        let value = value << 4 | u16::try_from(digit).unwrap_or_default();
        if count < 3 {
            self.inside = Inside::Unicode(count + 1, value);
            return;
        }
        match (self.in_pair, value) {
            (false, 0xd800..0xdc00) => {
                self.in_pair = true;
                self.inside = Inside::Text;
            }
            (true, 0xdc00..0xe000) => {
                self.in_pair = false;
                self.character();
            }
            (true, _) | (false, 0xdc00..0xe000) => self.inside = Inside::Failure,
            (false, _) => self.character(),
        }
    }

    fn number(&mut self, byte: u8, digits: Digits) {
        let next = match (digits, byte) {
            (Digits::Minus, b'0') => Digits::Zero,
            (Digits::Minus, b'1'..=b'9') | (Digits::Whole, b'0'..=b'9') => Digits::Whole,
            (Digits::Zero | Digits::Whole, b'.') => Digits::Point,
            (Digits::Point | Digits::Fraction, b'0'..=b'9') => Digits::Fraction,
            (Digits::Zero | Digits::Whole | Digits::Fraction, b'e' | b'E') => Digits::Exponent,
            (Digits::Exponent, b'+' | b'-') => Digits::Sign,
            (Digits::Exponent | Digits::Sign | Digits::Power, b'0'..=b'9') => Digits::Power,
            (Digits::Zero | Digits::Whole | Digits::Fraction | Digits::Power, _) => {
                self.whole_value(self.at);
                return self.outside(byte);
            }
            _ => {
                self.inside = Inside::Failure;
                return;
            }
        };
        self.inside = Inside::Number(next);
    }
}

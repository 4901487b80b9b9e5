//! From the text to tokens, by Python's rules for numbers, blanks and line breaks.

use std::f64::consts;

use num_bigint::BigInt;

use super::fault::Fault;
use super::limits::{DEPTH, DIGITS};
use super::number::Number;
use super::operators::Operator;

/// A piece of an expression.
#[derive(Clone, Debug)]
pub(super) enum Token<'a> {
    Number(Number),
    Name(&'a str),
    Operator(Operator),
    Open,
    Close,
    Comma,
    End,
}

/// What names stand for a number.
pub(super) fn constant(name: &str) -> Option<Number> {
    Some(match name {
        "pi" => Number::Float(consts::PI),
        "e" => Number::Float(consts::E),
        "True" => Number::Bool(true),
        "False" => Number::Bool(false),
        _ => return None,
    })
}

/// Reads tokens one by one.
pub(super) struct Lexer<'a> {
    text: &'a str,
    place: usize,
    /// How many brackets are open; inside of them a line break is a blank.
    depth: usize,
    started: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, place: 0, depth: 0, started: false }
    }

    /// The next token and the byte where it starts.
    pub(super) fn next(&mut self) -> Result<(usize, Token<'a>), Fault> {
        self.skip_blanks()?;
        self.started = true;
        let at = self.place;
        let Some(letter) = self.rest().chars().next() else { return Ok((at, Token::End)) };
        let dot = letter == '.' && self.rest()[1..].starts_with(|next: char| next.is_ascii_digit());
        let token = match letter {
            '0'..='9' | '.' if letter != '.' || dot => self.number()?,
            'a'..='z' | 'A'..='Z' | '_' => {
                Token::Name(self.take_while(|letter| letter.is_ascii_alphanumeric() || letter == '_'))
            }
            _ => self.symbol(letter)?,
        };
        Ok((at, token))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.place..]
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|letter| !belongs(letter)).unwrap_or(rest.len());
        self.place += length;
        &rest[..length]
    }

    /// Passes the text if it comes next.
    fn skip(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.place += if found { text.len() } else { 0 };
        found
    }

    /// Blanks, comments and line breaks. Outside of brackets a line break ends the expression.
    fn skip_blanks(&mut self) -> Result<(), Fault> {
        let mut line_break = None;
        loop {
            let at = self.place;
            self.take_while(|letter| matches!(letter, ' ' | '\t' | '\u{c}'));
            if self.skip("\\\r\n") || self.skip("\\\n") || self.skip("\\\r") {
                continue;
            }
            if self.rest().starts_with('#') {
                self.take_while(|letter| !matches!(letter, '\n' | '\r'));
            }
            if !self.take_while(|letter| matches!(letter, '\n' | '\r')).is_empty() && self.depth == 0 {
                line_break.get_or_insert(at);
            }
            if self.place == at {
                break;
            }
        }
        match line_break {
            Some(at) if self.started && !self.rest().is_empty() => {
                Err(Fault::syntax(at, "a line break ends the expression, unless it is inside of parentheses"))
            }
            Some(_) if !self.started && self.text[..self.place].ends_with([' ', '\t']) => {
                Err(Fault::syntax(self.place, "unexpected indent"))
            }
            _ => Ok(()),
        }
    }

    fn symbol(&mut self, letter: char) -> Result<Token<'a>, Fault> {
        let at = self.place;
        self.place += letter.len_utf8();
        Ok(match letter {
            '+' => Token::Operator(Operator::Add),
            '-' => Token::Operator(Operator::Subtract),
            '*' if self.skip("*") => Token::Operator(Operator::Power),
            '*' => Token::Operator(Operator::Multiply),
            '/' if self.skip("/") => Token::Operator(Operator::FloorDivide),
            '/' => Token::Operator(Operator::Divide),
            '%' => Token::Operator(Operator::Modulo),
            '^' => Token::Operator(Operator::Power),
            '(' => {
                self.depth += 1;
                if self.depth > DEPTH {
                    return Err(Fault::syntax(at, "too many nested parentheses: at most 200"));
                }
                Token::Open
            }
            ')' => {
                self.depth = self.depth.saturating_sub(1);
                Token::Close
            }
            ',' => Token::Comma,
            '\'' | '"' => return Err(Fault::syntax(at, "a text is no number; write numbers without quotes")),
            other => return Err(Fault::syntax(at, unexpected(other))),
        })
    }

    fn number(&mut self) -> Result<Token<'a>, Fault> {
        let at = self.place;
        let number = match self.rest().as_bytes() {
            [b'0', b'x' | b'X', ..] => self.integer(16)?,
            [b'0', b'o' | b'O', ..] => self.integer(8)?,
            [b'0', b'b' | b'B', ..] => self.integer(2)?,
            _ => self.decimal()?,
        };
        match self.rest().chars().next() {
            Some('j' | 'J') => Err(Fault::value(at, "complex numbers are not supported")),
            Some(letter) if letter.is_alphanumeric() || letter == '_' => Err(Fault::syntax(
                self.place,
                format!("'{letter}' can't follow a number; write * between the factors of a product"),
            )),
            _ => Ok(Token::Number(number)),
        }
    }

    /// An integer with a prefix, which says its base.
    fn integer(&mut self, radix: u32) -> Result<Number, Fault> {
        self.place += 2;
        let at = self.place;
        self.skip("_");
        let digits = self.digits(radix)?;
        BigInt::parse_bytes(digits.as_bytes(), radix)
            .map(Number::Int)
            .ok_or_else(|| Fault::syntax(at, format!("digits of base {radix} are missing")))
    }

    /// Digits, which single underscores may stand between, without these.
    fn digits(&mut self, radix: u32) -> Result<String, Fault> {
        let written = self.take_while(|letter| letter.is_digit(radix) || letter == '_');
        if written.starts_with('_') || written.ends_with('_') || written.contains("__") {
            return Err(Fault::syntax(self.place, "an underscore stands between two digits"));
        }
        Ok(written.replace('_', ""))
    }

    /// An integer or a float without a prefix.
    fn decimal(&mut self) -> Result<Number, Fault> {
        let at = self.place;
        let mut written = self.digits(10)?;
        let mut whole = true;
        if self.skip(".") {
            whole = false;
            written.push('.');
            written += &self.digits(10)?;
        }
        if self.skip("e") || self.skip("E") {
            whole = false;
            written.push('e');
            written += if self.skip("-") {
                "-"
            } else {
                self.skip("+");
                ""
            };
            let exponent = self.digits(10)?;
            if exponent.is_empty() {
                return Err(Fault::syntax(self.place, "the digits of the exponent are missing"));
            }
            written += &exponent;
        }
        if !whole {
            return written.parse().map(Number::Float).map_err(|_| Fault::syntax(at, "this is no number"));
        }
        let digits = written.trim_start_matches('0');
        if digits.len() < written.len() && !digits.is_empty() {
            return Err(Fault::syntax(at, "an integer doesn't start with 0"));
        }
        if digits.len() > DIGITS {
            return Err(Fault::value(at, "the number is too large: integers have at most 4300 digits"));
        }
        Ok(Number::Int(BigInt::parse_bytes(digits.as_bytes(), 10).unwrap_or_default()))
    }
}

#[cold]
fn unexpected(letter: char) -> String {
    let shown = if letter.is_control() || letter.is_whitespace() || !letter.is_ascii() {
        format!("the character U+{:04X}", u32::from(letter))
    } else {
        format!("'{letter}'")
    };
    format!(
        "{shown} doesn't belong into an expression; there are numbers, + - * / // % ** ^, parentheses and functions"
    )
}

//! Strings of JSON: where they end and what their escapes stand for.

use std::borrow::Cow;

use crate::json::scan::Stop;

/// What is wrong inside a string, and at which byte of the text.
pub(super) struct BadString {
    pub(super) offset: usize,
    /// None if the text ended.
    pub(super) detail: Option<String>,
}

impl BadString {
    #[cold]
    fn new(offset: usize, detail: impl Into<String>) -> Self {
        Self { offset, detail: Some(detail.into()) }
    }

    #[cold]
    fn end(offset: usize) -> Self {
        Self { offset, detail: None }
    }
}

/// The place of the first byte from `at` on that doesn't stand for itself in a string: a quote, a backslash or
/// a control character; the length of the text if there is none.
#[inline]
pub(super) fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;

    // Eight bytes at a time: a byte's high bit is set where a subtraction borrowed, as it does for the bytes
    // that are looked for. Those of other characters than ASCII are left out by `!word`.
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*word);
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let quote = word ^ (ONES * u64::from(b'"'));
        let quote = quote.wrapping_sub(ONES) & !quote;
        let backslash = word ^ (ONES * u64::from(b'\\'));
        let backslash = backslash.wrapping_sub(ONES) & !backslash;
        let found = (control | quote | backslash) & HIGH;
        if found != 0 {
            // A borrow goes upwards only, so that the lowest mark is right.
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while at < bytes.len() && !matches!(bytes[at], 0..=0x1f | b'"' | b'\\') {
        at += 1;
    }
    at.min(bytes.len())
}

/// Reads a string whose opening quote stands before `start`; gives it and the place after the closing quote.
pub(super) fn read(text: &str, start: usize) -> Result<(Cow<'_, str>, usize), BadString> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut copied = start;
    let mut at = start;
    loop {
        match bytes.get(at) {
            None => return Err(BadString::end(at)),
            Some(b'"') if copied == start => return Ok((Cow::Borrowed(&text[start..at]), at + 1)),
            Some(b'"') => {
                out.push_str(&text[copied..at]);
                return Ok((Cow::Owned(out), at + 1));
            }
            Some(b'\\') => {
                out.push_str(&text[copied..at]);
                let (character, end) = escape(text, at)?;
                out.push(character);
                (copied, at) = (end, end);
            }
            Some(control @ 0..=0x1f) => {
                let name = match control {
                    b'\n' => "a line break inside a string; write it as \\n".to_owned(),
                    b'\r' => "a carriage return inside a string; write it as \\r".to_owned(),
                    b'\t' => "a tab inside a string; write it as \\t".to_owned(),
                    other => format!("a control character inside a string; write it as \\u{other:04x}"),
                };
                return Err(BadString::new(at, name));
            }
            Some(_) => at = plain_end(bytes, at),
        }
    }
}

/// Resolves the escapes of what stands between two quotes.
pub(crate) fn unescape(raw: &str, out: &mut String) -> Result<(), Stop> {
    let mut at = 0;
    while at < raw.len() {
        let end = plain_end(raw.as_bytes(), at);
        out.push_str(&raw[at..end]);
        if end == raw.len() {
            break;
        }
        let (character, next) = escape(raw, end).map_err(|_| Stop)?;
        out.push(character);
        at = next;
    }
    Ok(())
}

/// Reads the escape whose backslash is at `at`; gives the character and the place after it.
fn escape(text: &str, at: usize) -> Result<(char, usize), BadString> {
    let bytes = text.as_bytes();
    let character = match bytes.get(at + 1) {
        None => return Err(BadString::end(at + 1)),
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => return unicode(text, at),
        Some(_) => {
            let shown = text[at + 1..].chars().next().unwrap_or_default();
            return Err(BadString::new(
                at,
                format!("\\{shown} is no escape of JSON; write a backslash as \\\\").replace('\n', "n"),
            ));
        }
    };
    Ok((character, at + 2))
}

/// Reads `\uXXXX`, or two of them that make one character.
fn unicode(text: &str, at: usize) -> Result<(char, usize), BadString> {
    let first = hex(text, at)?;
    if let Some(character) = char::from_u32(first) {
        return Ok((character, at + 6));
    }
    let lone = || {
        BadString::new(
            at,
            format!("\\u{first:04x} is a lone surrogate, half of a character; send both halves"),
        )
    };
    let next = at + 6;
    let second_half = match text.as_bytes().get(next..next + 2) {
        Some(b"\\u") if first < 0xDC00 => hex(text, next)?,
        _ if text.len() < next + 2 && first < 0xDC00 => return Err(BadString::end(text.len())),
        _ => return Err(lone()),
    };
    if !(0xDC00..0xE000).contains(&second_half) {
        return Err(lone());
    }
    let code = 0x1_0000 + ((first - 0xD800) << 10) + (second_half - 0xDC00);
    char::from_u32(code).map(|character| (character, next + 6)).ok_or_else(lone)
}

fn hex(text: &str, at: usize) -> Result<u32, BadString> {
    let mut code = 0;
    for place in at + 2..at + 6 {
        match text.as_bytes().get(place).map(|byte| char::from(*byte).to_digit(16)) {
            None => return Err(BadString::end(place)),
            Some(None) => return Err(BadString::new(at, "\\u is followed by four hexadecimal digits")),
            Some(Some(digit)) => code = code * 16 + digit,
        }
    }
    Ok(code)
}

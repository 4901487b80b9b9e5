//! JSON text read once, from front to back, without words for what is wrong: who reads here falls back on the
//! tree where anything is.

use crate::json::number::Number;
use crate::json::string;

/// The text is not what was asked for; what is wrong with it is found out elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop;

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan<'t> {
    text: &'t str,
    at: usize,
}

/// A string of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text<'t> {
    /// It stands there as it is.
    Plain(&'t str),
    /// It has escapes; this is what stands between the quotes.
    Escaped(&'t str),
}

/// A number without a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whole {
    Unsigned(u64),
    Negative(i64),
}

/// The powers of ten that a float holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

impl Whole {
    /// The value of a number without a fraction that 64 bits hold.
    pub(crate) fn of(number: Number<'_>) -> Option<Self> {
        let value = number.to_integer()?;
        match (u64::try_from(value), i64::try_from(value)) {
            (Ok(value), _) => Some(Self::Unsigned(value)),
            (_, Ok(value)) => Some(Self::Negative(value)),
            _ => None,
        }
    }

    pub(crate) fn value(self) -> i128 {
        match self {
            Self::Unsigned(value) => value.into(),
            Self::Negative(value) => value.into(),
        }
    }
}

impl<'t> Scan<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// The same text, at another place of it.
    pub(crate) fn moved(self, at: usize) -> Self {
        Self { at, ..self }
    }

    /// Where the next byte stands.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The text from a place to here.
    pub(crate) fn since(&self, start: usize) -> &'t str {
        &self.text[start..self.at]
    }

    /// The next byte that is no blank, which stays to be read.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                byte => return byte.copied(),
            }
        }
    }

    /// Steps over the byte that [`next`](Self::next) gave, which is ASCII.
    #[inline]
    pub(crate) fn step(&mut self) {
        self.at += 1;
    }

    /// Steps over this word.
    #[inline]
    pub(crate) fn word(&mut self, word: &str) -> Result<(), Stop> {
        let end = self.at + word.len();
        if self.text.as_bytes().get(self.at..end) == Some(word.as_bytes()) {
            self.at = end;
            return Ok(());
        }
        Err(Stop)
    }

    /// Reads a string; the next byte is its quote.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<Text<'t>, Stop> {
        let start = self.at + 1;
        let end = string::plain_end(self.text.as_bytes(), start);
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Text::Plain(&self.text[start..end]));
        }
        self.escaped(start, end)
    }

    #[inline(never)]
    fn escaped(&mut self, start: usize, mut end: usize) -> Result<Text<'t>, Stop> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(end) {
                Some(b'"') => {
                    self.at = end + 1;
                    return Ok(Text::Escaped(&self.text[start..end]));
                }
                // What follows the backslash is judged when the escapes are resolved.
                Some(b'\\') => end = string::plain_end(bytes, end + 2),
                _ => return Err(Stop),
            }
        }
    }

    /// Reads a number; the next byte is a digit or a minus sign.
    pub(crate) fn number(&mut self) -> Result<Number<'t>, Stop> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start + usize::from(bytes.get(start) == Some(&b'-'));
        let whole = digits(bytes, at);
        if whole == at || (whole > at + 1 && bytes[at] == b'0') {
            return Err(Stop);
        }
        at = whole;
        if bytes.get(at) == Some(&b'.') {
            let end = digits(bytes, at + 1);
            if end == at + 1 {
                return Err(Stop);
            }
            at = end;
        }
        if let Some(b'e' | b'E') = bytes.get(at) {
            let first = at + 1 + usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
            let end = digits(bytes, first);
            if end == first {
                return Err(Stop);
            }
            at = end;
        }
        self.at = at;
        Ok(Number::new(&self.text[start..at]))
    }

    /// Reads a number with a fraction, few digits and no exponent; any other stays to be read.
    ///
    /// Its digits and the power of ten are both exact as floats, so that one division rounds correctly.
    #[inline]
    pub(crate) fn short_float(&mut self) -> Option<f64> {
        let bytes = self.text.as_bytes();
        let negative = bytes.get(self.at) == Some(&b'-');
        let start = self.at + usize::from(negative);
        let mut at = start;
        let mut value = 0_u64;
        while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            at += 1;
        }
        let point = at;
        if point == start || (bytes[start] == b'0' && point > start + 1) || bytes.get(point) != Some(&b'.') {
            return None;
        }
        at += 1;
        while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            at += 1;
        }
        let places = at - point - 1;
        // 19 digits fit into 64 bits.
        let is_short = places > 0 && at - start <= 20 && value >> 53 == 0;
        if !is_short || matches!(bytes.get(at), Some(b'e' | b'E')) {
            return None;
        }
        self.at = at;
        // At most 53 bits were kept, which a float holds exactly.
        #[allow(clippy::cast_precision_loss)]
        let value = value as f64 / POWERS.get(places)?;
        Some(if negative { -value } else { value })
    }

    /// Reads a number in plain digits that 64 bits hold; any other stays to be read.
    #[inline]
    pub(crate) fn plain(&mut self) -> Option<Whole> {
        let bytes = self.text.as_bytes();
        let negative = bytes.get(self.at) == Some(&b'-');
        let start = self.at + usize::from(negative);
        let mut at = start;
        let mut value = 0_u64;
        while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
            value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
            at += 1;
        }
        let is_number = at > start && (at == start + 1 || bytes[start] != b'0');
        if !is_number || matches!(bytes.get(at), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        let whole = match negative {
            false => Whole::Unsigned(value),
            true if value == 0 => Whole::Unsigned(0),
            true => Whole::Negative(0_i64.checked_sub_unsigned(value)?),
        };
        self.at = at;
        Some(whole)
    }
}

/// A number as the nearest float; none if it is beyond the largest.
pub(crate) fn float(number: Number<'_>) -> Option<f64> {
    let value = number.to_float();
    value.is_finite().then_some(value)
}

fn digits(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_numbers() {
        let plain = |text: &str| Scan::new(text).plain();
        assert_eq!(plain("0"), Some(Whole::Unsigned(0)));
        assert_eq!(plain("-0"), Some(Whole::Unsigned(0)));
        assert_eq!(plain("18446744073709551615,"), Some(Whole::Unsigned(u64::MAX)));
        assert_eq!(plain("18446744073709551616"), None);
        assert_eq!(plain("-9223372036854775808"), Some(Whole::Negative(i64::MIN)));
        assert_eq!(plain("-9223372036854775809"), None);
        for text in ["01", "-", "", "1.0", "1e3", "x"] {
            assert_eq!(plain(text), None, "{text}");
        }
    }

    #[test]
    fn floats_are_the_nearest() {
        for text in [
            "0.1",
            "-1.5",
            "123456.789",
            "3.141592653589793",
            "-0.0",
            "0.000001",
            "99999999999999999999999999.25",
            "0.00000000000000000000000001",
            "1e22",
            "1e-400",
            "9007199254740993",
            "0.30000000000000004",
        ] {
            let expected = text.parse::<f64>().unwrap().to_bits();
            assert_eq!(float(Scan::new(text).number().unwrap()).unwrap().to_bits(), expected, "{text}");
            let short = Scan::new(text).short_float();
            assert!(short.is_none_or(|short| short.to_bits() == expected), "{text}");
        }
        assert_eq!(float(Scan::new("1e999").number().unwrap()), None);
    }

    #[test]
    fn short_floats() {
        for text in ["1.5", "-0.25", "120.5,", "9007199254740.991"] {
            assert!(Scan::new(text).short_float().is_some(), "{text}");
        }
        for text in ["1", "1.", ".5", "-.5", "01.5", "1.5e3", "1.5E", "9007199254740993.5", "", "-"] {
            let mut scan = Scan::new(text);
            assert_eq!((scan.short_float(), scan.at()), (None, 0), "{text}");
        }
    }

    #[test]
    fn numbers_follow_the_grammar() {
        for text in ["-", "01", "1.", "1.e3", "1e", "1e+", ".5", "+1"] {
            assert!(Scan::new(text).number().is_err(), "{text}");
        }
        let mut scan = Scan::new("-1.50e+2]");
        assert_eq!(scan.number().unwrap().text(), "-1.50e+2");
        assert_eq!(scan.next(), Some(b']'));
    }

    #[test]
    fn strings_with_and_without_escapes() {
        let string = |text| Scan::new(text).string();
        assert_eq!(string(r#""plain and rather long text" "#), Ok(Text::Plain("plain and rather long text")));
        assert_eq!(string(r#""a\"b""#), Ok(Text::Escaped(r#"a\"b"#)));
        assert_eq!(string(r#""héllo wörld""#), Ok(Text::Plain("héllo wörld")));
        for text in [r#""open"#, r#""open\"#, r#""open\""#, "\"line\nbreak\""] {
            assert_eq!(string(text), Err(Stop), "{text}");
        }
    }
}

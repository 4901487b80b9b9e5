//! Keys of maps that stand for something else than texts.

use serde_json::{Value, json};

/// What a decoder reads the keys of a map as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyKind {
    Bool,
    Char,
    Integer {
        least: i128,
        most: i128,
        /// Whether 0 is one of them.
        zero: bool,
    },
    Variants(&'static [&'static str]),
}

impl KeyKind {
    /// The schema of such keys.
    pub(super) fn names(self) -> Value {
        match self {
            Self::Bool => json!({ "enum": ["true", "false"] }),
            Self::Char => json!({ "minLength": 1, "maxLength": 1 }),
            Self::Variants(names) => json!({ "enum": names }),
            Self::Integer { least, most, zero } => json!({ "pattern": digits(least, most, zero) }),
        }
    }
}

/// What schemars says of keys that are integers of any width.
pub(super) const WRITTEN: [&str; 2] = [r"^\d+$", r"^-?\d+$"];

/// Whether a pattern says of keys all that there is to say: they are integers of some width.
pub(crate) fn is_of_integers(pattern: &str) -> bool {
    let ranges = [8, 16, 32, 64].into_iter().flat_map(|bits| {
        let half = 1_i128 << (bits - 1);
        [(-half, half - 1), (0, 2 * half - 1)]
    });
    WRITTEN.contains(&pattern)
        || ranges
            .into_iter()
            .any(|(least, most)| [true, false].iter().any(|zero| pattern == digits(least, most, *zero)))
}

/// A pattern of the whole numbers of a range around 0, with or without it, written without zeros in front.
fn digits(least: i128, most: i128, zero: bool) -> String {
    let mut forms: Vec<String> = zero.then(|| "0".to_owned()).into_iter().collect();
    forms.extend(up_to(most.unsigned_abs()));
    if least < 0 {
        forms.push(format!("-({})", up_to(least.unsigned_abs()).join("|")));
    }
    format!("^({})$", forms.join("|"))
}

/// The forms of the numbers from 1 to one of at least two digits.
fn up_to(most: u128) -> Vec<String> {
    let text = most.to_string();
    let rest = |count: usize| match count {
        0 => String::new(),
        1 => r"\d".to_owned(),
        count => format!(r"\d{{{count}}}"),
    };
    let mut forms = vec![format!(r"[1-9]\d{{0,{}}}", text.len().saturating_sub(2))];
    for (place, digit) in text.char_indices() {
        let is_last = place + 1 == text.len();
        let first = if place == 0 { '1' } else { '0' };
        // The last digit may be the number's own.
        let Some(last) = (if is_last { Some(digit) } else { char::from_u32(u32::from(digit) - 1) }) else {
            continue;
        };
        if last < first {
            continue;
        }
        let class = if first == last { first.to_string() } else { format!("[{first}-{last}]") };
        forms.push(format!("{}{class}{}", &text[..place], rest(text.len() - place - 1)));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_integers_end_where_the_types_end() {
        let unsigned = regex::Regex::new(&digits(0, 255, true)).unwrap();
        let signed = regex::Regex::new(&digits(-128, 127, true)).unwrap();
        for number in -1000..1000_i32 {
            let text = number.to_string();
            assert_eq!(unsigned.is_match(&text), u8::try_from(number).is_ok(), "{number}");
            assert_eq!(signed.is_match(&text), i8::try_from(number).is_ok(), "{number}");
        }
        let nonzero = regex::Regex::new(&digits(-128, 127, false)).unwrap();
        assert!(!nonzero.is_match("0") && nonzero.is_match("-1") && nonzero.is_match("10"));
        for pattern in [digits(0, u32::MAX.into(), false), digits(i16::MIN.into(), i16::MAX.into(), true)] {
            assert!(is_of_integers(&pattern), "{pattern}");
        }
        assert!(!is_of_integers("^[0-9]+$"));
        for text in ["", "01", "-0", "00", "1a", "+1", "1.0"] {
            assert!(!unsigned.is_match(text) && !signed.is_match(text), "{text}");
        }
        let long = regex::Regex::new(&digits(0, u64::MAX.into(), true)).unwrap();
        for (text, fits) in [("18446744073709551615", true), ("18446744073709551616", false), ("9", true)] {
            assert_eq!(long.is_match(text), fits, "{text}");
        }
        let long = regex::Regex::new(&digits(i64::MIN.into(), i64::MAX.into(), true)).unwrap();
        for (text, fits) in
            [("-9223372036854775808", true), ("-9223372036854775809", false), ("9223372036854775808", false)]
        {
            assert_eq!(long.is_match(text), fits, "{text}");
        }
    }
}

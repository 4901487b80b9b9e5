//! Numbers by their digits, so that no step rounds before the type is known.

use std::cmp::Ordering;

/// A JSON number, as it was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number<'a> {
    text: &'a str,
}

/// The largest whole number up to which every whole number is exact in a 64-bit float: 2^53.
const EXACT_IN_FLOAT: i128 = 1 << 53;

impl<'a> Number<'a> {
    /// A number of this text, which must follow JSON's grammar.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text }
    }

    pub(crate) fn text(self) -> &'a str {
        self.text
    }

    /// Whether it has neither a fraction nor an exponent in writing.
    pub(crate) fn is_plain(self) -> bool {
        !self.text.contains(['.', 'e', 'E'])
    }

    /// Whether its value is a whole number, however it is written.
    pub(crate) fn is_whole(self) -> bool {
        self.is_plain() || self.decimal().is_whole()
    }

    /// Its value, if it is a whole number of at most 38 digits.
    pub(crate) fn to_integer(self) -> Option<i128> {
        if self.is_plain() { self.text.parse().ok() } else { self.decimal().to_integer() }
    }

    /// Whether it is whole, but written with a fraction or exponent beyond what a float holds exactly, so
    /// that other parsers will have rounded it.
    pub(crate) fn is_rounded_elsewhere(self) -> bool {
        !self.is_plain()
            && self.decimal().is_whole()
            && self.to_integer().is_none_or(|value| value.abs() > EXACT_IN_FLOAT)
    }

    /// Its value as a float, correctly rounded; infinite if it is beyond the largest float.
    pub(crate) fn to_float(self) -> f64 {
        // JSON's grammar is a part of the one that this parser takes.
        self.text.parse().unwrap_or(f64::NAN)
    }

    pub(crate) fn decimal(self) -> Decimal {
        Decimal::of(self.text)
    }
}

/// A number as digits and a power of ten, without trailing zeros, so that equal values are equal.
#[derive(Clone, Debug)]
pub(crate) struct Decimal {
    /// The digits as a signed whole number, if they fit; else the float is all there is.
    digits: Option<i128>,
    /// The power of ten to multiply the digits with.
    exponent: i64,
    float: f64,
}

impl Decimal {
    /// The value of a text that follows JSON's grammar.
    pub(crate) fn of(text: &str) -> Self {
        let float = text.parse().unwrap_or(f64::NAN);
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)),
            None => (text, 0_i64),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let mut exponent = exponent.saturating_sub_unsigned(fraction.len() as u64);
        let digits = if fraction.is_empty() {
            let kept = whole.trim_end_matches('0');
            exponent = exponent.saturating_add_unsigned((whole.len() - kept.len()) as u64);
            match kept {
                "" | "-" => Some(0),
                kept => kept.parse().ok(),
            }
        } else {
            // As in 0.000001: the zeros in front count as no digits.
            let joined = format!("{whole}{fraction}");
            let negative = joined.starts_with('-');
            match joined.trim_start_matches('-').trim_start_matches('0') {
                "" => Some(0),
                digits => digits.parse::<i128>().ok().map(|digits| if negative { -digits } else { digits }),
            }
        };
        if digits == Some(0) {
            exponent = 0;
        }
        Self { digits, exponent, float }
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    pub(crate) fn to_integer(&self) -> Option<i128> {
        self.scaled_to(0)
    }

    /// A text that only equal values share.
    pub(crate) fn key(&self) -> String {
        match self.digits {
            Some(digits) => format!("{digits}e{}", self.exponent),
            None => format!("{}e{}", self.float, self.exponent),
        }
    }

    /// The digits as if the exponent were `exponent`, if that is exact and fits.
    fn scaled_to(&self, exponent: i64) -> Option<i128> {
        let power = u32::try_from(self.exponent.checked_sub(exponent)?).ok()?;
        self.digits?.checked_mul(10_i128.checked_pow(power)?)
    }

    /// Both as whole numbers of one scale, if that is exact and fits.
    fn aligned(&self, other: &Self) -> Option<(i128, i128)> {
        let exponent = self.exponent.min(other.exponent);
        Some((self.scaled_to(exponent)?, other.scaled_to(exponent)?))
    }

    /// Compares by value; by the nearest floats where the digits are too many.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match self.aligned(other) {
            Some((left, right)) => left.cmp(&right),
            None => self.float.partial_cmp(&other.float).unwrap_or(Ordering::Equal),
        }
    }

    /// What is left of it by `divisor`, on the divisor's scale, where its own power of ten is too large to be
    /// written out.
    fn remainder(&self, divisor: &Self) -> Option<i128> {
        let by = i128::from(i64::try_from(divisor.digits?).ok().filter(|by| *by > 0)?);
        let mut power = u64::try_from(self.exponent.checked_sub(divisor.exponent)?).ok()?;
        // Squares of numbers below 2^63 fit.
        let (mut remainder, mut base) = (self.digits? % by, 10 % by);
        while power > 0 {
            if power % 2 == 1 {
                remainder = remainder * base % by;
            }
            base = base * base % by;
            power /= 2;
        }
        Some(remainder)
    }

    /// Whether it is a whole number of times `divisor`, which is greater than zero.
    pub(crate) fn is_multiple_of(&self, divisor: &Self) -> bool {
        match self.aligned(divisor) {
            Some((value, divisor)) => value % divisor == 0,
            None => match self.remainder(divisor) {
                Some(remainder) => remainder == 0,
                None => self.float % divisor.float == 0.0,
            },
        }
    }
}

/// The power of ten after an `e`. One beyond the type is beyond any float too, which is then 0 or infinite.
fn exponent_of(text: &str) -> i64 {
    let beyond = if text.starts_with('-') { i32::MIN } else { i32::MAX };
    text.parse().unwrap_or(i64::from(beyond))
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        match (self.digits, other.digits) {
            (Some(left), Some(right)) => left == right && self.exponent == other.exponent,
            (None, None) => self.float.to_bits() == other.float.to_bits() && self.exponent == other.exponent,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_in_any_writing() {
        for (text, value) in [
            ("5", 5),
            ("5.0", 5),
            ("5e0", 5),
            ("-0", 0),
            ("50e-1", 5),
            ("0.5e1", 5),
            ("-1.20e2", -120),
            ("1e3", 1000),
        ] {
            assert_eq!(Number::new(text).to_integer(), Some(value), "{text}");
        }
        for text in
            ["5.5", "0.1", "5e-1", "1e-400", "1e-99999999999999999999", "5.0000000000000000000000000001"]
        {
            assert!(!Number::new(text).is_whole(), "{text}");
        }
    }

    #[test]
    fn rounding_is_noticed() {
        assert!(!Number::new("9007199254740993").is_rounded_elsewhere());
        assert!(!Number::new("9007199254740992.0").is_rounded_elsewhere());
        assert!(Number::new("9007199254740993.0").is_rounded_elsewhere());
        assert!(Number::new("1e300").is_rounded_elsewhere());
    }

    #[test]
    fn equality_and_order_by_value() {
        assert_eq!(Decimal::of("1.50"), Decimal::of("15e-1"));
        assert_eq!(Decimal::of("0.0"), Decimal::of("-0"));
        assert_eq!(Decimal::of("1e16").compare(&Decimal::of("1e15")), Ordering::Greater);
        assert_eq!(Decimal::of("-2").compare(&Decimal::of("1e300")), Ordering::Less);
    }

    #[test]
    fn multiples_by_digits() {
        let multiple = |value: &str, divisor: &str| Decimal::of(value).is_multiple_of(&Decimal::of(divisor));
        assert!(multiple("0.3", "0.1"));
        assert!(!multiple("0.35", "0.1"));
        assert!(!multiple("0.30000000000000004", "0.1"));
        assert!(multiple("1e20", "1"));
        assert!(!multiple("1000000000.5", "1"));
        assert!(multiple("1e300", "1"));
        assert!(multiple("3e50", "2"));
        assert!(multiple("-3e50", "1.5"));
        assert!(!multiple("1e50", "3"));
        assert!(!multiple("1e-300", "1"));
        assert!(multiple("10", "5"));
        assert!(!multiple("7", "5"));
    }
}

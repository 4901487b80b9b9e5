//! Numbers as Python prints them.

use super::limits::{DIGITS, Reason};
use super::number::Number;

/// An integer of so many bits has more than [`DIGITS`] digits.
const MOST_BITS: u64 = 4 * 4_300;

/// A finite number as Python prints it.
pub(super) fn print(number: &Number) -> Result<String, Reason> {
    match number {
        Number::Bool(true) => Ok("True".to_owned()),
        Number::Bool(false) => Ok("False".to_owned()),
        Number::Float(float) => Ok(shortest(*float)),
        Number::Int(int) => {
            // What is far too large would take long to write.
            let text = if int.bits() < MOST_BITS { int.to_string() } else { String::new() };
            match text.trim_start_matches('-').len() {
                1..=DIGITS => Ok(text),
                _ => Err("the result is too large: integers have at most 4300 digits".into()),
            }
        }
    }
}

/// The shortest decimal number that is read as this float again.
fn shortest(float: f64) -> String {
    let sign = if float.is_sign_negative() { "-" } else { "" };
    let scientific = scientific(float.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = mantissa.replace('.', "");
    let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(0);
    match exponent {
        -4..=-1 => format!("{sign}0.{}{digits}", "0".repeat(places - 1)),
        0..=15 if digits.len() <= places + 1 => {
            format!("{sign}{digits}{}.0", "0".repeat(places + 1 - digits.len()))
        }
        0..=15 => format!("{sign}{}.{}", &digits[..=places], &digits[places + 1..]),
        _ => {
            let mark = if exponent < 0 { '-' } else { '+' };
            format!("{sign}{mantissa}e{mark}{places:02}")
        }
    }
}

/// The shortest digits with an exponent. Where two numbers are as short and as near, it is the even one.
fn scientific(float: f64) -> String {
    let shortest = format!("{float:e}");
    let places = shortest.find('e').unwrap_or(1).saturating_sub(2);
    let nearest = format!("{float:.places$e}");
    // Below a power of two the next float is so near that the nearest number can be that one's.
    if nearest.parse() == Ok(float) { nearest } else { shortest }
}

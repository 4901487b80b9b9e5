//! Numbers as Python prints them.

use super::limits::{DIGITS, Reason};
use super::number::Number;

/// A finite number as Python prints it.
pub(super) fn print(number: &Number) -> Result<String, Reason> {
    match number {
        Number::Bool(true) => Ok("True".to_owned()),
        Number::Bool(false) => Ok("False".to_owned()),
        Number::Float(float) => Ok(shortest(*float)),
        Number::Int(int) => {
            let text = int.to_string();
            if text.trim_start_matches('-').len() > DIGITS {
                return Err("the result is too large: integers have at most 4300 digits".into());
            }
            Ok(text)
        }
    }
}

/// The shortest decimal number that is read as this float again.
fn shortest(float: f64) -> String {
    let sign = if float.is_sign_negative() { "-" } else { "" };
    let scientific = format!("{:e}", float.abs());
    // Where two numbers are as short and as near, Python takes the even one, as rounding to so many places does.
    let places = scientific.find('e').unwrap_or(1).saturating_sub(2);
    let scientific = format!("{:.places$e}", float.abs());
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

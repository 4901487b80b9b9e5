//! The functions that an expression can call, each as Python's `math` or built-in one.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

use super::float;
use super::limits::{Reason, Work};
use super::number::{Number, compare, is_zero};
use super::operators::int_power;

/// A function that an expression can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Abs,
    Round,
    Min,
    Max,
    Sqrt,
    Log,
    Log10,
    Log2,
    Sin,
    Cos,
    Tan,
    Ceil,
    Floor,
}

/// What the functions are called.
pub(super) const NAMES: [(&str, Function); 14] = [
    ("abs", Function::Abs),
    ("round", Function::Round),
    ("min", Function::Min),
    ("max", Function::Max),
    ("sqrt", Function::Sqrt),
    ("log", Function::Log),
    ("ln", Function::Log),
    ("log10", Function::Log10),
    ("log2", Function::Log2),
    ("sin", Function::Sin),
    ("cos", Function::Cos),
    ("tan", Function::Tan),
    ("ceil", Function::Ceil),
    ("floor", Function::Floor),
];

impl Function {
    /// What a wrong number of arguments is told, if it is wrong.
    pub(super) fn refuse_arguments(self, given: usize) -> Option<&'static str> {
        let (fits, takes) = match self {
            Self::Min | Self::Max => (given >= 2, "takes two arguments or more"),
            Self::Round | Self::Log => (given == 1 || given == 2, "takes one or two arguments"),
            _ => (given == 1, "takes exactly one argument"),
        };
        (!fits).then_some(takes)
    }
}

/// Calls a function with as many arguments as it takes.
pub(super) fn call(function: Function, arguments: Vec<Number>, work: &mut Work) -> Result<Number, Reason> {
    let mut arguments = arguments.into_iter();
    let first = arguments.next().ok_or("a function takes at least one argument")?;
    let float = |result: Result<f64, Reason>| result.map(Number::Float);
    match function {
        Function::Abs => Ok(match first.into_int() {
            Ok(int) => Number::Int(int.magnitude().clone().into()),
            Err(float) => Number::Float(float.abs()),
        }),
        Function::Round => round(first, arguments.next(), work),
        Function::Min => Ok(extreme(first, arguments, Ordering::Less)),
        Function::Max => Ok(extreme(first, arguments, Ordering::Greater)),
        Function::Sqrt => float(square_root(first.into_float()?)),
        Function::Log => float(logarithm_to(first, arguments.next())),
        Function::Log10 => float(logarithm(first, f64::log10)),
        Function::Log2 => float(logarithm(first, f64::log2)),
        Function::Sin => float(trigonometric(first, f64::sin)),
        Function::Cos => float(trigonometric(first, f64::cos)),
        Function::Tan => float(trigonometric(first, f64::tan)),
        Function::Ceil => whole(first, f64::ceil),
        Function::Floor => whole(first, f64::floor),
    }
}

/// The first of the numbers that none is beyond.
fn extreme(first: Number, others: impl Iterator<Item = Number>, wanted: Ordering) -> Number {
    others.fold(
        first,
        |best, other| {
            if compare(other.clone(), best.clone()) == Some(wanted) { other } else { best }
        },
    )
}

fn square_root(float: f64) -> Result<f64, Reason> {
    if float < 0.0 {
        return Err("math domain error: a negative number has no real square root".into());
    }
    Ok(float.sqrt())
}

fn trigonometric(number: Number, function: fn(f64) -> f64) -> Result<f64, Reason> {
    let angle = number.into_float()?;
    if angle.is_infinite() {
        return Err("math domain error: the angle is infinite".into());
    }
    Ok(function(angle))
}

/// The logarithm to a base, or the natural one.
fn logarithm_to(number: Number, base: Option<Number>) -> Result<f64, Reason> {
    let over = logarithm(number, f64::ln)?;
    let Some(base) = base else { return Ok(over) };
    let under = logarithm(base, f64::ln)?;
    if under == 0.0 {
        return Err("division by zero: there is no logarithm to the base 1".into());
    }
    Ok(over / under)
}

/// A logarithm; integers may be larger than any float.
fn logarithm(number: Number, function: fn(f64) -> f64) -> Result<f64, Reason> {
    let domain = || Err("math domain error: only numbers above 0 have a logarithm".into());
    match number.into_int() {
        Ok(int) if int.sign() == Sign::Plus => Ok(float::of_int(&int).map_or_else(
            || {
                let (digits, exponent) = float::split(int.magnitude());
                function(digits) + function(2.0) * exponent
            },
            function,
        )),
        Err(float) if float > 0.0 || float.is_nan() => Ok(function(float)),
        _ => domain(),
    }
}

/// A number rounded to an integer.
fn whole(number: Number, function: fn(f64) -> f64) -> Result<Number, Reason> {
    let int = match number.into_int() {
        Ok(int) => int,
        Err(float) if float.is_finite() => float::to_int(function(float)),
        Err(float) if float.is_nan() => return Err("what is not a number can't become an integer".into()),
        Err(_) => return Err("infinity can't become an integer".into()),
    };
    Ok(Number::Int(int))
}

/// Rounds half to even: to an integer, or to so many digits behind the point.
fn round(number: Number, digits: Option<Number>, work: &mut Work) -> Result<Number, Reason> {
    let Some(digits) = digits else { return whole(number, f64::round_ties_even) };
    let digits = digits.into_int().map_err(|_| "round() takes a whole number of digits")?;
    match number.into_int() {
        Ok(int) => round_int(int, &digits, work).map(Number::Int),
        Err(float) => round_float(float, &digits).map(Number::Float),
    }
}

fn round_int(int: BigInt, digits: &BigInt, work: &mut Work) -> Result<BigInt, Reason> {
    if digits.sign() != Sign::Minus || is_zero(&int) {
        return Ok(int);
    }
    // With three bits a digit, and one to spare, the power is more than twice the number.
    let zeros = u64::try_from(digits.magnitude()).unwrap_or(u64::MAX);
    if zeros > int.bits() / 3 + 1 {
        return Ok(BigInt::ZERO);
    }
    let power = int_power(&BigInt::from(10), &BigInt::from(zeros), work)?;
    work.pay(int.bits(), power.bits())?;
    let rounded = nearest(int.magnitude(), power.magnitude()) * power.magnitude();
    Ok(BigInt::from_biguint(int.sign(), rounded))
}

/// The largest number of digits behind the point that a float can have.
const MOST_DIGITS: i32 = 323;

/// So many digits before the point, and no float is left.
const LEAST_DIGITS: i32 = -308;

/// Rounds the exact value of the float, and gives the float nearest to that.
fn round_float(number: f64, digits: &BigInt) -> Result<f64, Reason> {
    let places = i32::try_from(digits).ok().filter(|places| *places <= MOST_DIGITS);
    let Some(places) = places.or((digits.sign() == Sign::Minus).then_some(i32::MIN)) else {
        return Ok(number);
    };
    if number == 0.0 || !number.is_finite() {
        return Ok(number);
    }
    if places < LEAST_DIGITS {
        return Ok(0.0_f64.copysign(number));
    }
    let ten = BigUint::from(10_u8).pow(places.unsigned_abs());
    let one = BigUint::from(1_u8);
    let (up, down) = if places >= 0 { (&ten, &one) } else { (&one, &ten) };
    let (mantissa, exponent) = float::parts(number);
    let by = exponent.unsigned_abs();
    let mantissa = BigUint::from(mantissa);
    let rounded = if exponent >= 0 {
        nearest(&((mantissa << by) * up), down)
    } else {
        nearest(&(mantissa * up), &(down << by))
    };
    float::of_ratio(float::sign(number), &(rounded * down), up)
        .ok_or_else(|| "the rounded number is too large for a float".into())
}

/// The integer nearest to a fraction; of two, the even one.
fn nearest(over: &BigUint, under: &BigUint) -> BigUint {
    let quotient = over / under;
    let twice = (over - &quotient * under) * 2_u8;
    match twice.cmp(under) {
        Ordering::Less => quotient,
        Ordering::Equal if !quotient.bit(0) => quotient,
        _ => quotient + 1_u8,
    }
}

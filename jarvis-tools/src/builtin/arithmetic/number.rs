//! The numbers of a calculation, as Python has them.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};

use super::float;
use super::limits::Reason;

/// A number as Python has it.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// `True` and `False`, which count as 1 and 0.
    Bool(bool),
    /// Exact.
    Int(BigInt),
    /// Also infinite or not a number, as long as it isn't the result.
    Float(f64),
}

/// Two numbers of one kind.
pub(super) enum Pair {
    Ints(BigInt, BigInt),
    Floats(f64, f64),
}

impl Number {
    /// The integer, or the float that this is.
    pub(super) fn into_int(self) -> Result<BigInt, f64> {
        match self {
            Self::Bool(truth) => Ok(BigInt::from(u8::from(truth))),
            Self::Int(int) => Ok(int),
            Self::Float(float) => Err(float),
        }
    }

    /// As a float; integers are rounded to the nearest.
    pub(super) fn into_float(self) -> Result<f64, Reason> {
        self.into_int().map_or_else(Ok, |int| to_float(&int))
    }

    /// Whether this is infinite or not a number.
    pub(super) fn is_beyond(&self) -> bool {
        matches!(self, Self::Float(float) if !float.is_finite())
    }
}

/// The float nearest to an integer.
pub(super) fn to_float(int: &BigInt) -> Result<f64, Reason> {
    float::of_int(int).ok_or_else(|| "the integer is too large to become a float".into())
}

/// Two numbers for an operation: as integers if both are, else as floats.
pub(super) fn pair(left: Number, right: Number) -> Result<Pair, Reason> {
    Ok(match (left.into_int(), right.into_int()) {
        (Ok(left), Ok(right)) => Pair::Ints(left, right),
        (Ok(left), Err(right)) => Pair::Floats(to_float(&left)?, right),
        (Err(left), Ok(right)) => Pair::Floats(left, to_float(&right)?),
        (Err(left), Err(right)) => Pair::Floats(left, right),
    })
}

/// Compares by value, without rounding; what is not a number can't be compared.
pub(super) fn compare(left: Number, right: Number) -> Option<Ordering> {
    match (left.into_int(), right.into_int()) {
        (Ok(left), Ok(right)) => Some(left.cmp(&right)),
        (Ok(left), Err(right)) => compare_mixed(&left, right),
        (Err(left), Ok(right)) => compare_mixed(&right, left).map(Ordering::reverse),
        (Err(left), Err(right)) => left.partial_cmp(&right),
    }
}

fn compare_mixed(int: &BigInt, other: f64) -> Option<Ordering> {
    if !other.is_finite() {
        return 0.0_f64.partial_cmp(&other);
    }
    let floor = other.floor();
    let fraction = if other > floor { Ordering::Less } else { Ordering::Equal };
    Some(int.cmp(&float::to_int(floor)).then(fraction))
}

/// Whether the integer is 0.
pub(super) fn is_zero(int: &BigInt) -> bool {
    int.sign() == Sign::NoSign
}

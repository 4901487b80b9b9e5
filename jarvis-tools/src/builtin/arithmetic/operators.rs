//! Python's operators on numbers.

use num_bigint::{BigInt, Sign};

use super::float;
use super::limits::{self, Reason, Work, bounded, too_large};
use super::number::{Number, Pair, is_zero, pair, to_float};

/// An operator between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
}

/// `-number`.
pub(super) fn negate(number: Number) -> Number {
    match number.into_int() {
        Ok(int) => Number::Int(-int),
        Err(float) => Number::Float(-float),
    }
}

/// `+number`, which makes an integer of a truth value.
pub(super) fn affirm(number: Number) -> Number {
    number.into_int().map_or_else(Number::Float, Number::Int)
}

/// `left operator right`.
pub(super) fn apply(
    operator: Operator,
    left: Number,
    right: Number,
    work: &mut Work,
) -> Result<Number, Reason> {
    match pair(left, right)? {
        Pair::Ints(left, right) => ints(operator, &left, &right, work),
        Pair::Floats(left, right) => floats(operator, left, right).map(Number::Float),
    }
}

fn ints(operator: Operator, left: &BigInt, right: &BigInt, work: &mut Work) -> Result<Number, Reason> {
    let int = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => {
            if left.bits() + right.bits() > limits::BITS + 1 {
                return Err(too_large());
            }
            work.pay(left.bits(), right.bits())?;
            left * right
        }
        Operator::Divide => return divide(left, right).map(Number::Float),
        Operator::FloorDivide => floor_divide(left, right, work)?.0,
        Operator::Modulo => floor_divide(left, right, work)?.1,
        Operator::Power if right.sign() == Sign::Minus => {
            return power(to_float(left)?, to_float(right)?).map(Number::Float);
        }
        Operator::Power => int_power(left, right, work)?,
    };
    bounded(int).map(Number::Int)
}

/// The float nearest to the quotient, which is not the quotient of the nearest floats.
fn divide(left: &BigInt, right: &BigInt) -> Result<f64, Reason> {
    if is_zero(right) {
        return Err(by_zero());
    }
    let negative = (left.sign() == Sign::Minus) != (right.sign() == Sign::Minus);
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    float::of_ratio(sign, left.magnitude(), right.magnitude())
        .ok_or_else(|| "the quotient is too large for a float; `//` divides integers exactly".into())
}

/// Quotient, rounded down, and rest, which has the sign of the divisor.
fn floor_divide(left: &BigInt, right: &BigInt, work: &mut Work) -> Result<(BigInt, BigInt), Reason> {
    if is_zero(right) {
        return Err(by_zero());
    }
    work.pay(left.bits(), right.bits())?;
    let quotient = left / right;
    let rest = left - &quotient * right;
    if !is_zero(&rest) && (rest.sign() == Sign::Minus) != (right.sign() == Sign::Minus) {
        return Ok((quotient - 1, rest + right));
    }
    Ok((quotient, rest))
}

/// The power of an integer by an exponent that isn't negative.
pub(super) fn int_power(base: &BigInt, exponent: &BigInt, work: &mut Work) -> Result<BigInt, Reason> {
    if base.bits() <= 1 {
        // Of 0, 1 and -1 any power is small.
        return Ok(match base.sign() {
            _ if is_zero(exponent) => BigInt::from(1),
            Sign::Minus if !exponent.bit(0) => -base,
            _ => base.clone(),
        });
    }
    let exponent = u32::try_from(exponent).map_err(|_| too_large())?;
    // The power has at least so many bits, and less than twice as many.
    if (base.bits() - 1).saturating_mul(exponent.into()) > limits::BITS {
        return Err(too_large());
    }
    let bits = base.bits().saturating_mul(exponent.into()).min(limits::BITS);
    work.pay(bits, bits)?;
    bounded(base.pow(exponent))
}

fn floats(operator: Operator, left: f64, right: f64) -> Result<f64, Reason> {
    Ok(match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Power => power(left, right)?,
        _ if right == 0.0 => return Err(by_zero()),
        Operator::Divide => left / right,
        Operator::FloorDivide => float_floor_divide(left, right),
        Operator::Modulo => modulo(left, right),
    })
}

/// The rest, which has the sign of the divisor, also where it is zero.
fn modulo(left: f64, right: f64) -> f64 {
    let rest = left % right;
    if rest == 0.0 {
        return 0.0_f64.copysign(right);
    }
    if (rest < 0.0) == (right < 0.0) { rest } else { rest + right }
}

/// The quotient, rounded down, from the exact rest, as Python computes it.
fn float_floor_divide(left: f64, right: f64) -> f64 {
    let rest = left % right;
    let mut quotient = (left - rest) / right;
    if rest != 0.0 && (rest < 0.0) != (right < 0.0) {
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return 0.0_f64.copysign(left / right);
    }
    let floor = quotient.floor();
    if quotient - floor > 0.5 { floor + 1.0 } else { floor }
}

fn power(base: f64, exponent: f64) -> Result<f64, Reason> {
    if base == 0.0 && exponent < 0.0 {
        return Err("division by zero: 0 has no negative power".into());
    }
    if base < 0.0 && base.is_finite() && exponent.is_finite() && exponent.fract() != 0.0 {
        return Err("the result is complex: a negative number has only whole powers".into());
    }
    let power = base.powf(exponent);
    if power.is_infinite() && base.is_finite() && exponent.is_finite() {
        return Err("the power is too large for a float".into());
    }
    Ok(power)
}

#[cold]
fn by_zero() -> Reason {
    "division by zero".into()
}

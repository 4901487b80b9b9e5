//! Floats and exact numbers, each turned into the other as IEEE 754 says: to the nearest, ties to even.

use num_bigint::{BigInt, BigUint, Sign};

/// Bits of a float's digits.
const DIGITS: i64 = 53;

/// The exponent of the smallest float above zero.
const SMALLEST: i64 = -1074;

/// The float nearest to a fraction; nothing if it is beyond the largest.
pub(super) fn of_ratio(sign: Sign, over: &BigUint, under: &BigUint) -> Option<f64> {
    let size = |number: &BigUint| i64::try_from(number.bits()).unwrap_or(i64::MAX);
    if over.bits() == 0 {
        return Some(signed(sign, 0.0));
    }
    // The quotient has 64 or 65 bits; what is behind them only matters as being there or not.
    let shift = 64 - (size(over) - size(under));
    let by = shift.unsigned_abs();
    let (over, under) = if shift >= 0 { (over << by, under.clone()) } else { (over.clone(), under << by) };
    let quotient = &over / &under;
    let rest = &quotient * &under != over;
    let quotient = u128::try_from(&quotient).unwrap_or(u128::MAX);
    round(quotient, -shift, rest).map(|float| signed(sign, float))
}

/// The float nearest to an integer; nothing if it is beyond the largest.
pub(super) fn of_int(int: &BigInt) -> Option<f64> {
    of_ratio(int.sign(), int.magnitude(), &BigUint::from(1_u8))
}

fn signed(sign: Sign, float: f64) -> f64 {
    if sign == Sign::Minus { -float } else { float }
}

/// `digits * 2^exponent`, and a little more where there is a rest.
fn round(digits: u128, exponent: i64, rest: bool) -> Option<f64> {
    let top = i64::from(128 - digits.leading_zeros()) + exponent;
    let lowest = (top - DIGITS).max(SMALLEST);
    let dropped = u32::try_from(lowest - exponent).unwrap_or(0);
    let (kept, half, below) = match dropped {
        0 => (digits, false, false),
        1..=127 => {
            (digits >> dropped, digits >> (dropped - 1) & 1 == 1, digits & ((1 << (dropped - 1)) - 1) != 0)
        }
        _ => (0, false, true),
    };
    let up = half && (below || rest || kept & 1 == 1);
    let kept = u64::try_from(kept).unwrap_or(u64::MAX) + u64::from(up);
    assemble(kept, lowest)
}

/// A float of at most 54 bits of digits, the 54th of which is set only in 2^53.
fn assemble(digits: u64, exponent: i64) -> Option<f64> {
    let carried = digits >> DIGITS != 0;
    let (digits, exponent) = if carried { (digits >> 1, exponent + 1) } else { (digits, exponent) };
    if digits >> (DIGITS - 1) == 0 {
        // Only the smallest exponent comes with fewer digits.
        return Some(f64::from_bits(digits));
    }
    let biased = u64::try_from(exponent - SMALLEST + 1).unwrap_or(0);
    (biased < 0x7ff).then(|| f64::from_bits(biased << 52 | digits & ((1 << 52) - 1)))
}

/// A finite float as `digits * 2^exponent`, without its sign.
pub(super) fn parts(float: f64) -> (u64, i64) {
    let bits = float.to_bits();
    let digits = bits & ((1 << 52) - 1);
    match bits >> 52 & 0x7ff {
        0 => (digits, SMALLEST),
        biased => (digits | 1 << 52, i64::try_from(biased).unwrap_or(0) + SMALLEST - 1),
    }
}

/// The sign of a float, that of zero too.
pub(super) fn sign(float: f64) -> Sign {
    if float.is_sign_negative() { Sign::Minus } else { Sign::Plus }
}

/// A finite float that is whole, as an integer.
pub(super) fn to_int(whole: f64) -> BigInt {
    let (digits, exponent) = parts(whole);
    let digits = BigUint::from(digits);
    let by = exponent.unsigned_abs();
    BigInt::from_biguint(sign(whole), if exponent >= 0 { digits << by } else { digits >> by })
}

/// A positive integer as `digits * 2^exponent` with digits from a half up to, but not, one.
pub(super) fn split(int: &BigUint) -> (f64, f64) {
    let bits = int.bits();
    let digits = of_ratio(Sign::Plus, int, &(BigUint::from(1_u8) << bits)).unwrap_or(0.5);
    let exponent = u32::try_from(bits).map_or(f64::MAX, f64::from);
    if digits < 1.0 { (digits, exponent) } else { (0.5, exponent + 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_float_survives_the_way_through_a_fraction() {
        let mut bits: u64 = 1;
        for _ in 0..5_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            for float in [f64::from_bits(bits), f64::from_bits(bits >> 12), f64::MIN_POSITIVE, f64::MAX] {
                if float.is_finite() {
                    let (digits, exponent) = parts(float);
                    let by = exponent.unsigned_abs();
                    let power = BigUint::from(1_u8) << by;
                    let digits = BigUint::from(digits);
                    let back = if exponent >= 0 {
                        of_ratio(sign(float), &(digits * power), &BigUint::from(1_u8))
                    } else {
                        of_ratio(sign(float), &digits, &power)
                    };
                    assert_eq!(back.map(f64::to_bits), Some(float.to_bits()));
                }
            }
        }
    }

    #[test]
    fn ties_go_to_the_even_neighbour_and_the_ends_are_right() {
        let int = |bits: u32, more: i8| (BigInt::from(1) << bits) + more;
        assert_eq!(of_int(&int(53, 1)), Some(9_007_199_254_740_992.0));
        assert_eq!(of_int(&int(53, 3)), Some(9_007_199_254_740_996.0));
        assert_eq!(of_int(&int(1024, 0)), None);
        assert_eq!(of_int(&(int(1024, 0) - (int(970, 0)))), None);
        assert_eq!(of_int(&(int(1024, 0) - (int(970, 1)))), Some(f64::MAX));
        let below = |bits: u32, over: u8| of_ratio(Sign::Minus, &over.into(), &(BigUint::from(1_u8) << bits));
        assert_eq!(below(1074, 1), Some(-5e-324));
        assert_eq!(below(1075, 1).map(f64::to_bits), Some((-0.0_f64).to_bits()));
        assert_eq!(below(1076, 3), Some(-5e-324));
        assert_eq!(below(1075, 3), Some(-1e-323));
    }
}

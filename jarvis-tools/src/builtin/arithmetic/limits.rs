//! How much a calculation may be, so that no text takes long or much memory.

use num_bigint::BigInt;

/// The most bytes of an expression.
pub(super) const EXPRESSION_BYTES: usize = 16_384;

/// The deepest nesting of parentheses, which is Python's.
pub(super) const DEPTH: usize = 200;

/// The most decimal digits of an integer that is written or printed, which is Python's.
pub(super) const DIGITS: usize = 4_300;

/// The most bits of an integer on the way to the result.
pub(super) const BITS: u64 = 65_536;

/// What a calculation may cost altogether, in products of machine words.
const WORK: u64 = 8_000_000;

/// Why a calculation, or one of its steps, was refused.
pub(super) type Reason = std::borrow::Cow<'static, str>;

/// What is left of the work that a calculation may cost.
pub(super) struct Work(u64);

impl Work {
    pub(super) fn new() -> Self {
        Self(WORK)
    }

    /// Pays for a product, quotient or power of integers of so many bits.
    pub(super) fn pay(&mut self, left: u64, right: u64) -> Result<(), Reason> {
        let words = |bits: u64| bits / 64 + 1;
        let rest = self.0.checked_sub(words(left).saturating_mul(words(right)));
        self.0 = rest.ok_or("the calculation is too long: use fewer or smaller integers")?;
        Ok(())
    }
}

/// An integer that isn't too large.
pub(super) fn bounded(int: BigInt) -> Result<BigInt, Reason> {
    if int.bits() > BITS { Err(too_large()) } else { Ok(int) }
}

#[cold]
pub(super) fn too_large() -> Reason {
    "the number is too large: integers may have at most 65536 bits on the way".into()
}

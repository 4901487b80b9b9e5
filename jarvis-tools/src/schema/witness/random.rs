//! Numbers that look random and are the same for the same seed (`SplitMix64`).

/// A source of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // The remainder is smaller than `end`, which fits.
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap_or_default()
    }

    /// A number of a range that holds both ends.
    pub(crate) fn between(&mut self, least: i128, most: i128) -> i128 {
        let width = most.wrapping_sub(least).unsigned_abs().saturating_add(1);
        let number = u128::from(self.next()) % width;
        least.saturating_add(i128::try_from(number).unwrap_or_default())
    }

    /// True once in `times`.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.below(place + 1));
        }
    }
}

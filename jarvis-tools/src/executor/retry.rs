//! How often, and after which pauses, a call is tried again.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// How often a call is tried, and how long the pauses between are.
///
/// A pause is twice as long as the one before it, up to the longest, and up to a half of it is taken off at
/// random, so that calls that failed together don't come back together.
///
/// ```
/// use jarvis_tools::Retry;
/// use std::time::Duration;
///
/// let retry = Retry::up_to(5).first_pause(Duration::from_millis(50)).longest_pause(Duration::from_secs(2));
/// # let _ = retry;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    attempts: u32,
    first_pause: Duration,
    longest_pause: Duration,
}

impl Retry {
    /// Every call is tried once.
    pub const NEVER: Self = Self { attempts: 1, ..Self::DEFAULT };

    const DEFAULT: Self =
        Self { attempts: 3, first_pause: Duration::from_millis(200), longest_pause: Duration::from_secs(5) };

    /// So many attempts in all, at least one; pauses from 200 ms to 5 s.
    pub fn up_to(attempts: u32) -> Self {
        Self { attempts: attempts.max(1), ..Self::DEFAULT }
    }

    /// Sets the pause before the second attempt.
    #[must_use]
    pub fn first_pause(mut self, pause: Duration) -> Self {
        self.first_pause = pause;
        self
    }

    /// Sets the longest pause.
    #[must_use]
    pub fn longest_pause(mut self, pause: Duration) -> Self {
        self.longest_pause = pause;
        self
    }

    pub(super) fn attempts(self) -> u32 {
        self.attempts
    }

    /// The pause behind so many attempts.
    pub(super) fn pause(self, attempts: u32) -> Duration {
        let whole = 2_u32.saturating_pow(attempts.saturating_sub(1)).min(1 << 20);
        let pause = self.first_pause.saturating_mul(whole).min(self.longest_pause);
        // The keys of a hash table's hasher are random, and need no further crate. 65,536 steps are fine enough.
        let random = u16::try_from(RandomState::new().hash_one(attempts) & 0xFFFF).unwrap_or(0);
        pause.mul_f64(1.0 - f64::from(random) / f64::from(u16::MAX) / 2.0)
    }
}

/// Three attempts, with pauses from 200 ms to 5 s.
impl Default for Retry {
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest_and_lose_up_to_a_half() {
        let retry = Retry::up_to(9).first_pause(Duration::from_secs(1)).longest_pause(Duration::from_secs(4));
        for (attempts, seconds) in [(1, 1.0), (2, 2.0), (3, 4.0), (4, 4.0), (u32::MAX, 4.0)] {
            for _ in 0..100 {
                let pause = retry.pause(attempts).as_secs_f64();
                assert!((seconds / 2.0..=seconds).contains(&pause), "{attempts}: {pause}");
            }
        }
        let zero = retry.first_pause(Duration::ZERO).pause(3);
        assert_eq!(zero, Duration::ZERO);
    }
}

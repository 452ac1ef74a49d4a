//! How long to wait before something is tried again.

use std::time::Duration;

/// Pauses that double from one attempt to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubling {
    /// The pause after the first failure.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
}

impl Doubling {
    /// Returns the pause after so many failures; none after none.
    #[must_use]
    pub fn after(self, failures: u32) -> Duration {
        match failures.checked_sub(1) {
            None => Duration::ZERO,
            Some(doublings) => self.first.saturating_mul(2_u32.saturating_pow(doublings)).min(self.longest),
        }
    }
}

/// Pauses that are short at first, and long when that did not help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuickThenLong {
    /// The pause at first.
    pub quick: Duration,
    /// From so many failures on it is the long one.
    pub times: u32,
    /// The pause then.
    pub long: Duration,
}

impl QuickThenLong {
    /// Returns the pause after so many failures.
    #[must_use]
    pub const fn after(self, failures: u32) -> Duration {
        if failures < self.times { self.quick } else { self.long }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn pauses_double_up_to_the_longest() {
        let pauses = Doubling { first: SECOND, longest: 30 * SECOND };
        let after: Vec<u64> = (0..8).map(|failures| pauses.after(failures).as_secs()).collect();
        assert_eq!(after, [0, 1, 2, 4, 8, 16, 30, 30]);
        assert_eq!(pauses.after(u32::MAX), 30 * SECOND);
    }

    #[test]
    fn quick_pauses_are_followed_by_long_ones() {
        let pauses = QuickThenLong { quick: SECOND, times: 3, long: 60 * SECOND };
        assert_eq!([1, 2, 3].map(|failures| pauses.after(failures).as_secs()), [1, 1, 60]);
    }
}

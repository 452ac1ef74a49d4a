//! Money, in whole millionths of a dollar.

use serde::{Deserialize, Serialize};

/// An amount of money in micro-dollars; negative amounts are credits.
///
/// There is no default of zero: an unknown cost is its own case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sea_orm::DeriveValueType))]
#[serde(transparent)]
pub struct MicroDollars(i64);

impl MicroDollars {
    const PER_CENT: i64 = 10_000;

    /// The largest amount in cents.
    pub const MOST_CENTS: i64 = i64::MAX / Self::PER_CENT;

    /// Takes an amount in micro-dollars.
    #[must_use]
    pub const fn new(micro_dollars: i64) -> Self {
        Self(micro_dollars)
    }

    /// Takes an amount in cents, as the wire has it.
    #[must_use]
    pub const fn from_cents(cents: i64) -> Self {
        Self(cents.saturating_mul(Self::PER_CENT))
    }

    /// Returns the amount in micro-dollars.
    #[must_use]
    pub const fn micro_dollars(self) -> i64 {
        self.0
    }

    /// Returns both together.
    #[must_use]
    pub const fn plus(self, more: Self) -> Self {
        Self(self.0.saturating_add(more.0))
    }

    /// Returns what remains when less is taken away; more than there is leaves a debt.
    #[must_use]
    pub const fn minus(self, less: Self) -> Self {
        Self(self.0.saturating_sub(less.0))
    }

    /// Returns how much of a whole this is, in hundredths of a percent, rounded to the nearest
    /// one; nothing of no whole.
    #[must_use]
    pub fn basis_points_of(self, whole: Self) -> i64 {
        if whole.0 <= 0 {
            return 0;
        }
        let (part, whole) = (i128::from(self.0) * 10_000, i128::from(whole.0));
        i64::try_from((part + whole / 2).div_euclid(whole)).unwrap_or(i64::MAX)
    }

    /// Returns the amount in cents, rounded to the nearest one, halves away from zero.
    #[must_use]
    pub const fn cents(self) -> i64 {
        let half = if self.0 < 0 { -Self::PER_CENT / 2 } else { Self::PER_CENT / 2 };
        self.0.saturating_add(half) / Self::PER_CENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_told_in_hundredths_of_a_percent() {
        let cents = MicroDollars::from_cents;
        for (part, whole, share) in [(1, 3, 3333), (2, 3, 6667), (120, 100, 12_000), (5, 0, 0), (0, 9, 0)] {
            assert_eq!(cents(part).basis_points_of(cents(whole)), share, "{part} of {whole}");
        }
    }

    #[test]
    fn cents_are_rounded_half_away_from_zero() {
        for (micro_dollars, cents) in [(0, 0), (4_999, 0), (5_000, 1), (-5_000, -1), (123_456, 12)] {
            assert_eq!(MicroDollars::new(micro_dollars).cents(), cents, "{micro_dollars}");
        }
    }
}

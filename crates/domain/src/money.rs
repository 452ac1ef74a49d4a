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
    fn cents_are_rounded_half_away_from_zero() {
        for (micro_dollars, cents) in [(0, 0), (4_999, 0), (5_000, 1), (-5_000, -1), (123_456, 12)] {
            assert_eq!(MicroDollars::new(micro_dollars).cents(), cents, "{micro_dollars}");
        }
    }
}

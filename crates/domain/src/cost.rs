//! What work costs: the words of the ledger, and how an entry is priced.
//!
//! Three figures are kept apart. **Cash** is what is owed for the use: what the agent or the
//! provider says, or else the list price of what is billed by use. The **estimate** is what the
//! use would cost by the list, also where a plan covers it. **Unpriced** use has neither: it counts
//! as no money, and is counted as use without a price. Unknown is never zero.

mod prices;
mod series;
mod span;

pub use prices::{ListPrice, PRICES, PriceSource, SOURCES, list_price};
pub use series::{LONGEST_SERIES, NoSeries, Series};
pub use span::{Grain, Piece, Span, start_of_month};

use crate::money::MicroDollars;
use crate::words;

words! {
    /// How use is paid for.
    pub enum BillingType("billing type") {
        /// By use.
        MeteredApi = "metered_api",
        /// It is part of a plan.
        SubscriptionIncluded = "subscription_included",
        /// It is beyond what a plan has.
        SubscriptionOverage = "subscription_overage",
        /// From credits that were bought before.
        Credits = "credits",
        /// At a fixed price.
        Fixed = "fixed",
        /// Nobody said.
        Unknown = "unknown",
    }
}

impl BillingType {
    /// Those that belong to a plan, as reports count them.
    pub const OF_PLANS: [Self; 2] = [Self::SubscriptionIncluded, Self::SubscriptionOverage];

    /// Returns whether reports count runs of both together: runs of plans, or else of one way.
    #[must_use]
    pub fn is_of_same_kind(self, other: Self) -> bool {
        self == other || (Self::OF_PLANS.contains(&self) && Self::OF_PLANS.contains(&other))
    }
}

words! {
    /// Whether an entry has a price.
    pub enum CostStatus("cost status") {
        /// It has.
        Reported = "reported",
        /// It is use whose price nobody knows.
        Unpriced = "unpriced",
    }
}

words! {
    /// Where an entry's cash comes from.
    pub enum CostBasis("cost basis") {
        /// The agent, its provider or a person said it.
        Reported = "reported",
        /// It is the list price of what is billed by use.
        ListPrice = "list_price",
        /// A plan covers the use; nothing is owed for it.
        Plan = "plan",
        /// Nobody knows.
        Unpriced = "unpriced",
    }
}

/// The largest amount of one entry: a million dollars. Millions of such entries can be summed up.
pub const MOST_CENTS_OF_ENTRY: i64 = 100_000_000;
/// The most tokens of one kind in one entry.
pub const MOST_TOKENS_OF_ENTRY: i64 = 1_000_000_000_000;

/// Tokens that were used, each counted once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tokens {
    /// Those that were read, without the cached ones.
    pub input: i64,
    /// Those that were read from the provider's cache.
    pub cached_input: i64,
    /// Those that were written.
    pub output: i64,
}

impl Tokens {
    /// Returns whether nothing was used.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.input == 0 && self.cached_input == 0 && self.output == 0
    }

    /// Returns what remains of these when others are taken away, of each kind none at least.
    #[must_use]
    pub fn without(self, others: Self) -> Self {
        let left = |all: i64, taken: i64| all.saturating_sub(taken).max(0);
        Self {
            input: left(self.input, others.input),
            cached_input: left(self.cached_input, others.cached_input),
            output: left(self.output, others.output),
        }
    }
}

/// Whose model was used, and how that is paid for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModelUse {
    /// Whose model it is.
    pub provider: String,
    /// Who sends the bill.
    pub biller: String,
    /// How it is paid for.
    pub billing_type: BillingType,
    /// Which model.
    pub model: String,
}

/// What somebody reports of the use of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Usage {
    /// Whose model was used.
    pub of: ModelUse,
    /// The tokens.
    pub tokens: Tokens,
    /// What it cost, where that was told.
    pub cost: Option<MicroDollars>,
}

/// An entry's price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Priced {
    /// What is owed; nothing where `status` says that nobody knows.
    pub cash: MicroDollars,
    /// What it would be by the list; none where the model is on no list.
    pub estimate: Option<MicroDollars>,
    /// Whether there is a price.
    pub status: CostStatus,
    /// Where the cash comes from.
    pub basis: CostBasis,
}

/// Prices a use by what was told of it and by the list.
///
/// A plan's use costs nothing, whatever is told: what clients tell of it is what it would cost.
#[must_use]
pub fn price(usage: &Usage) -> Priced {
    let listed = list_price(&usage.of.provider, &usage.of.model).map(|listed| listed.of(usage.tokens));
    let told = usage.cost;
    let nothing = MicroDollars::new(0);
    if usage.of.billing_type == BillingType::SubscriptionIncluded {
        let estimate = listed.or_else(|| told.filter(|told| *told != nothing));
        return Priced { cash: nothing, estimate, status: CostStatus::Reported, basis: CostBasis::Plan };
    }
    let (cash, status, basis) = match (told, listed) {
        (Some(told), _) => (told, CostStatus::Reported, CostBasis::Reported),
        (None, Some(listed)) => (listed, CostStatus::Reported, CostBasis::ListPrice),
        // Nothing was used, so nothing is owed.
        (None, None) if usage.tokens.is_none() => (nothing, CostStatus::Reported, CostBasis::Reported),
        (None, None) => (nothing, CostStatus::Unpriced, CostBasis::Unpriced),
    };
    Priced { cash, estimate: listed, status, basis }
}

/// Prices a use of which somebody says explicitly that its price is not known.
#[must_use]
pub fn unpriced(usage: &Usage) -> Priced {
    let estimate = price(usage).estimate;
    Priced { cash: MicroDollars::new(0), estimate, status: CostStatus::Unpriced, basis: CostBasis::Unpriced }
}

#[cfg(test)]
mod tests;

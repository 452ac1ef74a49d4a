//! What is limited: whose spending, and over which stretch of time.

use crate::cost::start_of_month;
use crate::time::Timestamp;
use crate::words;

words! {
    /// Whose spending is summed up and limited.
    pub enum ScopeType("budget scope") {
        Company = "company",
        Agent = "agent",
        Project = "project",
    }
}

words! {
    /// Over which stretch of time spending is summed up.
    pub enum Stretch("stretch of spending") {
        /// A day, by UTC.
        Day = "day",
        /// A calendar month, by UTC.
        Month = "month",
        /// All time.
        Lifetime = "lifetime",
    }
}

impl Stretch {
    /// Returns where the stretch begins in which a moment lies.
    #[must_use]
    pub fn start(self, at: Timestamp) -> Timestamp {
        match self {
            Self::Day => at.start_of_day(),
            Self::Month => start_of_month(at),
            Self::Lifetime => Timestamp::from_unix_millis(0),
        }
    }

    /// Returns the stretches that are kept of a scope: a day's only of agents, whose settings limit
    /// it.
    #[must_use]
    pub const fn kept_of(scope: ScopeType) -> &'static [Self] {
        match scope {
            ScopeType::Agent => &[Self::Day, Self::Month, Self::Lifetime],
            ScopeType::Company | ScopeType::Project => &[Self::Month, Self::Lifetime],
        }
    }
}

//! Budgets: how much may be spent, by whom, over which stretch of time, and what a limit does.
//!
//! ```text
//!                       ┌── raised, or switched off ──▶ resolved
//! threshold met ─▶ open ┤
//!                       └── kept paused ──────────────▶ dismissed
//! ```
//! **Invariant:** of a policy, a window and a threshold one incident is open at most. One that was
//! dealt with does not keep the next one away.

use crate::cost::start_of_month;
use crate::ids::{AgentId, CompanyId, ProjectId, RowId};
use crate::money::MicroDollars;
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

/// Whose spending it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BudgetScope {
    /// The kind.
    pub kind: ScopeType,
    /// Which one.
    pub id: RowId,
}

impl BudgetScope {
    /// Takes a company.
    #[must_use]
    pub const fn company(id: CompanyId) -> Self {
        Self { kind: ScopeType::Company, id: RowId::from_uuid(id.as_uuid()) }
    }

    /// Takes an agent.
    #[must_use]
    pub const fn agent(id: AgentId) -> Self {
        Self { kind: ScopeType::Agent, id: RowId::from_uuid(id.as_uuid()) }
    }

    /// Takes a project.
    #[must_use]
    pub const fn project(id: ProjectId) -> Self {
        Self { kind: ScopeType::Project, id: RowId::from_uuid(id.as_uuid()) }
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

words! {
    /// Over which stretch of time a policy limits.
    pub enum WindowKind("budget window") {
        CalendarMonthUtc = "calendar_month_utc",
        Lifetime = "lifetime",
    }
}

impl WindowKind {
    /// Returns what a policy has unless it says so: projects end, companies and agents go on.
    #[must_use]
    pub const fn usual_of(scope: ScopeType) -> Self {
        match scope {
            ScopeType::Project => Self::Lifetime,
            ScopeType::Company | ScopeType::Agent => Self::CalendarMonthUtc,
        }
    }

    /// Returns the stretch whose sum is held against the limit.
    #[must_use]
    pub const fn stretch(self) -> Stretch {
        match self {
            Self::CalendarMonthUtc => Stretch::Month,
            Self::Lifetime => Stretch::Lifetime,
        }
    }

    /// Returns where the window begins and ends in which a moment lies.
    #[must_use]
    pub fn bounds(self, at: Timestamp) -> (Timestamp, Timestamp) {
        use crate::cost::Grain;
        match self {
            Self::CalendarMonthUtc => (start_of_month(at), Grain::Month.next(at)),
            // The last day that the wire can spell.
            Self::Lifetime => {
                (Timestamp::from_unix_millis(0), Timestamp::from_unix_millis(253_402_300_799_999))
            }
        }
    }
}

words! {
    /// Which figure a policy limits.
    pub enum BudgetMetric("budget metric") {
        /// What is owed.
        BilledCents = "billed_cents",
        /// What the use would cost by the list, also where a plan covers it.
        ListPriceCents = "list_price_cents",
    }
}

words! {
    /// How spending stands to a limit.
    pub enum PolicyStatus("budget status") {
        Ok = "ok",
        Warning = "warning",
        HardStop = "hard_stop",
    }
}

words! {
    /// Which of a policy's thresholds was met.
    pub enum ThresholdType("budget threshold") {
        /// People are warned.
        Soft = "soft",
        /// Work stops.
        Hard = "hard",
    }
}

words! {
    /// What became of an incident.
    pub enum IncidentStatus("budget incident status") {
        /// Nobody has dealt with it.
        Open = "open",
        /// There is more money, or no limit.
        Resolved = "resolved",
        /// The scope stays paused.
        Dismissed = "dismissed",
    }
}

words! {
    /// What a person does about an incident.
    pub enum IncidentAction("budget incident action") {
        KeepPaused = "keep_paused",
        RaiseBudgetAndResume = "raise_budget_and_resume",
    }
}

/// What a policy says, as far as money is held against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// How much may be spent; nothing is no limit.
    pub amount: MicroDollars,
    /// At how many hundredths of it people are warned.
    pub warn_percent: i64,
    /// Whether work stops at it.
    pub stops: bool,
    /// Whether use without a price may go on under it.
    pub allows_unpriced: bool,
}

impl Limit {
    /// Returns whether there is one.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.amount > MicroDollars::new(0)
    }

    /// Returns how spending stands to it.
    #[must_use]
    pub fn status(&self, spent: MicroDollars) -> PolicyStatus {
        if !self.is_active() {
            PolicyStatus::Ok
        } else if spent >= self.amount {
            PolicyStatus::HardStop
        } else if self.is_warned_of(spent) {
            PolicyStatus::Warning
        } else {
            PolicyStatus::Ok
        }
    }

    fn is_warned_of(&self, spent: MicroDollars) -> bool {
        let (spent, amount) = (i128::from(spent.micro_dollars()), i128::from(self.amount.micro_dollars()));
        spent * 100 >= amount * i128::from(self.warn_percent)
    }

    /// Returns the threshold that an entry of the ledger meets, with the spending that includes it.
    #[must_use]
    pub fn met_by(&self, spent: MicroDollars, is_unpriced: bool) -> Option<ThresholdType> {
        if !self.is_active() {
            return None;
        }
        let is_blind = is_unpriced && !self.allows_unpriced;
        match self.status(spent) {
            _ if self.stops && is_blind => Some(ThresholdType::Hard),
            PolicyStatus::HardStop if self.stops => Some(ThresholdType::Hard),
            PolicyStatus::HardStop | PolicyStatus::Warning => Some(ThresholdType::Soft),
            PolicyStatus::Ok => None,
        }
    }
}

/// What is left under one limit that stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Whose limit it is.
    pub scope: BudgetScope,
    /// How much may be spent.
    pub limit: MicroDollars,
    /// How much is.
    pub spent: MicroDollars,
    /// How much running runs have reserved and not used yet.
    pub reserved: MicroDollars,
}

/// Why a run cannot reserve anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRoom {
    /// The limit is met.
    Spent(BudgetScope),
    /// What is left is reserved by runs that are running: it is free when they end cheaper.
    Reserved(BudgetScope),
}

/// Decides how much a run reserves when it starts: its ceiling, or what is left under the
/// narrowest of its limits. A run that finds something left may start; how much it really spends
/// is held against the limits at each of its reports.
///
/// # Errors
/// If nothing is left.
pub fn reserve(ceiling: MicroDollars, rooms: &[Room]) -> Result<MicroDollars, NoRoom> {
    let nothing = MicroDollars::new(0);
    if let Some(spent) = rooms.iter().find(|room| room.spent >= room.limit) {
        return Err(NoRoom::Spent(spent.scope));
    }
    let left = |room: &Room| room.limit.minus(room.spent).minus(room.reserved);
    match rooms.iter().min_by_key(|room| left(room)) {
        None => Ok(ceiling),
        Some(narrowest) if left(narrowest) <= nothing => Err(NoRoom::Reserved(narrowest.scope)),
        Some(narrowest) => Ok(ceiling.min(left(narrowest))),
    }
}

/// What an agent's next run reserves at least: a cent. Nothing is known of an agent that never ran.
pub const LEAST_CEILING: MicroDollars = MicroDollars::from_cents(1);

#[cfg(test)]
mod tests;

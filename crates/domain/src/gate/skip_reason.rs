//! Why a wake-up was refused, as its receipt says.

use crate::heartbeat_policy::DailyCap;
use crate::loop_guard::LoopBreak;
use crate::words;

words! {
    /// Why a wake-up was refused, as its receipt says.
    pub enum SkipReason("skip reason") {
        CompanyInactive = "company.inactive",
        BudgetBlocked = "budget.blocked",
        AgentNotInvokable = "agent.not_invokable",
        HeartbeatDisabled = "heartbeat.disabled",
        WakeOnDemandDisabled = "heartbeat.wakeOnDemand.disabled",
        NoActionableWork = "heartbeat.timer.no_actionable_work",
        IssueNotFound = "issue_execution_issue_not_found",
        ExecutionReconciliationRequired = "execution_reconciliation_required",
        TreeHoldActive = "issue_tree_hold_active",
        DependenciesBlocked = "issue_dependencies_blocked",
        RewakeThrottled = "issue_rewake_throttled",
        DailyRunLimit = "heartbeat.daily_run_limit",
        DailyCostLimit = "heartbeat.daily_cost_limit",
        /// Ours: the agent's own output does not wake it.
        OwnOutput = "loop.own_output",
        /// Ours: too many wake-ups in a row were caused by runs.
        HopLimit = "loop.hop_limit",
        /// Ours: the agent ran again and again for this and changed nothing.
        NothingChanges = "loop.nothing_changes",
    }
}

impl SkipReason {
    /// Says to people why nothing started.
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Self::CompanyInactive => "The company is paused or archived.",
            Self::BudgetBlocked => "Its budget is spent.",
            Self::AgentNotInvokable => "Its agent may not work: it is paused, or somebody above it is gone.",
            Self::HeartbeatDisabled => "Its agent does not beat by a timer.",
            Self::WakeOnDemandDisabled => "Its agent is set not to be woken on demand.",
            Self::NoActionableWork => "There was nothing for its agent to do.",
            Self::IssueNotFound => "The task was gone when its agent was to be woken.",
            Self::ExecutionReconciliationRequired => "Somebody has to say first what its last run has done.",
            Self::TreeHoldActive => "It is paused, or a task above it is.",
            Self::DependenciesBlocked => "It waits for other tasks.",
            Self::RewakeThrottled => "Its agent was woken for it just before; it may be woken again soon.",
            Self::DailyRunLimit => "Its agent has had its runs for today.",
            Self::DailyCostLimit => "Its agent has spent its money for today.",
            Self::OwnOutput => "Only its agent's own words asked for it.",
            Self::HopLimit => "Too many runs in a row were asked for by runs.",
            Self::NothingChanges => "Its agent ran for it again and again and changed nothing.",
        }
    }

    /// Those that pass by themselves, or by what a person does to somebody else than the issue.
    pub const PASSING: &'static [Self] = &[
        Self::CompanyInactive,
        Self::AgentNotInvokable,
        Self::TreeHoldActive,
        Self::BudgetBlocked,
        Self::DailyRunLimit,
        Self::DailyCostLimit,
    ];
}

impl From<DailyCap> for SkipReason {
    fn from(cap: DailyCap) -> Self {
        match cap {
            DailyCap::Runs { .. } => Self::DailyRunLimit,
            DailyCap::Cost { .. } => Self::DailyCostLimit,
        }
    }
}

impl From<LoopBreak> for SkipReason {
    fn from(cut: LoopBreak) -> Self {
        match cut {
            LoopBreak::OwnOutput => Self::OwnOutput,
            LoopBreak::TooManyHops { .. } => Self::HopLimit,
            LoopBreak::NothingChanges { .. } => Self::NothingChanges,
        }
    }
}

//! Why a wake-up was refused, as its receipt says.

use crate::heartbeat_policy::DailyCap;
use crate::loop_guard::LoopBreak;
use crate::words;

words! {
    /// Why a wake-up was refused, as its receipt says.
    pub enum SkipReason("skip reason") {
        SchedulingSuppressed = "heartbeat.scheduling_suppressed",
        CompanyInactive = "company.inactive",
        WorktreeExecutionCutoff = "heartbeat.worktree_execution_cutoff",
        BudgetBlocked = "budget.blocked",
        AgentNotInvokable = "agent.not_invokable",
        HeartbeatDisabled = "heartbeat.disabled",
        WakeOnDemandDisabled = "heartbeat.wakeOnDemand.disabled",
        NoActionableWork = "heartbeat.timer.no_actionable_work",
        TreeHoldActive = "issue_tree_hold_active",
        IssueNotFound = "issue_execution_issue_not_found",
        ExecutionReconciliationRequired = "execution_reconciliation_required",
        IssueStateGuardMismatch = "issue_state_guard_mismatch",
        DependenciesBlocked = "issue_dependencies_blocked",
        WorkspaceRequiresProject = "workspace_worktree_requires_project",
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

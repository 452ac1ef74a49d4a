//! Why a run ended as it did, in a word: the wire's `errorCode`.

use crate::gate::SkipReason;
use crate::heartbeat_policy::DailyCap;
use crate::open_words;

open_words! {
    /// Why a run ended as it did. Adapters have codes of their own beside these.
    pub enum RunErrorCode {
        /// The agent's program failed.
        AdapterFailed = "adapter_failed",
        /// The run could not be set up, and nothing was started.
        SetupFailed = "setup_failed",
        /// The run's time was over.
        Timeout = "timeout",
        /// Somebody stopped the run.
        Cancelled = "cancelled",
        /// The board stopped the run by a message.
        OperatorInterrupted = "operator_interrupted",
        /// The run's process is gone, and nobody saw how it ended.
        ProcessLost = "process_lost",
        /// The workspace cannot be used.
        WorkspaceValidationFailed = "workspace_validation_failed",
        /// A setting or secret is missing.
        ConfigurationIncomplete = "configuration_incomplete",
        /// The provider does not know the model.
        ModelNotFound = "model_not_found",
        /// The shared workspace was in use.
        WorkspaceBusy = "workspace_busy",
        /// The exclusive credential was in use.
        AiConnectionBusy = "ai_connection_busy",
        /// The provider's quota is used up.
        ProviderQuota = "provider_quota",
        /// The provider of Claude had a passing failure.
        ClaudeTransientUpstream = "claude_transient_upstream",
        /// The provider of Codex had a passing failure.
        CodexTransientUpstream = "codex_transient_upstream",
        /// The program of Codex crashed.
        CodexHarnessCrash = "codex_harness_crash",
        /// The run stopped at its limit of turns.
        MaxTurnsExhausted = "max_turns_exhausted",
        /// The session to resume is gone.
        SessionNotFound = "session_not_found",
        /// The provider refuses the messages that the session of Claude is made of.
        ClaudePoisonedMessage = "claude_poisoned_previous_message_id",
        /// The key or the login of Claude is missing or wrong.
        ClaudeAuthRequired = "claude_auth_required",
        /// The key or the login of Gemini is missing or wrong.
        GeminiAuthRequired = "gemini_auth_required",
        /// The key or the login of Kimi is missing or wrong.
        KimiAuthRequired = "kimi_auth_required",
        /// The key or the login of another provider is missing or wrong.
        AuthRequired = "auth_required",
        /// The key may not do what is asked.
        PermissionDenied = "permission_denied",
        /// There is no money behind the key.
        BillingRequired = "billing_required",
        /// The conversation is longer than the model can read.
        ContextOverflow = "context_overflow",
        /// The answer is longer than the model may write.
        OutputLimit = "output_limit",
        /// The model of Claude refused to answer.
        ClaudeRefusal = "claude_refusal",
        /// Another model refused to answer.
        ModelRefusal = "model_refusal",
        /// A budget is spent.
        BudgetBlocked = "budget_blocked",
        /// The agent may not work.
        AgentNotInvokable = "agent_not_invokable",
        /// The agent was paused.
        AgentPaused = "agent_paused",
        /// The company was paused or archived.
        CompanyPaused = "company_paused",
        /// The agent was terminated.
        AgentTerminated = "agent_terminated",
        /// The agent is not woken on demand any more.
        WakeOnDemandDisabled = "heartbeat_wake_on_demand_disabled",
        /// The agent's runs of the day are used up.
        DailyRunLimit = "heartbeat.daily_run_limit",
        /// The agent's money of the day is used up.
        DailyCostLimit = "heartbeat.daily_cost_limit",
        /// The issue was given to another agent while the run was at work or waited to repeat.
        IssueReassigned = "issue_reassigned",
        /// The issue was given to another agent before the run started.
        IssueAssigneeChanged = "issue_assignee_changed",
        /// The issue was cancelled.
        IssueCancelled = "issue_cancelled",
        /// The issue is closed.
        IssueTerminalStatus = "issue_terminal_status",
        /// The issue is not in progress any more.
        IssueNotInProgress = "issue_not_in_progress",
        /// The issue is gone.
        IssueNotFound = "issue_not_found",
        /// The issue is blocked.
        IssueBlocked = "issue_blocked",
        /// Other issues must be done first.
        IssuePaused = "issue_paused",
        IssueDependenciesBlocked = "issue_dependencies_blocked",
        /// Another run has the issue.
        IssueExecutionLockChanged = "issue_execution_lock_changed",
        /// Another agent reviews the issue.
        IssueReviewParticipantChanged = "issue_review_participant_changed",
        /// A waiting run gave way when its issue was given to another agent.
        LockReleasedOnReassignment = "lock_released_on_reassignment",
        /// The messages that the run was for were discarded.
        QueuedCommentDiscarded = "queued_comment_discarded",
    }
}

impl From<DailyCap> for RunErrorCode {
    fn from(cap: DailyCap) -> Self {
        Self::from(SkipReason::from(cap).as_str())
    }
}

/// Failures that are not the agent's fault: it rests afterwards instead of being in error.
const NOT_THE_AGENTS_FAULT: &[RunErrorCode] = &[
    RunErrorCode::SetupFailed,
    RunErrorCode::WorkspaceValidationFailed,
    RunErrorCode::WorkspaceBusy,
    RunErrorCode::AiConnectionBusy,
];

/// Failures that only a person can mend: they block the issue.
const NEEDS_A_PERSON: &[RunErrorCode] = &[
    RunErrorCode::WorkspaceValidationFailed,
    RunErrorCode::ConfigurationIncomplete,
    RunErrorCode::ModelNotFound,
    RunErrorCode::ClaudeAuthRequired,
    RunErrorCode::GeminiAuthRequired,
    RunErrorCode::KimiAuthRequired,
    RunErrorCode::AuthRequired,
    RunErrorCode::PermissionDenied,
    RunErrorCode::BillingRequired,
];

/// Failures after which the session is not resumed: it is gone, cannot go on, or would run into the
/// same limit again.
const DROPS_THE_SESSION: &[RunErrorCode] = &[
    RunErrorCode::MaxTurnsExhausted,
    RunErrorCode::SessionNotFound,
    RunErrorCode::ClaudePoisonedMessage,
    RunErrorCode::ContextOverflow,
    RunErrorCode::ClaudeRefusal,
    RunErrorCode::ModelRefusal,
];

impl RunErrorCode {
    /// Returns whether the session that the run resumed is forgotten.
    #[must_use]
    pub fn drops_session(&self) -> bool {
        DROPS_THE_SESSION.contains(self)
    }

    /// Returns whether the failure tells something of the agent.
    #[must_use]
    pub fn is_agents_fault(&self) -> bool {
        !NOT_THE_AGENTS_FAULT.contains(self)
    }

    /// Returns whether only a person can mend what failed.
    #[must_use]
    pub fn needs_a_person(&self) -> bool {
        NEEDS_A_PERSON.contains(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::MicroDollars;

    #[test]
    fn a_daily_limit_has_the_same_word_for_a_wakeup_and_for_a_run() {
        let runs = DailyCap::Runs { observed: 1, limit: 1 };
        assert_eq!(RunErrorCode::from(runs), RunErrorCode::DailyRunLimit);
        let cents = MicroDollars::from_cents(1);
        let cost = DailyCap::Cost { observed: cents, limit: cents };
        assert_eq!(RunErrorCode::from(cost), RunErrorCode::DailyCostLimit);
    }
}

//! Why an agent is woken. The field is free text on the wire; what the server itself writes has
//! a name here, and everything that depends on the reason is a table of names.

use crate::open_words;

open_words! {
    /// Why an agent is woken.
    pub enum WakeReason {
        /// The agent's interval is over.
        HeartbeatTimer = "heartbeat_timer",
        /// An issue was created for the agent, or given to it.
        IssueAssigned = "issue_assigned",
        /// Somebody other than the running agent checked the issue out for it.
        IssueCheckedOut = "issue_checked_out",
        /// The issue can be worked on again.
        IssueStatusChanged = "issue_status_changed",
        /// Somebody else commented on the agent's issue.
        IssueCommented = "issue_commented",
        /// A comment opened the agent's closed issue.
        IssueReopenedViaComment = "issue_reopened_via_comment",
        /// A comment names the agent.
        IssueCommentMentioned = "issue_comment_mentioned",
        /// The last blocker is out of the way.
        IssueBlockersResolved = "issue_blockers_resolved",
        /// A blocker was cancelled: it still blocks, and somebody must say what is to become of the
        /// work behind it.
        IssueBlockerCancelled = "issue_blocker_cancelled",
        /// A blocker was hidden while it was open: no list shows it and nobody goes on with it, so that
        /// somebody must say what is to become of the work behind it. Ours.
        IssueBlockerHidden = "issue_blocker_hidden",
        /// All children of the issue have ended.
        IssueChildrenCompleted = "issue_children_completed",
        /// The agent was named as the one who can unblock the issue.
        IssueUnblockRequested = "issue_unblock_requested",
        /// What was wrong with the issue was put right.
        IssueRecoveryActionRestored = "issue_recovery_action_restored",
        /// The agent should review the issue.
        ExecutionReviewRequested = "execution_review_requested",
        /// The agent should approve the issue.
        ExecutionApprovalRequested = "execution_approval_requested",
        /// A reviewer asked for changes.
        ExecutionChangesRequested = "execution_changes_requested",
        /// The reviewer's run ended without a decision.
        ExecutionReviewParticipantRecovery = "execution_review_participant_recovery",
        /// The board approved what the agent asked for.
        ApprovalApproved = "approval_approved",
        /// The board rejected what the agent asked for.
        ApprovalRejected = "approval_rejected",
        /// The board wants the agent to propose something else.
        ApprovalRevisionRequested = "approval_revision_requested",
        /// A person wants a failed run repeated.
        RetryFailedRun = "retry_failed_run",
        /// A failure that passes by itself is tried again.
        TransientFailureRetry = "transient_failure_retry",
        /// The last run stopped at its limit of turns.
        MaxTurnsContinuationRetry = "max_turns_continuation_retry",
        /// The shared workspace was in use.
        WorkspaceBusyRetry = "workspace_busy_retry",
        /// The exclusive credential was in use.
        AiConnectionBusyRetry = "ai_connection_busy_retry",
        /// An answered interaction could not be continued for a reason of the infrastructure.
        InteractionContinuationInfraRetry = "interaction_continuation_infra_retry",
        /// The last run left no comment where one is expected.
        MissingIssueComment = "missing_issue_comment",
        /// The last run only announced work, or said nothing.
        RunLivenessContinuation = "run_liveness_continuation",
        /// The last run worked but left the issue without a clear state.
        FinishSuccessfulRunHandoff = "finish_successful_run_handoff",
        /// Work in progress lies idle.
        IssueContinuationNeeded = "issue_continuation_needed",
        /// Assigned work was never begun, or its run failed.
        IssueAssignmentRecovery = "issue_assignment_recovery",
        /// The issue says that it waits, but for nothing.
        IssueDispositionRepair = "issue_disposition_repair",
        /// The issue in review lost its reviewer.
        IssueReviewPathLost = "issue_review_path_lost",
        /// A blocked graph has no living path.
        IssueGraphLivenessBackstop = "issue_graph_liveness_backstop",
        /// The agent owns the recovery of an issue.
        SourceScopedRecoveryAction = "source_scoped_recovery_action",
        /// The pause of the issue, or of one above it, is over.
        IssueTreeResumed = "issue_tree_resumed",
        /// A wake-up that waited, and gave no reason of its own.
        IssueExecutionPromoted = "issue_execution_promoted",
    }
}

/// Reasons whose run never resumes a saved session.
const FRESH_SESSION: &[WakeReason] = &[
    WakeReason::IssueAssigned,
    WakeReason::ExecutionReviewParticipantRecovery,
    WakeReason::ExecutionApprovalRequested,
];

/// Reasons whose run must leave a comment on its issue.
const COMMENT_REQUIRED: &[WakeReason] = &[
    WakeReason::IssueAssigned,
    WakeReason::ExecutionReviewRequested,
    WakeReason::ExecutionApprovalRequested,
    WakeReason::ExecutionChangesRequested,
];

/// Reasons that a comment gives.
const COMMENT_OR_MENTION: &[WakeReason] =
    &[WakeReason::IssueCommented, WakeReason::IssueReopenedViaComment, WakeReason::IssueCommentMentioned];

/// Reasons by which somebody says something to the agent: where it cannot be woken at the moment, it
/// hears of it later.
pub const TO_BE_HEARD: &[WakeReason] = &[
    WakeReason::IssueCommented,
    WakeReason::IssueReopenedViaComment,
    WakeReason::IssueCommentMentioned,
    WakeReason::ApprovalApproved,
    WakeReason::ApprovalRejected,
    WakeReason::ApprovalRevisionRequested,
];

/// Reasons that tell the agent nothing it has not seen.
const WITHOUT_NEWS: &[WakeReason] = &[
    WakeReason::IssueAssigned,
    WakeReason::IssueContinuationNeeded,
    WakeReason::IssueAssignmentRecovery,
    WakeReason::IssueGraphLivenessBackstop,
];

/// Reasons that need a run of their own after the one that is running.
const FOLLOW_UP: &[WakeReason] = &[
    WakeReason::ApprovalApproved,
    WakeReason::ApprovalRejected,
    WakeReason::ApprovalRevisionRequested,
    WakeReason::IssueBlockersResolved,
    WakeReason::IssueRecoveryActionRestored,
];

/// Reasons by which the machine goes on by itself, and which are therefore bounded.
const AUTOMATIC_CONTINUATION: &[WakeReason] = &[
    WakeReason::TransientFailureRetry,
    WakeReason::MaxTurnsContinuationRetry,
    WakeReason::WorkspaceBusyRetry,
    WakeReason::AiConnectionBusyRetry,
    WakeReason::InteractionContinuationInfraRetry,
    WakeReason::MissingIssueComment,
    WakeReason::RunLivenessContinuation,
    WakeReason::FinishSuccessfulRunHandoff,
    WakeReason::IssueContinuationNeeded,
    WakeReason::IssueAssignmentRecovery,
    WakeReason::IssueDispositionRepair,
    WakeReason::IssueReviewPathLost,
    WakeReason::IssueGraphLivenessBackstop,
    WakeReason::ExecutionReviewParticipantRecovery,
];

impl WakeReason {
    /// Returns whether the run starts without the agent's saved session.
    #[must_use]
    pub fn needs_fresh_session(&self) -> bool {
        FRESH_SESSION.contains(self)
    }

    /// Returns whether the run must leave a comment on its issue.
    #[must_use]
    pub fn requires_comment(&self) -> bool {
        COMMENT_REQUIRED.contains(self)
    }

    /// Returns whether a comment gave this reason.
    #[must_use]
    pub fn is_comment_or_mention(&self) -> bool {
        COMMENT_OR_MENTION.contains(self)
    }

    /// Returns whether a comment on the agent's own issue gave this reason. Such wake-ups may
    /// wait, and are taken over by the next run of the issue.
    #[must_use]
    pub fn is_comment(&self) -> bool {
        self.is_comment_or_mention() && *self != Self::IssueCommentMentioned
    }

    /// Returns whether the reason tells the agent something new, so that the throttle lets it pass.
    #[must_use]
    pub fn is_news(&self) -> bool {
        !WITHOUT_NEWS.contains(self)
    }

    /// Returns whether the run claims its issue.
    #[must_use]
    pub fn takes_lock(&self) -> bool {
        *self != Self::SourceScopedRecoveryAction
    }

    /// Returns whether the server may check the issue out for the run.
    #[must_use]
    pub fn may_auto_checkout(&self) -> bool {
        !matches!(self, Self::IssueCommentMentioned | Self::SourceScopedRecoveryAction)
            && !self.as_str().starts_with("execution_")
    }

    /// Returns whether a running run cannot take this up, so that another must follow it.
    #[must_use]
    pub fn needs_follow_up(&self) -> bool {
        FOLLOW_UP.contains(self)
    }

    /// Returns whether the machine goes on by itself for this reason.
    #[must_use]
    pub fn is_automatic_continuation(&self) -> bool {
        AUTOMATIC_CONTINUATION.contains(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_reason_is_read_back_as_itself_and_any_other_text_is_kept() {
        for reason in WakeReason::NAMED {
            assert_eq!(&WakeReason::from(reason.as_str()), reason);
        }
        assert_eq!(WakeReason::from("have a look"), WakeReason::Other("have a look".to_owned()));
    }

    #[test]
    fn what_follows_from_a_reason() {
        let assigned = WakeReason::IssueAssigned;
        assert!(assigned.needs_fresh_session() && assigned.requires_comment() && !assigned.is_news());
        let mention = WakeReason::IssueCommentMentioned;
        assert!(mention.is_comment_or_mention() && !mention.is_comment() && !mention.may_auto_checkout());
        assert!(!WakeReason::ExecutionReviewRequested.may_auto_checkout());
        assert!(!WakeReason::from("execution_of_something_else").may_auto_checkout());
        assert!(!WakeReason::SourceScopedRecoveryAction.takes_lock());
        let other = WakeReason::from("have a look");
        assert!(other.is_news() && other.may_auto_checkout() && !other.requires_comment());
    }

    #[test]
    fn nothing_the_machine_does_by_itself_asks_for_a_comment() {
        // Else the request for a missing comment would be followed by another one.
        for reason in WakeReason::NAMED.iter().filter(|reason| reason.is_automatic_continuation()) {
            assert!(!reason.requires_comment(), "{reason}");
        }
    }
}

//! The activity log: what happened, to what, by whom.

use crate::open_words;

open_words! {
    /// What an entry of the activity log is about. People and plugins write entries of their own
    /// kinds.
    pub enum EntityType {
        Agent = "agent",
        Asset = "asset",
        Company = "company",
        Goal = "goal",
        HeartbeatRun = "heartbeat_run",
        Issue = "issue",
        Label = "label",
        Project = "project",
        User = "user",
    }
}

open_words! {
    /// What happened. The names are the original's; clients filter by them, and people and plugins
    /// write entries with names of their own.
    pub enum Action {
        AgentConfigRolledBack = "agent.config_rolled_back",
        AgentBudgetUpdated = "agent.budget_updated",
        AgentCreated = "agent.created",
        AgentDeleted = "agent.deleted",
        AgentErrorCleared = "agent.error_cleared",
        AgentKeyCreated = "agent.key_created",
        AgentKeyRevoked = "agent.key_revoked",
        AgentPaused = "agent.paused",
        AgentPermissionsUpdated = "agent.permissions_updated",
        AgentResumed = "agent.resumed",
        AgentRuntimeSessionReset = "agent.runtime_session_reset",
        AgentTerminated = "agent.terminated",
        AgentUpdated = "agent.updated",
        CompanyArchived = "company.archived",
        CompanyBrandingUpdated = "company.branding_updated",
        CompanyBudgetUpdated = "company.budget_updated",
        CompanyCreated = "company.created",
        CompanyReactivated = "company.reactivated",
        CompanyUpdated = "company.updated",
        GoalCreated = "goal.created",
        GoalDeleted = "goal.deleted",
        GoalUpdated = "goal.updated",
        HeartbeatCancelled = "heartbeat.cancelled",
        HeartbeatInvoked = "heartbeat.invoked",
        InboxDismissed = "inbox.dismissed",
        InboxRestored = "inbox.restored",
        InboxSnoozed = "inbox.snoozed",
        IssueAssignmentWakeupRequested = "issue.assignment_wakeup_requested",
        IssueAttributionSpoofRejected = "issue.attribution_spoof_rejected",
        IssueBlockersUpdated = "issue.blockers_updated",
        IssueCheckedOut = "issue.checked_out",
        IssueChildCreated = "issue.child_created",
        IssueCommentAdded = "issue.comment_added",
        IssueCommentDeleted = "issue.comment_deleted",
        IssueCreated = "issue.created",
        IssueCrossIssueInfluenceObserved = "issue.cross_issue_influence_observed",
        IssueDeleted = "issue.deleted",
        IssueExecutionRecoverySettled = "issue.execution_recovery_settled",
        IssueInboxArchived = "issue.inbox_archived",
        IssueInboxUnarchived = "issue.inbox_unarchived",
        IssueQueuedCommentDiscarded = "issue.queued_comment_discarded",
        IssueQueuedCommentEdited = "issue.queued_comment_edited",
        IssueQueuedCommentsReordered = "issue.queued_comments_reordered",
        IssueReadMarked = "issue.read_marked",
        IssueReadUnmarked = "issue.read_unmarked",
        IssueRecoveryActionResolved = "issue.recovery_action_resolved",
        IssueReleased = "issue.released",
        IssueUpdated = "issue.updated",
        LabelCreated = "label.created",
        LabelDeleted = "label.deleted",
        ProjectCreated = "project.created",
        ProjectDeleted = "project.deleted",
        ProjectUpdated = "project.updated",
        ProjectWorkspaceCreated = "project.workspace_created",
        ProjectWorkspaceDeleted = "project.workspace_deleted",
        ProjectWorkspaceUpdated = "project.workspace_updated",
        ResourceMembershipJoined = "resource_membership.joined",
        ResourceMembershipLeft = "resource_membership.left",
        ResourceMembershipStarred = "resource_membership.starred",
        ResourceMembershipUnstarred = "resource_membership.unstarred",
        SidebarProjectOrderUpdated = "sidebar_preferences.project_order_updated",
    }
}

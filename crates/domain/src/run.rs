//! A run: one execution of an agent, from admission to a terminal status.

use crate::words;

words! {
    /// Where a run stands.
    pub enum RunStatus("run status") {
        Queued = "queued",
        ScheduledRetry = "scheduled_retry",
        Running = "running",
        Succeeded = "succeeded",
        Interrupted = "interrupted",
        Failed = "failed",
        Cancelled = "cancelled",
        TimedOut = "timed_out",
    }
}

words! {
    /// What asked for a run.
    pub enum InvocationSource("invocation source") {
        Timer = "timer",
        Assignment = "assignment",
        OnDemand = "on_demand",
        Automation = "automation",
    }
}

words! {
    /// In what manner a run was asked for.
    pub enum TriggerDetail("trigger detail") {
        Manual = "manual",
        Ping = "ping",
        Callback = "callback",
        System = "system",
    }
}

words! {
    /// What a finished run meant for its issue.
    pub enum LivenessState("liveness state") {
        Completed = "completed",
        Advanced = "advanced",
        PlanOnly = "plan_only",
        EmptyResponse = "empty_response",
        Blocked = "blocked",
        Failed = "failed",
        NeedsFollowup = "needs_followup",
    }
}

words! {
    /// Whether a run left the comment that its issue asks for.
    pub enum IssueCommentStatus("issue comment status") {
        NotApplicable = "not_applicable",
        Satisfied = "satisfied",
        RetryQueued = "retry_queued",
        RetryExhausted = "retry_exhausted",
    }
}

words! {
    /// Where a piece of a run's output came from.
    pub enum OutputStream("output stream") {
        Stdout = "stdout",
        Stderr = "stderr",
        System = "system",
    }
}

words! {
    /// How much an event of a run matters.
    pub enum EventLevel("event level") {
        Info = "info",
        Warn = "warn",
        Error = "error",
    }
}

impl RunStatus {
    /// Returns whether the run has ended; an ended run never moves again.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        match self {
            Self::Queued | Self::ScheduledRetry | Self::Running => false,
            Self::Succeeded | Self::Interrupted | Self::Failed | Self::Cancelled | Self::TimedOut => true,
        }
    }
}

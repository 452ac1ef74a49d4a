//! What a run knows of why it runs: the wire's `contextSnapshot`.
//!
//! It is an object that many parts write into, so it keeps members that it does not know. The
//! members that rules depend on have a name in [`key`] and a typed accessor.
//!
//! **Invariant:** what only the server may state ([`key::SERVER_MINTED`]) never comes from a caller.

mod merge;

#[cfg(test)]
mod tests;

pub use merge::MergeTarget;

use serde::{Deserialize, Serialize};

use crate::ids::{ApprovalId, CommentId, IssueId, RunId, UserId};
use crate::json::OpaqueJson;
use crate::run::{InvocationSource, TriggerDetail};
use crate::wakeup::WakeReason;

/// The names of the members that rules depend on.
pub mod key {
    /// The issue that the run works on.
    pub const ISSUE_ID: &str = "issueId";
    /// The same, by its older name.
    pub const TASK_ID: &str = "taskId";
    /// What the run's session is kept under.
    pub const TASK_KEY: &str = "taskKey";
    /// Why the agent was woken.
    pub const WAKE_REASON: &str = "wakeReason";
    /// What asked for the run.
    pub const WAKE_SOURCE: &str = "wakeSource";
    /// In what manner it was asked for.
    pub const WAKE_TRIGGER_DETAIL: &str = "wakeTriggerDetail";
    /// The newest comment that woke the agent.
    pub const COMMENT_ID: &str = "commentId";
    /// The same, by its other name.
    pub const WAKE_COMMENT_ID: &str = "wakeCommentId";
    /// All comments that woke the agent, oldest first.
    pub const WAKE_COMMENT_IDS: &str = "wakeCommentIds";
    /// Whether the run must not resume the saved session.
    pub const FORCE_FRESH_SESSION: &str = "forceFreshSession";
    /// Whether somebody said explicitly that the work goes on.
    pub const RESUME_INTENT: &str = "resumeIntent";
    /// The run whose session is resumed.
    pub const RESUME_FROM_RUN_ID: &str = "resumeFromRunId";
    /// Why the run repeats another.
    pub const RETRY_REASON: &str = "retryReason";
    /// The person on whose behalf the run acts.
    pub const RESPONSIBLE_USER_ID: &str = "responsibleUserId";
    /// The kind of caller that asked for the run by hand.
    pub const TRIGGERED_BY: &str = "triggeredBy";
    /// The caller that asked for the run by hand.
    pub const ACTOR_ID: &str = "actorId";
    /// The run that left no comment.
    pub const MISSING_COMMENT_FOR_RUN_ID: &str = "missingIssueCommentForRunId";
    /// The approval that was decided last.
    pub const APPROVAL_ID: &str = "approvalId";
    /// How it was decided.
    pub const APPROVAL_STATUS: &str = "approvalStatus";
    /// All approvals whose decisions woke the agent, in their order.
    pub const APPROVAL_IDS: &str = "approvalIds";
    /// What an answered interaction was about.
    pub const INTERACTION_ID: &str = "interactionId";
    /// Whether the server checked the issue out before the run began.
    pub const CHECKED_OUT: &str = "paperclipHarnessCheckedOut";
    /// The wake payload as it is rendered when the run is dispatched.
    pub const WAKE_PAYLOAD: &str = "paperclipWake";
    /// How many wake-ups in a row were caused by runs.
    pub const HOPS: &str = "wakeHops";
    /// How often each mechanism of the table of retries acted before this run.
    pub const FOLLOW_UPS: &str = "automaticFollowUps";

    /// Members that tell of an answered interaction.
    pub const INTERACTION: &[&str] = &[
        INTERACTION_ID,
        "interactionKind",
        "interactionStatus",
        "continuationPolicy",
        "checkboxSelection",
        "itemVerdicts",
        "newlyResolvedItemIds",
    ];

    /// Members that only the server may state.
    pub const SERVER_MINTED: &[&str] = &[
        CHECKED_OUT,
        WAKE_PAYLOAD,
        HOPS,
        FOLLOW_UPS,
        APPROVAL_ID,
        APPROVAL_STATUS,
        APPROVAL_IDS,
        "queuedCommentInterrupt",
        "manualUserWake",
        "treeHoldInteraction",
        "activeTreeHold",
        "dependencyBlockedInteraction",
    ];

    /// Members that lists of runs show; the whole is read with the single run.
    pub const IN_LISTS: &[&str] = &[
        ISSUE_ID,
        TASK_ID,
        TASK_KEY,
        COMMENT_ID,
        WAKE_COMMENT_ID,
        WAKE_REASON,
        WAKE_SOURCE,
        WAKE_TRIGGER_DETAIL,
    ];
}

/// The task key of a timer's wake-up that is about no issue.
pub const HEARTBEAT_TASK_KEY: &str = "__heartbeat__";

/// What a run knows of why it runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sea_orm::DeriveValueType))]
#[serde(transparent)]
pub struct RunContext(OpaqueJson);

/// What a wake-up says beside the context it brings.
#[derive(Debug, Clone, Copy)]
pub struct WakeInput<'a> {
    /// What asks.
    pub source: InvocationSource,
    /// In what manner.
    pub trigger_detail: Option<TriggerDetail>,
    /// Why.
    pub reason: Option<&'a WakeReason>,
    /// What the asking part passes along.
    pub payload: &'a OpaqueJson,
}

impl RunContext {
    /// Takes what a caller sent, without the members that only the server may state.
    #[must_use]
    pub fn from_caller(mut json: OpaqueJson) -> Self {
        if !json.is_object() {
            return Self::default();
        }
        for minted in key::SERVER_MINTED {
            json.remove(minted);
        }
        Self(json)
    }

    /// Takes what the server itself has stored.
    #[must_use]
    pub fn stored(json: OpaqueJson) -> Self {
        Self(json)
    }

    /// Starts the context of a run about this issue.
    #[must_use]
    pub fn of_issue(issue_id: IssueId) -> Self {
        Self::default().with(key::ISSUE_ID, &issue_id).with(key::TASK_ID, &issue_id)
    }

    /// Sets a member.
    pub fn set<T: Serialize>(&mut self, key: &str, value: &T) {
        self.0.set(key, value);
    }

    /// Sets a member, in a row of others.
    #[must_use]
    pub fn with<T: Serialize>(mut self, key: &str, value: &T) -> Self {
        self.set(key, value);
        self
    }

    /// Takes a member away.
    pub fn remove(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Returns the whole as the document that is stored and sent.
    #[must_use]
    pub fn as_json(&self) -> &OpaqueJson {
        &self.0
    }

    /// Returns the part of it that lists of runs show.
    #[must_use]
    pub fn in_lists(&self) -> OpaqueJson {
        let mut shown = OpaqueJson::object();
        for (name, value) in self.0.members().filter(|(name, _)| key::IN_LISTS.contains(name)) {
            shown.set(name, &value);
        }
        shown
    }

    /// Returns the text of a member; an empty one counts as absent.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        non_empty(&self.0, key)
    }

    /// Returns whether a member is `true`.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.0.get(key).is_some_and(|value| value.parse::<bool>().unwrap_or(false))
    }

    /// Returns the issue that the run works on.
    #[must_use]
    pub fn issue_id(&self) -> Option<IssueId> {
        let text = self.text(key::ISSUE_ID).or_else(|| self.text(key::TASK_ID))?;
        text.parse().ok()
    }

    /// Returns what the run's session is kept under.
    #[must_use]
    pub fn task_key(&self) -> Option<&str> {
        self.text(key::TASK_KEY)
    }

    /// Returns why the agent was woken.
    #[must_use]
    pub fn wake_reason(&self) -> Option<WakeReason> {
        self.text(key::WAKE_REASON).map(WakeReason::from)
    }

    /// Returns the comments that woke the agent, oldest first, each once.
    #[must_use]
    pub fn comment_ids(&self) -> Vec<CommentId> {
        let mut ids = Vec::new();
        let listed = self.0.get(key::WAKE_COMMENT_IDS).unwrap_or_default();
        let named = [key::WAKE_COMMENT_ID, key::COMMENT_ID].map(|key| self.text(key).map(str::to_owned));
        let texts = listed.elements().filter_map(|id| id.as_text().map(str::to_owned));
        for id in texts.chain(named.into_iter().flatten()).filter_map(|text| text.parse().ok()) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }

    /// Returns the approvals whose decisions woke the agent, in their order, each once.
    #[must_use]
    pub fn approval_ids(&self) -> Vec<ApprovalId> {
        let mut ids = Vec::new();
        let listed = self.0.get(key::APPROVAL_IDS).unwrap_or_default();
        let listed = listed.elements().filter_map(|id| id.parse().ok());
        for id in listed.chain(self.text(key::APPROVAL_ID).and_then(|id| id.parse().ok())) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }

    /// Names the comments that woke the agent, oldest first; none takes the members away.
    pub fn set_comment_ids(&mut self, ids: &[CommentId]) {
        if let Some(newest) = ids.last() {
            self.set(key::WAKE_COMMENT_IDS, &ids);
            self.set(key::COMMENT_ID, newest);
            self.set(key::WAKE_COMMENT_ID, newest);
        } else {
            for key in [key::WAKE_COMMENT_IDS, key::COMMENT_ID, key::WAKE_COMMENT_ID] {
                self.remove(key);
            }
        }
    }

    /// Returns whether the run must not resume the saved session.
    #[must_use]
    pub fn force_fresh_session(&self) -> bool {
        self.flag(key::FORCE_FRESH_SESSION)
    }

    /// Returns whether somebody said explicitly that the work goes on.
    #[must_use]
    pub fn is_resume(&self) -> bool {
        self.flag(key::RESUME_INTENT) || self.resume_from_run_id().is_some()
    }

    /// Returns the run whose session is resumed.
    #[must_use]
    pub fn resume_from_run_id(&self) -> Option<RunId> {
        self.text(key::RESUME_FROM_RUN_ID)?.parse().ok()
    }

    /// Returns whether the run takes up an answered interaction.
    #[must_use]
    pub fn answers_interaction(&self) -> bool {
        self.text(key::INTERACTION_ID).is_some()
    }

    /// Returns why the run repeats another, as a word of the table of retries.
    #[must_use]
    pub fn retry_reason(&self) -> Option<&str> {
        self.text(key::RETRY_REASON)
    }

    /// Returns the person on whose behalf the run acts.
    #[must_use]
    pub fn responsible_user_id(&self) -> Option<UserId> {
        self.text(key::RESPONSIBLE_USER_ID).map(UserId::new)
    }

    /// Returns how many wake-ups in a row were caused by runs, up to the one of this run.
    #[must_use]
    pub fn hops(&self) -> u32 {
        self.0.get(key::HOPS).and_then(|value| value.parse().ok()).unwrap_or(0)
    }

    /// Fills in what follows from the wake-up itself. Doing it twice
    /// changes nothing more.
    #[must_use]
    pub fn enriched(mut self, wake: &WakeInput<'_>) -> Self {
        for (key, other) in [(key::ISSUE_ID, key::TASK_ID), (key::TASK_ID, key::ISSUE_ID)] {
            if self.text(key).is_none()
                && let Some(id) = non_empty(wake.payload, key)
                    .or_else(|| self.text(other))
                    .or_else(|| non_empty(wake.payload, other))
                    .map(str::to_owned)
            {
                self.set(key, &id);
            }
        }
        if let Some(task_key) = self.derived_task_key(wake) {
            self.set(key::TASK_KEY, &task_key);
        }
        let mut comments = self.comment_ids();
        let brought = Self(wake.payload.clone()).comment_ids();
        comments.extend(brought.into_iter().filter(|id| !self.comment_ids().contains(id)));
        self.set_comment_ids(&comments);
        if wake.payload.text("mutation") == Some("interaction") {
            if self.text(key::INTERACTION_ID).is_none()
                && let Some(id) = non_empty(wake.payload, key::INTERACTION_ID)
            {
                self.set(key::INTERACTION_ID, &id);
            }
        } else {
            key::INTERACTION.iter().for_each(|key| self.remove(key));
        }
        self.set_if_absent(key::WAKE_REASON, wake.reason.map(WakeReason::as_str));
        self.set_if_absent(key::WAKE_SOURCE, Some(wake.source.as_str()));
        self.set_if_absent(key::WAKE_TRIGGER_DETAIL, wake.trigger_detail.map(TriggerDetail::as_str));
        self
    }

    fn derived_task_key(&self, wake: &WakeInput<'_>) -> Option<String> {
        let keys = [key::TASK_KEY, key::TASK_ID, key::ISSUE_ID];
        let own = keys.iter().find_map(|key| self.text(key));
        let brought = || keys.iter().find_map(|key| non_empty(wake.payload, key));
        let timer = || (wake.source == InvocationSource::Timer).then_some(HEARTBEAT_TASK_KEY);
        own.or_else(brought).or_else(timer).map(str::to_owned)
    }

    fn set_if_absent(&mut self, key: &str, value: Option<&str>) {
        if self.text(key).is_none()
            && let Some(value) = value
        {
            self.set(key, &value);
        }
    }
}

fn non_empty<'a>(json: &'a OpaqueJson, key: &str) -> Option<&'a str> {
    json.text(key).map(str::trim).filter(|text| !text.is_empty())
}

//! Changing issues: one transaction with the change, its entries in the log, the comment that
//! came along, the runs that it stops and the agents that it wakes.

mod decided;
pub(in crate::issues) mod effects;
mod found;
mod image;

use wireclip_domain::activity::Action;
use wireclip_domain::checkout::write::IssueWrite;
use wireclip_domain::comment::CommentWish;
use wireclip_domain::issue::receipt::Receipt;
use wireclip_domain::issue::update::StopCause;
use wireclip_domain::issue::{IssuePriority, IssueStatus, ReviewPolicy, UnblockDescriptor, WorkMode};
use wireclip_domain::patch::Field;
use wireclip_domain::reference::issue_mentions;
use wireclip_domain::{
    AttachmentId, EnvironmentId, GoalId, IssueId, LabelId, OpaqueJson, ProjectId, ProjectWorkspaceId,
    Timestamp, UserId,
};
use wireclip_store::comments::Comment;
use wireclip_store::issues::{self, Issue, blockers, labelling};

use super::{Issues, about};
use crate::change::Change;
use crate::comments::{self, Beside, CommentPlan, NewComment, adding};
use crate::error::{Missing, OrMissing as _, ServiceResult};
use crate::issue_status::{self, Moved};
use crate::issue_writes::{self, WriteReason};
use crate::references::{self, ReferringText};
use crate::request::Scoped;
use crate::stops::Stopped;

use decided::Decided;
use found::Found;

/// A change of an issue; what it does not name stays as it is.
#[derive(Debug, Clone, Default)]
pub struct IssuePatch {
    /// What is to be done, in a line.
    pub title: Option<String>,
    /// What is to be done.
    pub description: Field<String>,
    /// Where it stands.
    pub status: Option<IssueStatus>,
    /// How much it matters.
    pub priority: Option<IssuePriority>,
    /// What is expected of the agent that works on it.
    pub work_mode: Option<WorkMode>,
    /// Who may close it from review.
    pub review_policy: Field<ReviewPolicy>,
    /// The agent that is to have it: its id or its key.
    pub assignee_agent: Field<String>,
    /// The person who is to have it.
    pub assignee_user: Field<UserId>,
    /// Its project.
    pub project_id: Field<ProjectId>,
    /// The place where its files are.
    pub project_workspace_id: Field<ProjectWorkspaceId>,
    /// What it is for.
    pub goal_id: Field<GoalId>,
    /// The issue above it.
    pub parent_id: Field<IssueId>,
    /// All its labels.
    pub label_ids: Option<Vec<LabelId>>,
    /// All issues that it waits for.
    pub blocked_by: Option<Vec<IssueId>>,
    /// Who can unblock it.
    pub unblock: Field<UnblockDescriptor>,
    /// How many requests led to it.
    pub request_depth: Option<u32>,
    /// What its cost is booked on.
    pub billing_code: Field<String>,
    /// Settings for the assignee's adapter.
    pub assignee_adapter_overrides: Field<OpaqueJson>,
    /// Where it is worked on.
    pub environment: Field<EnvironmentId>,
    /// Since when lists leave it out.
    pub hidden_at: Field<Timestamp>,
    /// Something to say along with it, the attachments that come with that, and what it asks for.
    pub comment: Option<(String, Vec<AttachmentId>, CommentWish)>,
    /// The fields as they were sent, for the log.
    pub sent: OpaqueJson,
}

/// What a change came to.
#[derive(Debug, Clone)]
pub struct Updated {
    /// The issue afterwards.
    pub issue: Issue,
    /// What has another value than before.
    pub receipt: Receipt,
    /// The comment that came along.
    pub comment: Option<Comment>,
}

impl Issues {
    /// Changes an issue, and waits for the end of the run that the change stops.
    ///
    /// # Errors
    /// `Forbidden`, `Unauthenticated` or `Conflict` if an agent may not write to it; `NotFound` or
    /// `Unprocessable` if the change points at what is not there or breaks a rule.
    pub async fn update(&self, issue: &Scoped<Issue>, patch: IssuePatch) -> ServiceResult<Stopped<Updated>> {
        // All that a change may need is much, and would lie in the future of whoever waits for it.
        Box::pin(self.carry_out(issue, patch)).await
    }

    async fn carry_out(&self, issue: &Scoped<Issue>, patch: IssuePatch) -> ServiceResult<Stopped<Updated>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let before = issues::lock(&change.conn(), issue.id).await?;
        let before = before.or_missing(Missing::Issue)?;
        let only_comments = patch.comment.is_some() && patch.names_nothing();
        let write = if only_comments { IssueWrite::Comment } else { IssueWrite::Update };
        let reason = issue_writes::authorize(&mut change, &before, write).await?;
        if patch.comment.is_some() {
            comments::require_hearing(&change, &before).await?;
        }
        let found = Found::of(&change, &before, &patch).await?;
        let plan = match &patch.comment {
            Some((_, _, wish)) => Some(self.plan(&change, &before, &patch, *wish, &found).await?),
            None => None,
        };
        // A comment may open the issue; the rest of the change goes on from there.
        let base = match &plan {
            Some(plan) => plan.prepare(&mut change, &before).await?,
            None => before.clone(),
        };
        let decided = Decided::of(&change, issue.caller(), &base, &patch, &found).await?;
        let (moved, receipt) =
            self.store(&mut change, &before, &base, &patch, &found, &decided, reason).await?;
        let changed = moved.issue().clone();
        let mut updated = Updated { issue: changed.clone(), receipt, comment: None };
        if let (Some(plan), Some((body, attachment_ids, _))) = (&plan, patch.comment) {
            let new = NewComment { attachment_ids, ..NewComment::plain(body) };
            let (comment, after) = adding::add(&mut change, &changed, new, reason, plan.story()).await?;
            updated.comment = Some(comment);
            updated.issue = after;
        }
        moved.follow(&mut change).await?;
        if before.hidden_at.is_none() && changed.hidden_at.is_some() {
            effects::wake_for_hiding(&mut change, &changed).await?;
        }
        let comment = updated.comment.as_ref();
        let comment_id = comment.map(|comment| comment.id);
        let woken = effects::wake(&mut change, &changed, &decided, comment_id).await?;
        if let (Some(plan), Some(comment)) = (&plan, comment) {
            let after = &updated.issue;
            let closes = decided.outcome.status_changed && after.status.is_closed();
            let beside =
                Beside { woken: &woken, delegator_of_closed: after.created_by_agent_id.filter(|_| closes) };
            plan.wake(&mut change, after, comment, beside).await?;
        }
        change.commit_stopped(updated).await
    }

    async fn plan(
        &self,
        change: &Change<'_>,
        before: &Issue,
        patch: &IssuePatch,
        wish: CommentWish,
        found: &Found,
    ) -> ServiceResult<CommentPlan> {
        let added = found.added_blockers();
        let wish =
            CommentWish { adds_blockers: !added.is_empty(), sets_status: patch.status.is_some(), ..wish };
        CommentPlan::of(change, before, wish, &added).await
    }

    /// Stores a decided change and tells of it in the log.
    #[expect(clippy::too_many_arguments, reason = "each is a stage of the same change")]
    async fn store(
        &self,
        change: &mut Change<'_>,
        before: &Issue,
        base: &Issue,
        patch: &IssuePatch,
        found: &Found,
        decided: &Decided,
        reason: WriteReason,
    ) -> ServiceResult<(Moved, Receipt)> {
        let mut after = decided.row(base, patch, found);
        let receipt = Receipt::between(&image::before(before, found), &image::after(&after, found));
        if !receipt.is_empty() {
            // What belongs to it counts, too.
            after.updated_at = change.now();
            after.last_activity_at = change.now();
        }
        let moved = issue_status::store(change, base, after).await?;
        let after = moved.issue().clone();
        store_relations(change, &after, patch, found).await?;
        effects::stop_and_release(change, &after, decided).await?;
        let mut details = receipt.activity_details(&patch.sent, &after.identifier);
        details.set("authorizationReason", &reason.as_str());
        if let Some(stop) = decided.outcome.stops_run.filter(|stop| stop.cause == StopCause::IssueCancelled) {
            details.set("cancelledStatusRunId", &stop.run_id);
        }
        if receipt.names("title") || receipt.names("description") {
            tell_references(change, before, &after, &mut details).await?;
        }
        change.record(after.company_id, about(&after, Action::IssueUpdated, Some(details)));
        if let Some(blockers) = found.blockers.as_ref().filter(|blockers| blockers.change.is_change()) {
            let details = image::blockers_updated(&after, blockers);
            change.record(after.company_id, about(&after, Action::IssueBlockersUpdated, Some(details)));
        }
        Ok((moved, receipt))
    }
}

async fn store_relations(
    change: &Change<'_>,
    after: &Issue,
    patch: &IssuePatch,
    found: &Found,
) -> ServiceResult<()> {
    let conn = change.conn();
    if patch.label_ids.is_some() && found.labels != found.labels_before {
        let ids: Vec<_> = found.labels.iter().map(|label| label.id).collect();
        labelling::set_labels(&conn, after, !found.labels_before.is_empty(), &ids).await?;
    }
    if let Some(blockers) = &found.blockers {
        let added = blockers.change.added.iter();
        let added = added.map(|blocker| super::create::blocker_pair(change, after, *blocker)).collect();
        blockers::change(&conn, &blockers.change.removed, added, after.id).await?;
    }
    Ok(())
}

/// Keeps what the texts refer to now, and tells in the log what that changed.
async fn tell_references(
    change: &mut Change<'_>,
    before: &Issue,
    after: &Issue,
    details: &mut OpaqueJson,
) -> ServiceResult<()> {
    let old = super::related::named_by(&change.conn(), before).await?;
    let description = |issue: &Issue| issue.description.clone().unwrap_or_default();
    let texts = [
        (ReferringText::Title, before.title.clone(), after.title.as_str()),
        (ReferringText::Description, description(before), after.description.as_deref().unwrap_or_default()),
    ];
    let mut is_kept = false;
    for (text, before, after_it) in texts {
        if before != after_it && (refers(&before) || refers(after_it)) {
            references::keep(change, after, text, after_it).await?;
            is_kept = true;
        }
    }
    let new = match is_kept {
        true => super::related::named_by(&change.conn(), after).await?,
        false => old.clone(),
    };
    let without = |these: &[Issue], those: &[Issue]| -> Vec<OpaqueJson> {
        these
            .iter()
            .filter(|issue| those.iter().all(|other| other.id != issue.id))
            .map(image::named)
            .collect()
    };
    let told = [
        ("currentReferencedIssues", new.iter().map(image::named).collect()),
        ("addedReferencedIssues", without(&new, &old)),
        ("removedReferencedIssues", without(&old, &new)),
    ];
    for (name, issues) in told {
        if !issues.is_empty() {
            details.set(name, &issues);
        }
    }
    Ok(())
}

/// Returns whether a text names an issue at all; most do not, and nothing is kept of them.
fn refers(text: &str) -> bool {
    !issue_mentions(text).is_empty()
}

impl IssuePatch {
    /// Returns whether the change may move the issue on, or hand it on: only then does it matter
    /// what blocks the issue, and who works on it.
    fn moves(&self) -> bool {
        let keeps = matches!(self.assignee_agent, Field::Keep)
            && matches!(self.assignee_user, Field::Keep)
            && matches!(self.unblock, Field::Keep);
        self.status.is_some() || self.blocked_by.is_some() || self.comment.is_some() || !keeps
    }

    /// Returns whether the change names no field of the issue. Taken apart by name, so that a new
    /// field cannot be forgotten.
    fn names_nothing(&self) -> bool {
        let Self {
            title,
            description,
            status,
            priority,
            work_mode,
            review_policy,
            assignee_agent,
            assignee_user,
            project_id,
            project_workspace_id,
            goal_id,
            parent_id,
            label_ids,
            blocked_by,
            unblock,
            request_depth,
            billing_code,
            assignee_adapter_overrides,
            environment,
            hidden_at,
            comment: _,
            sent: _,
        } = self;
        let values = [
            title.is_some(),
            status.is_some(),
            priority.is_some(),
            work_mode.is_some(),
            label_ids.is_some(),
            blocked_by.is_some(),
            request_depth.is_some(),
        ];
        let fields = [
            description.is_named(),
            review_policy.is_named(),
            assignee_agent.is_named(),
            assignee_user.is_named(),
            project_id.is_named(),
            project_workspace_id.is_named(),
            goal_id.is_named(),
            parent_id.is_named(),
            unblock.is_named(),
            billing_code.is_named(),
            assignee_adapter_overrides.is_named(),
            environment.is_named(),
            hidden_at.is_named(),
        ];
        !values.into_iter().chain(fields).any(|is_named| is_named)
    }
}

//! What a change comes to: the rules' outcome, and the row that follows from it.

use wireclip_domain::caller::Caller;
use wireclip_domain::issue::creation::request_depth;
use wireclip_domain::issue::delegation::{Ancestor, check_delegation};
use wireclip_domain::issue::update::{IssueChange, UpdateFacts, UpdateOutcome, decide_update};
use wireclip_domain::patch::Field;
use wireclip_domain::{AgentId, GoalId, goal::goal_after_move};
use wireclip_store::issue_situation;
use wireclip_store::issues::{Issue, duplicates, list::priority_rank, parents};

use super::IssuePatch;
use super::found::{Found, asked_to_unblock};
use crate::change::Change;
use crate::error::{OrRefuse as _, ServiceResult};
use crate::issue_status;
use crate::issues::{inheritance, references_checked as checked};

/// What a change comes to.
pub(super) struct Decided {
    pub(super) outcome: UpdateOutcome,
    pub(super) goal_id: Option<GoalId>,
    /// The agent that is asked to unblock the issue.
    pub(super) asked: Option<AgentId>,
}

impl Decided {
    pub(super) async fn of(
        change: &Change<'_>,
        caller: &Caller,
        base: &Issue,
        patch: &IssuePatch,
        found: &Found,
    ) -> ServiceResult<Self> {
        let conn = change.conn();
        let blockers = found.blockers_before();
        let claim = match patch.moves() {
            true => issue_situation::claim(&conn, base.id).await?,
            false => None,
        };
        let wished = IssueChange {
            status: patch.status,
            assignee_agent: found.agent,
            assignee_user: patch.assignee_user.clone(),
            unblock: patch.unblock.clone(),
            blockers: found.blockers_after(),
        };
        let facts = UpdateFacts {
            actor: change.actor(),
            blockers: &blockers,
            candidate: found.candidate,
            awaits_approval: found.awaits_approval,
            unblock_owner_exists: found.unblock_owner_exists,
            running: claim.filter(|claim| claim.is_live()).map(|claim| claim.run_id),
        };
        let outcome =
            decide_update(&issue_status::state_of(base)?, &wished, &facts, change.now()).or_refuse()?;
        if outcome.assignee_changed {
            check_handover(change, caller, base, &outcome).await?;
        }
        let goal_id = goal(change, base, patch, found).await?;
        Ok(Self { outcome, goal_id, asked: asked_to_unblock(patch) })
    }

    /// Returns the row after the change. The change is taken apart by name, so that a new field
    /// cannot be forgotten.
    pub(super) fn row(&self, base: &Issue, patch: &IssuePatch, found: &Found) -> Issue {
        let IssuePatch {
            title,
            description,
            priority,
            work_mode,
            review_policy,
            project_workspace_id,
            parent_id,
            request_depth: depth,
            billing_code,
            hidden_at,
            // What the rules decided, or what was looked for.
            status: _,
            assignee_agent: _,
            assignee_user: _,
            unblock: _,
            project_id: _,
            goal_id: _,
            assignee_adapter_overrides: _,
            environment: _,
            // What has rows of its own.
            label_ids: _,
            blocked_by: _,
            comment: _,
            sent: _,
        } = patch;
        let moved = issue_status::with_state(base, &self.outcome.after);
        let mut after = Issue { goal_id: self.goal_id, ..moved };
        if let Some(title) = title {
            after.title_key = duplicates::title_key(title);
            after.title.clone_from(title);
        }
        if let Some(priority) = *priority {
            after.priority = priority;
            after.priority_rank = priority_rank(priority);
        }
        if let Some(work_mode) = *work_mode {
            after.work_mode = work_mode;
        }
        if let Some(depth) = *depth {
            after.request_depth = i32::try_from(request_depth(None, Some(depth))).unwrap_or(i32::MAX);
        }
        if let Some(project) = &found.project {
            let project_id = project.as_ref().map(|project| project.id);
            if project_id != base.project_id {
                // The place belongs to the project that the issue leaves.
                after.project_workspace_id = None;
            }
            after.project_id = project_id;
        }
        description.clone().apply_to(&mut after.description);
        review_policy.apply_to(&mut after.review_policy);
        project_workspace_id.apply_to(&mut after.project_workspace_id);
        parent_id.apply_to(&mut after.parent_id);
        billing_code.clone().apply_to(&mut after.billing_code);
        found.overrides.clone().apply_to(&mut after.assignee_adapter_overrides);
        after.execution_workspace_settings.clone_from(&found.workspace_settings);
        hidden_at.apply_to(&mut after.hidden_at);
        after
    }
}

/// Checks that the caller may give the issue to whoever gets it, and that it does not come back up.
async fn check_handover(
    change: &Change<'_>,
    caller: &Caller,
    base: &Issue,
    outcome: &UpdateOutcome,
) -> ServiceResult<()> {
    let (conn, assignee) = (change.conn(), &outcome.after.assignee);
    checked::check_may_assign(&conn, base.company_id, caller, assignee).await?;
    if caller.as_agent().is_none() || assignee.agent().is_none() {
        return Ok(());
    }
    let above: Vec<Ancestor> =
        parents::ancestors(&conn, base).await?.into_iter().map(crate::issues::create::ancestor).collect();
    check_delegation(assignee, change.actor(), &above).or_refuse()
}

async fn goal(
    change: &Change<'_>,
    base: &Issue,
    patch: &IssuePatch,
    found: &Found,
) -> ServiceResult<Option<GoalId>> {
    match patch.goal_id {
        Field::Set(goal) => return Ok(Some(goal)),
        Field::Clear => return Ok(None),
        Field::Keep => {}
    }
    let Some(project) = &found.project else { return Ok(base.goal_id) };
    if project.as_ref().map(|project| project.id) == base.project_id {
        return Ok(base.goal_id);
    }
    let conn = change.conn();
    let left = match base.project_id {
        Some(id) => Some(checked::project(&conn, base.company_id, id).await?),
        None => None,
    };
    let before = inheritance::goal_of_place(&conn, base.company_id, left.as_ref()).await?;
    let after = inheritance::goal_of_place(&conn, base.company_id, project.as_ref()).await?;
    Ok(goal_after_move(base.goal_id, before, after))
}

//! Making holds, with what each does to its tree.

use wireclip_domain::activity::Action;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::tree_hold::{ReleaseStrategy, TreeHoldStatus, TreeMode, TreeRefused, restored};
use wireclip_domain::{OpaqueJson, TreeHoldId};
use wireclip_store::claims;
use wireclip_store::issues::{self, Issue};
use wireclip_store::tree_holds::{self as store, TreeHold};

use super::plan::{self, TreePlan};
use super::releasing::{self, Ending};
use super::{MadeHold, TreeHolds, TreeWish, about, details_of};
use crate::change::Change;
use crate::core::Wanted;
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult};
use crate::issue_status::{self, Moved};
use crate::request::Scoped;
use crate::stops::{self, StopOrder, Stopped};

impl TreeHolds {
    /// Controls an issue and all below it, and waits until the runs that this stops have ended.
    ///
    /// # Errors
    /// `Forbidden` for agents; `Conflict` for a second pause on the same issue; `Unprocessable` for a
    /// tree that is too large.
    pub async fn control(&self, issue: &Scoped<Issue>, wish: TreeWish) -> ServiceResult<Stopped<MadeHold>> {
        let mut change = self.begin(issue).await?;
        let root = issues::lock(&change.conn(), issue.id).await?.or_missing(Missing::Issue)?;
        let plan = plan::read(&change, &root, wish.mode, wish.strategy).await?;
        let paused = plan.on_root.iter().find(|hold| hold.mode == TreeMode::Pause);
        if let Some(paused) = paused.filter(|_| wish.mode == TreeMode::Pause) {
            return Err(ServiceError::refused(&TreeRefused::PausedAlready(paused.id)));
        }
        let hold = new_hold(&change, &root, &wish).await?;
        let members = plan.members(hold.id);
        store::insert(&change.conn(), &hold, &members).await?;
        let mut details = details_of(&plan);
        details.set("holdId", &hold.id);
        details.set("identifier", &root.identifier);
        details.set("reason", &hold.reason);
        change.record(root.company_id, about(&root, Action::IssueTreeHoldCreated, details));
        // The gate is closed, or opened, by now.
        match wish.mode {
            TreeMode::Pause => pause(&mut change, &plan, &hold).await?,
            TreeMode::Cancel => cancel(&mut change, &plan, &root, &hold).await?,
            TreeMode::Resume => resume(&mut change, &plan, &root, &hold).await?,
            TreeMode::Restore => restore(&mut change, &plan, &root, &hold).await?,
        }
        if wish.wakes_agents && !wish.mode.lasts() {
            releasing::wake_agents(&mut change, &root).await?;
        }
        change.wake_engine(Wanted::STARTS);
        change.commit_stopped(MadeHold { hold, members, plan }).await
    }
}

/// What only undoes another hold is over at once.
async fn new_hold(change: &Change<'_>, root: &Issue, wish: &TreeWish) -> ServiceResult<TreeHold> {
    let (actor, now) = (change.actor(), change.now());
    let made = TreeHold {
        id: TreeHoldId::random(),
        company_id: root.company_id,
        root_issue_id: root.id,
        seq: store::next_seq(&change.conn(), root.company_id).await?,
        mode: wish.mode,
        status: TreeHoldStatus::Active,
        reason: wish.reason.clone(),
        release_strategy: wish.strategy,
        release_note: wish.note.clone(),
        created_by_type: actor.kind,
        created_by_agent_id: actor.agent_id,
        created_by_user_id: actor.user_id(),
        created_by_run_id: actor.run_id,
        released_at: None,
        released_by_type: None,
        released_by_agent_id: None,
        released_by_user_id: None,
        released_by_run_id: None,
        release_reason: None,
        release_metadata: None,
        created_at: now,
        updated_at: now,
    };
    if wish.mode.lasts() {
        return Ok(made);
    }
    let ending = Ending { reason: Some(wish.mode.applied().to_owned()), metadata: None };
    Ok(releasing::released(change, &made, ending))
}

/// Stops the runs that work on the tree, unless they are to end by themselves.
async fn pause(change: &mut Change<'_>, plan: &TreePlan, hold: &TreeHold) -> ServiceResult<()> {
    if hold.release_strategy == ReleaseStrategy::AfterActiveRunsFinish {
        return Ok(());
    }
    let message = "The issue, or one above it, was paused".to_owned();
    let order = StopOrder { code: RunErrorCode::IssuePaused, message };
    for planned in plan.affected() {
        let Some(run) = &planned.active_run else { continue };
        stops::stop_run(change, run.id, &order).await?;
        let mut details = OpaqueJson::object();
        details.set("holdId", &hold.id);
        details.set("rootIssueId", &hold.root_issue_id);
        details.set("runId", &run.id);
        details.set("identifier", &planned.issue.identifier);
        let record = about(&planned.issue, Action::IssueTreeHoldRunInterrupted, details);
        change.record(hold.company_id, record);
    }
    Ok(())
}

/// Cancels what is open, and ends all work on it. All issues are moved before anybody hears of one,
/// so that nobody is woken for an issue that is about to be cancelled.
async fn cancel(
    change: &mut Change<'_>,
    plan: &TreePlan,
    root: &Issue,
    hold: &TreeHold,
) -> ServiceResult<()> {
    let mut moved = Vec::new();
    for planned in plan.affected() {
        moved.extend(move_to(change, &planned.issue, IssueStatus::Cancelled).await?);
    }
    tell(change, root, hold, &moved, Action::IssueTreeCancelStatusUpdated);
    let message = "The issue was cancelled, with one above it or by itself".to_owned();
    let order = StopOrder { code: RunErrorCode::IssueCancelled, message };
    for planned in plan.affected() {
        stops::stop_issue(change, planned.issue.id, &order).await?;
        claims::release(&change.conn(), planned.issue.id).await?;
    }
    follow(change, moved).await
}

/// Gives back the status that a cancellation took.
async fn restore(
    change: &mut Change<'_>,
    plan: &TreePlan,
    root: &Issue,
    hold: &TreeHold,
) -> ServiceResult<()> {
    let mut moved = Vec::new();
    for planned in plan.affected() {
        let Some(remembered) = planned.remembered else { continue };
        moved.extend(move_to(change, &planned.issue, restored(remembered)).await?);
    }
    tell(change, root, hold, &moved, Action::IssueTreeRestoreStatusUpdated);
    follow(change, moved).await?;
    // Wire: that the cancellation is over is told by what was restored alone.
    for undone in undone(plan, hold) {
        let after = releasing::released(change, undone, ending_by(hold));
        store::update(&change.conn(), undone, &after).await?;
    }
    Ok(())
}

/// Ends the pause on the root.
async fn resume(
    change: &mut Change<'_>,
    plan: &TreePlan,
    root: &Issue,
    hold: &TreeHold,
) -> ServiceResult<()> {
    for undone in undone(plan, hold) {
        releasing::end(change, root, undone, ending_by(hold)).await?;
    }
    Ok(())
}

/// Returns the holds on the root that a control undoes.
fn undone<'p>(plan: &'p TreePlan, by: &TreeHold) -> impl Iterator<Item = &'p TreeHold> + use<'p> {
    let mode = by.mode.undoes();
    plan.on_root.iter().filter(move |hold| Some(hold.mode) == mode)
}

fn ending_by(hold: &TreeHold) -> Ending {
    Ending { reason: hold.reason.clone().or_else(|| hold.release_reason.clone()), metadata: None }
}

async fn move_to(
    change: &mut Change<'_>,
    seen: &Issue,
    status: IssueStatus,
) -> ServiceResult<Option<(Issue, Moved)>> {
    let Some(before) = issues::lock(&change.conn(), seen.id).await? else { return Ok(None) };
    let after = issue_status::at(&before, status, change.now())?;
    let moved = issue_status::store(change, &before, after).await?;
    Ok(Some((before, moved)))
}

async fn follow(change: &mut Change<'_>, moved: Vec<(Issue, Moved)>) -> ServiceResult<()> {
    for (_, moved) in moved {
        Box::pin(moved.follow(change)).await?;
    }
    Ok(())
}

/// Tells in the log of the root how many issues were moved, and in that of every other what happened
/// to it.
fn tell(change: &mut Change<'_>, root: &Issue, hold: &TreeHold, moved: &[(Issue, Moved)], action: Action) {
    for (before, after) in moved.iter().filter(|(before, _)| before.id != root.id) {
        let mut details = OpaqueJson::object();
        details.set("holdId", &hold.id);
        details.set("rootIssueId", &root.id);
        details.set("identifier", &before.identifier);
        details.set("status", &after.issue().status);
        let mut previous = OpaqueJson::object();
        previous.set("status", &before.status);
        details.set("_previous", &previous);
        change.record(root.company_id, about(before, action.clone(), details));
    }
    let mut details = OpaqueJson::object();
    details.set("holdId", &hold.id);
    details.set("rootIssueId", &root.id);
    details.set("identifier", &root.identifier);
    let ids: Vec<_> = moved.iter().map(|(before, _)| before.id).collect();
    details.set("updatedCount", &ids.len());
    details.set("updatedIssueIds", &ids);
    change.record(root.company_id, about(root, action, details));
}

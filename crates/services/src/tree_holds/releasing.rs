//! Ending holds: by a person's word, or by themselves.

use wireclip_domain::activity::Action;
use wireclip_domain::caller::Actor;
use wireclip_domain::issue::wake::WakeWanted;
use wireclip_domain::run::{InvocationSource, RunStatus};
use wireclip_domain::tree_hold::{
    MOST_ISSUES, ReleaseStrategy, TreeHoldStatus, TreeMode, TreeRefused, wakes_on_release,
};
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{IssueId, OpaqueJson, TreeHoldId};
use wireclip_store::counters::Within;
use wireclip_store::issues::{self, Issue};
use wireclip_store::tree_holds::{self as store, TreeHold};
use wireclip_store::{PageLimit, Scope, runs};

use super::{ReleaseWish, TreeHolds, about, not_found};
use crate::change::{Change, Committed};
use crate::core::Wanted;
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult};
use crate::request::Scoped;
use crate::wakeups::{self, WakeOrder};

/// How a hold ends.
pub(super) struct Ending {
    pub(super) reason: Option<String>,
    pub(super) metadata: Option<OpaqueJson>,
}

impl TreeHolds {
    /// Ends a hold. What a pause held goes on; what a cancellation cancelled stays so, and is not
    /// remembered any more.
    ///
    /// # Errors
    /// `Forbidden` for agents; `NotFound` if no such hold was made on the issue; `Conflict` if it is
    /// over.
    pub async fn release(
        &self,
        issue: &Scoped<Issue>,
        id: TreeHoldId,
        wish: ReleaseWish,
    ) -> ServiceResult<Committed<TreeHold>> {
        let mut change = self.begin(issue).await?;
        let root = issues::lock(&change.conn(), issue.id).await?.or_missing(Missing::Issue)?;
        let before = store::lock(&change.conn(), id).await?;
        let before = before.filter(|hold| hold.root_issue_id == root.id).ok_or_else(not_found)?;
        if before.status == TreeHoldStatus::Released {
            return Err(ServiceError::refused(&TreeRefused::ReleasedAlready));
        }
        let ending = Ending { reason: wish.reason, metadata: wish.metadata };
        let after = end(&mut change, &root, &before, ending).await?;
        if wish.wakes_agents && after.mode == TreeMode::Pause {
            wake_agents(&mut change, &root).await?;
        }
        change.commit(after).await
    }

    /// Lists pauses that end once the runs below them have, by id, behind this one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ending_by_themselves(
        &self,
        after: Option<TreeHoldId>,
        limit: u32,
    ) -> ServiceResult<Vec<TreeHoldId>> {
        Ok(store::ending_by_themselves(&self.core.store.read(), after, PageLimit::at_most(limit)).await?)
    }

    /// Ends such a pause if no run works below it any more. Returns whether it did.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn end_if_quiet(&self, id: TreeHoldId) -> ServiceResult<bool> {
        let seen = store::find(&self.core.store.read(), id).await?;
        let Some(seen) = seen else { return Ok(false) };
        let actor = Actor::system("tree_holds");
        let mut change = self.core.begin_within(Within::Company(seen.company_id), actor).await?;
        let before = store::lock(&change.conn(), id).await?.filter(|hold| {
            hold.status == TreeHoldStatus::Active
                && hold.mode == TreeMode::Pause
                && hold.release_strategy == ReleaseStrategy::AfterActiveRunsFinish
        });
        let Some(before) = before else { return Ok(false) };
        let scope = Scope::company(before.company_id);
        let Some(root) = issues::get(&change.conn(), &scope, before.root_issue_id).await? else {
            return Ok(false);
        };
        let tree = store::tree(&change.conn(), &root, MOST_ISSUES).await?;
        let ids: Vec<IssueId> = tree.iter().map(|node| node.issue.id).collect();
        let live = runs::live_of_issues(&change.conn(), &ids).await?;
        if live.iter().any(|run| run.status == RunStatus::Running) {
            return Ok(false);
        }
        let reason = Some("The active runs have finished".to_owned());
        end(&mut change, &root, &before, Ending { reason, metadata: None }).await?;
        Ok(change.commit(true).await?.into_inner())
    }
}

/// Returns a hold as it is when the change's actor has ended it.
pub(super) fn released(change: &Change<'_>, hold: &TreeHold, ending: Ending) -> TreeHold {
    let actor = change.actor();
    TreeHold {
        status: TreeHoldStatus::Released,
        released_at: Some(change.now()),
        released_by_type: Some(actor.kind),
        released_by_agent_id: actor.agent_id,
        released_by_user_id: actor.user_id(),
        released_by_run_id: actor.run_id,
        release_reason: ending.reason,
        release_metadata: ending.metadata,
        updated_at: change.now(),
        ..hold.clone()
    }
}

pub(super) async fn end(
    change: &mut Change<'_>,
    root: &Issue,
    before: &TreeHold,
    ending: Ending,
) -> ServiceResult<TreeHold> {
    let after = released(change, before, ending);
    store::update(&change.conn(), before, &after).await?;
    let mut details = OpaqueJson::object();
    details.set("holdId", &after.id);
    details.set("mode", &after.mode);
    details.set("rootIssueId", &root.id);
    details.set("identifier", &root.identifier);
    details.set("reason", &after.release_reason);
    change.record(root.company_id, about(root, Action::IssueTreeHoldReleased, details));
    // What waited in the queue may start.
    change.wake_engine(Wanted::STARTS);
    Ok(after)
}

/// Wakes the agents that may go on with the issues of a tree. What another hold keeps, the gate keeps.
pub(super) async fn wake_agents(change: &mut Change<'_>, root: &Issue) -> ServiceResult<()> {
    let tree = store::tree(&change.conn(), root, MOST_ISSUES).await?;
    for issue in tree.into_iter().map(|node| node.issue) {
        let Some(agent_id) = issue.assignee_agent_id.filter(|_| wakes_on_release(issue.status)) else {
            continue;
        };
        let wanted = WakeWanted {
            agent_id,
            issue_id: issue.id,
            reason: WakeReason::IssueTreeResumed,
            source: InvocationSource::Assignment,
        };
        let order = WakeOrder::wanted(issue.company_id, wanted, None);
        wakeups::request_quietly(change, order).await?;
    }
    Ok(())
}

//! Control of an issue with everything below it: pausing, resuming, cancelling and restoring.
//!
//! A pause is a door of the gate, and closed before anything is stopped. What was asked for before
//! it waits in the queue, and what is asked for during it keeps a receipt and is asked again
//! afterwards, so that nothing is lost by it. Only people control trees, and only they undo that.

mod applying;
mod plan;
mod releasing;

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::policy::Right;
use wireclip_domain::tree_hold::{ReleaseStrategy, TreeMode};
use wireclip_domain::{OpaqueJson, TreeHoldId};
use wireclip_store::issues::Issue;
use wireclip_store::tree_holds::{self as store, TreeHold, TreeHoldFilter, TreeHoldMember};

use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{ServiceError, ServiceResult};
use crate::request::Scoped;

pub use plan::{PlannedIssue, TreePlan};

/// Actions on trees of issues.
#[derive(Debug, Clone)]
pub struct TreeHolds {
    core: Arc<Core>,
}

/// What is to be done to a tree.
#[derive(Debug, Clone)]
pub struct TreeWish {
    /// What.
    pub mode: TreeMode,
    /// Why.
    pub reason: Option<String>,
    /// When a pause ends.
    pub strategy: ReleaseStrategy,
    /// What is said of that.
    pub note: Option<String>,
    /// Whether the agents of issues that go on are woken at once.
    pub wakes_agents: bool,
}

/// That a hold is to end.
#[derive(Debug, Clone, Default)]
pub struct ReleaseWish {
    /// Why.
    pub reason: Option<String>,
    /// Whatever the caller keeps with it.
    pub metadata: Option<OpaqueJson>,
    /// Whether the agents of issues that go on are woken at once.
    pub wakes_agents: bool,
}

/// A hold that was made.
#[derive(Debug, Clone)]
pub struct MadeHold {
    /// The hold.
    pub hold: TreeHold,
    /// How its issues stood.
    pub members: Vec<TreeHoldMember>,
    /// What was done to which issue.
    pub plan: TreePlan,
}

/// A pause, seen from an issue that it holds.
#[derive(Debug, Clone)]
pub struct ActivePause {
    /// The pause.
    pub hold: TreeHold,
    /// Whether it stands on the issue itself.
    pub is_root: bool,
}

impl TreeHolds {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Says what a control would do to an issue and all below it. That somebody looked is kept.
    ///
    /// # Errors
    /// `Forbidden` for agents; `Unprocessable` for a tree that is too large.
    pub async fn preview(
        &self,
        issue: &Scoped<Issue>,
        mode: TreeMode,
        strategy: ReleaseStrategy,
    ) -> ServiceResult<Committed<TreePlan>> {
        let mut change = self.begin(issue).await?;
        let plan = plan::read(&change, issue, mode, strategy).await?;
        let details = details_of(&plan);
        change.record(issue.company_id, about(issue, Action::IssueTreeControlPreviewed, details));
        change.commit(plan).await
    }

    /// Returns the pause that holds an issue, the nearest if several do.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn active_pause(&self, issue: &Scoped<Issue>) -> ServiceResult<Option<ActivePause>> {
        let conn = self.core.store.read();
        let Some(held) = store::holding(&conn, issue.company_id, issue.id).await? else { return Ok(None) };
        let hold = store::get(&conn, held.root_issue_id, held.hold_id).await?;
        let is_root = held.root_issue_id == issue.id;
        Ok(hold.map(|hold| ActivePause { hold, is_root }))
    }

    /// Lists the holds that were made on an issue, oldest first, with their members if that is wished.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(
        &self,
        issue: &Scoped<Issue>,
        filter: &TreeHoldFilter,
        with_members: bool,
    ) -> ServiceResult<(Vec<TreeHold>, Vec<TreeHoldMember>)> {
        let conn = self.core.store.read();
        let holds = store::list(&conn, issue.id, filter).await?;
        let wanted: Vec<TreeHoldId> = holds.iter().filter(|_| with_members).map(|hold| hold.id).collect();
        let members = store::members_of(&conn, &wanted).await?;
        Ok((holds, members))
    }

    /// Returns a hold of an issue, with its members.
    ///
    /// # Errors
    /// `NotFound` if no such hold was made on the issue.
    pub async fn show(
        &self,
        issue: &Scoped<Issue>,
        id: TreeHoldId,
    ) -> ServiceResult<(TreeHold, Vec<TreeHoldMember>)> {
        let conn = self.core.store.read();
        let hold = store::get(&conn, issue.id, id).await?.ok_or_else(not_found)?;
        let members = store::members_of(&conn, &[id]).await?;
        Ok((hold, members))
    }

    /// Begins a change of a tree, if the caller may make one.
    async fn begin(&self, issue: &Scoped<Issue>) -> ServiceResult<Change<'_>> {
        let change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let scope = About::company(issue.company_id);
        authority::require(&change.conn(), issue.caller(), Right::IssueTreeControl, scope).await?;
        Ok(change)
    }
}

fn not_found() -> ServiceError {
    ServiceError::not_found("Issue tree hold not found")
}

fn about(issue: &Issue, action: Action, details: OpaqueJson) -> ActivityRecord {
    ActivityRecord::about(EntityType::Issue, issue.id, action, details)
}

/// Tells in the log what a control is about.
fn details_of(plan: &TreePlan) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("mode", &plan.mode);
    details.set("rootIssueId", &plan.root_issue_id);
    details.set("totalIssues", &plan.issues.len());
    details.set("affectedIssues", &plan.affected().count());
    details
}

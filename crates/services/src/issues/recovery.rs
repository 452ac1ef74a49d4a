//! What keeps issues from going on by themselves: reading it, and settling it.

use wireclip_domain::activity::Action;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::issue::wake::WakeWanted;
use wireclip_domain::recovery::{
    IssueMove, RecoveryOutcome, RunEffect, SettleWish, Settlement, decide_settlement, settled_by,
};
use wireclip_domain::retry::ExecutionBlock;
use wireclip_domain::run::InvocationSource;
use wireclip_domain::wakeup::WakeReason;
use wireclip_domain::{OpaqueJson, RecoveryActionId, RunId};
use wireclip_store::issues::{self, Issue};
use wireclip_store::recovery_actions::{self, RecoveryAction};

use super::{IssueView, Issues, about, view};
use crate::change::{Change, Committed};
use crate::core::Wanted;
use crate::error::{
    Missing, OrMissing as _, OrRefuse as _, Refusal, RefusalKind, ServiceError, ServiceResult,
};
use crate::issue_status;
use crate::request::Scoped;
use crate::wakeups::{self, WakeOrder};

/// The status of an action that nobody has to deal with any more.
const RESOLVED: &str = "resolved";

/// A wish to settle what keeps an issue from going on.
#[derive(Debug, Clone)]
pub struct ResolveRecovery {
    /// Which action; by default the open one.
    pub action_id: Option<RecoveryActionId>,
    /// How.
    pub outcome: RecoveryOutcome,
    /// Where the issue goes.
    pub issue_status: Option<IssueStatus>,
    /// What is said of it.
    pub note: Option<String>,
    /// What a run did whose end nobody saw.
    pub told: Option<ToldOfRun>,
}

/// What somebody says that a run did.
#[derive(Debug, Clone)]
pub struct ToldOfRun {
    /// The run.
    pub run_id: RunId,
    /// What it did.
    pub effect: RunEffect,
    /// How that is known.
    pub evidence: String,
}

/// What a wish to settle came to.
#[derive(Debug, Clone)]
pub struct ResolvedRecovery {
    /// The issue afterwards.
    pub view: IssueView,
    /// What kept it.
    pub action: RecoveryAction,
}

impl Issues {
    /// Returns what keeps an issue from going on by itself, unless that is a run of which nobody
    /// has said what it did: that is told with the issue.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn recovery_action(&self, issue: &Scoped<Issue>) -> ServiceResult<Option<RecoveryAction>> {
        let open = recovery_actions::open_of_issue(&self.core.store.read(), issue.id).await?;
        Ok(open.filter(|action| unsettled_run(action).is_none()))
    }

    /// Settles what keeps an issue from going on, and has it go on if that is wished. Of a run that
    /// may have acted, nothing is settled until it is told what it did.
    ///
    /// # Errors
    /// `NotFound` if nothing keeps the issue; `Conflict` if that action was settled before;
    /// `Unprocessable` if the wish contradicts itself, tells of another run, or does not tell of the
    /// run that it must tell of.
    pub async fn resolve_recovery(
        &self,
        issue: &Scoped<Issue>,
        wish: ResolveRecovery,
    ) -> ServiceResult<Committed<ResolvedRecovery>> {
        let mut change = self.core.begin_in(issue.company_id, issue.request()).await?;
        let before = issues::lock(&change.conn(), issue.id).await?;
        let before = before.or_missing(Missing::Issue)?;
        let open = open_action(&change, &before, wish.action_id).await?;
        let told_of = wish.told.as_ref().map(|told| told.run_id);
        let asked = SettleWish { outcome: wish.outcome, issue_status: wish.issue_status, told_of };
        let settlement = decide_settlement(unsettled_run(&open), &asked).or_refuse()?;
        let Settlement { outcome, issue_status, wakes } = settlement;
        let action = settle(&mut change, &before, &open, outcome, &wish).await?;
        let after = move_to(&mut change, &before, issue_status).await?;
        if wakes {
            wake_owner(&mut change, &after, &action).await?;
        }
        // Messages that were kept until now may go on.
        change.wake_engine(Wanted::STARTS);
        let view = view::of_one(&change.conn(), after).await?;
        change.commit(ResolvedRecovery { view, action }).await
    }
}

/// Returns the run of which nobody has said what it did, if that is what the action is about.
fn unsettled_run(action: &RecoveryAction) -> Option<RunId> {
    action.run_id.filter(|_| action.cause == ExecutionBlock::CAUSE)
}

async fn open_action(
    change: &Change<'_>,
    issue: &Issue,
    named: Option<RecoveryActionId>,
) -> ServiceResult<RecoveryAction> {
    let conn = change.conn();
    let open = recovery_actions::open_of_issue(&conn, issue.id).await?;
    let Some(named) = named else { return open.ok_or_else(no_such_action) };
    if let Some(open) = open.filter(|open| open.id == named) {
        return Ok(open);
    }
    match recovery_actions::lock(&conn, named).await? {
        Some(settled) if settled.issue_id == issue.id => {
            Err(Refusal::new(RefusalKind::Conflict, "The recovery action was settled before")
                .with_code("recovery_action_resolved")
                .into())
        }
        _ => Err(no_such_action()),
    }
}

fn no_such_action() -> ServiceError {
    ServiceError::not_found("Recovery action not found")
}

async fn settle(
    change: &mut Change<'_>,
    issue: &Issue,
    open: &RecoveryAction,
    outcome: RecoveryOutcome,
    wish: &ResolveRecovery,
) -> ServiceResult<RecoveryAction> {
    let mut settled = open.clone();
    if let Some(told) = &wish.told {
        let mut reconciliation = OpaqueJson::object();
        reconciliation.set("runId", &told.run_id);
        reconciliation.set("actionOutcome", &told.effect);
        reconciliation.set("outcomeEvidence", &told.evidence);
        reconciliation.set("toldBy", &change.actor().id);
        settled.evidence.set("executionReconciliation", &reconciliation);
    }
    settled.resolution_note.clone_from(&wish.note);
    close(change, issue, open, settled, outcome).await
}

async fn close(
    change: &mut Change<'_>,
    issue: &Issue,
    open: &RecoveryAction,
    mut settled: RecoveryAction,
    outcome: RecoveryOutcome,
) -> ServiceResult<RecoveryAction> {
    RESOLVED.clone_into(&mut settled.status);
    settled.outcome = Some(outcome.as_str().to_owned());
    settled.resolved_at = Some(change.now());
    settled.updated_at = change.now();
    recovery_actions::update(&change.conn(), open, &settled).await?;
    let mut details = OpaqueJson::object();
    details.set("recoveryActionId", &settled.id);
    details.set("kind", &settled.kind);
    details.set("cause", &settled.cause);
    details.set("outcome", &outcome);
    details.set("identifier", &issue.identifier);
    change.record(issue.company_id, about(issue, Action::IssueRecoveryActionResolved, Some(details)));
    Ok(settled)
}

/// Moves the issue to where it goes on, with what that wakes elsewhere.
async fn move_to(
    change: &mut Change<'_>,
    before: &Issue,
    status: Option<IssueStatus>,
) -> ServiceResult<Issue> {
    let Some(status) = status.filter(|status| *status != before.status) else { return Ok(before.clone()) };
    let moved = issue_status::store(change, before, issue_status::at(before, status, change.now())?).await?;
    let after = moved.issue().clone();
    let mut details = OpaqueJson::object();
    details.set("status", &after.status);
    details.set("identifier", &after.identifier);
    let mut previous = OpaqueJson::object();
    previous.set("status", &before.status);
    details.set("_previous", &previous);
    change.record(after.company_id, about(&after, Action::IssueUpdated, Some(details)));
    moved.follow(change).await
}

async fn wake_owner(change: &mut Change<'_>, issue: &Issue, action: &RecoveryAction) -> ServiceResult<()> {
    let Some(agent_id) = issue.assignee_agent_id.or(action.return_owner_agent_id) else { return Ok(()) };
    let wanted = WakeWanted {
        agent_id,
        issue_id: issue.id,
        reason: WakeReason::IssueRecoveryActionRestored,
        source: InvocationSource::Automation,
    };
    let mut order = WakeOrder::wanted(issue.company_id, wanted, None);
    order.context.set("recoveryActionId", &action.id);
    wakeups::request_quietly(change, order).await?;
    Ok(())
}

/// Settles what keeps an issue from going on if a change of the issue does so: it is closed, goes
/// on, or somebody else has it.
pub(crate) async fn settle_by_change(
    change: &mut Change<'_>,
    before: &Issue,
    after: &Issue,
) -> ServiceResult<()> {
    let changes_hands = before.assignee_agent_id != after.assignee_agent_id
        || before.assignee_user_id != after.assignee_user_id;
    if before.status == after.status && !changes_hands {
        return Ok(());
    }
    let Some(open) = recovery_actions::open_of_issue(&change.conn(), after.id).await? else { return Ok(()) };
    let moved = IssueMove { from: before.status, to: after.status, changes_hands };
    if let Some(outcome) = settled_by(unsettled_run(&open).is_some(), moved) {
        close(change, after, &open, open.clone(), outcome).await?;
    }
    Ok(())
}

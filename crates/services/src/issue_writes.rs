//! Whether the caller of a change may write to an issue, and booking the writes that runs make
//! beside their own work.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::checkout::Holding;
use wireclip_domain::checkout::write::{
    CROSS_ISSUE_CAP, IssueWrite, WriteFacts, WriteGranted, WriteRefused, decide_write,
};
use wireclip_domain::issue::Assignee;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, OpaqueJson, UserId};
use wireclip_store::issues::Issue;
use wireclip_store::runs::{self, Run};
use wireclip_store::{Scope, activity, issue_situation};

use crate::change::{ActivityRecord, Change, RunLimit};
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};

/// Why a write is allowed, as the wire's `authorizationReason` tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteReason {
    /// A person at the board writes, or the system.
    Board,
    /// An agent writes to its own issue.
    Own,
    /// An agent writes to an issue of its company.
    Company,
}

impl WriteReason {
    /// Returns the recorded word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Board => "allow_board_actor",
            Self::Own => "allow_self",
            Self::Company => "allow_same_company",
        }
    }
}

/// Returns who has an issue.
///
/// # Errors
/// If the row names two, which no write lets happen.
pub fn assignee_of(issue: &Issue) -> ServiceResult<Assignee> {
    holder(issue.assignee_agent_id, issue.assignee_user_id.clone())
}

/// The same, of what a row says.
pub(crate) fn holder(agent: Option<AgentId>, user: Option<UserId>) -> ServiceResult<Assignee> {
    Assignee::of(agent, user).map_err(|error| ServiceError::internal("read who has an issue", error))
}

/// Lets the caller of a change write to an issue, or says why not. A run's write to an issue that
/// is not its own is counted and told in the log.
///
/// # Errors
/// `Unauthenticated` or `Forbidden` for an agent without a run of its own, or one that has written
/// to others' issues too often; `Conflict` if another run holds what is written.
pub async fn authorize(
    change: &mut Change<'_>,
    issue: &Issue,
    write: IssueWrite,
) -> ServiceResult<WriteReason> {
    if change.actor().kind != ActorType::Agent {
        return Ok(WriteReason::Board);
    }
    let actor = change.actor().clone();
    let holding = Holding {
        issue_id: issue.id,
        status: issue.status,
        assignee: assignee_of(issue)?,
        claim: issue_situation::claim(&change.conn(), issue.id).await?,
    };
    let run = acting_run(change, issue).await?;
    let cross_issue_writes = match &run {
        Some(run) => writes_beside(change, run).await?,
        None => 0,
    };
    let facts = WriteFacts {
        actor: &actor,
        is_own_run: run.is_some(),
        run_issue: run.as_ref().and_then(|run| run.issue_id),
        cross_issue_writes,
    };
    let granted = decide_write(write, &holding, &facts).or_refuse()?;
    if let (WriteGranted::Cross { count }, Some(run)) = (granted, &run) {
        change.keep_within(RunLimit {
            run_id: run.id,
            company_id: run.company_id,
            action: Action::IssueCrossIssueInfluenceObserved,
            most: u64::from(CROSS_ISSUE_CAP),
            refused: over_the_cap,
        });
        record_write_beside(change, issue, run, write, count);
    }
    let is_own = holding.assignee.agent().is_some() && holding.assignee.agent() == actor.agent_id;
    Ok(if is_own { WriteReason::Own } else { WriteReason::Company })
}

fn over_the_cap(count: u64) -> ServiceError {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    ServiceError::refused(&WriteRefused::CrossIssueCap { count })
}

/// Returns the run that the caller names, if it is a living one of the caller's.
async fn acting_run(change: &Change<'_>, issue: &Issue) -> ServiceResult<Option<Run>> {
    let actor = change.actor();
    let Some(run_id) = actor.run_id else { return Ok(None) };
    let run = runs::get(&change.conn(), &Scope::company(issue.company_id), run_id).await?;
    Ok(run.filter(|run| Some(run.agent_id) == actor.agent_id && run.status == RunStatus::Running))
}

async fn writes_beside(change: &Change<'_>, run: &Run) -> ServiceResult<u32> {
    let action = Action::IssueCrossIssueInfluenceObserved;
    let count = activity::count_of_run(&change.conn(), run.company_id, run.id, action).await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

fn record_write_beside(change: &mut Change<'_>, issue: &Issue, run: &Run, write: IssueWrite, count: u32) {
    let mut details = OpaqueJson::object();
    details.set("kind", &kind_of(write));
    details.set("mode", &"enforce");
    details.set("allowed", &true);
    details.set("cap", &CROSS_ISSUE_CAP);
    details.set("count", &count);
    details.set("enforceAt", &change.now());
    details.set("sourceIssueId", &run.issue_id);
    details.set("targetIssueId", &issue.id);
    details.set("targetIssueIdentifier", &issue.identifier);
    change.record(
        issue.company_id,
        ActivityRecord::about(EntityType::Issue, issue.id, Action::IssueCrossIssueInfluenceObserved, details),
    );
}

const fn kind_of(write: IssueWrite) -> &'static str {
    match write {
        IssueWrite::Update => "update",
        IssueWrite::Comment => "comment",
        IssueWrite::Child => "child",
        IssueWrite::Content => "content",
        IssueWrite::Delete => "delete",
        IssueWrite::Release => "release",
    }
}

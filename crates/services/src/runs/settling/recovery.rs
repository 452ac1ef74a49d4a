//! Issues that do not go on by themselves: blocked, with an action that somebody must take.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::retry::{Cause, ExecutionBlock};
use wireclip_domain::{OpaqueJson, RecoveryActionId};
use wireclip_store::issues::Issue;
use wireclip_store::recovery_actions::{self, RecoveryAction};
use wireclip_store::runs::Run;

use crate::change::{ActivityRecord, Change};
use crate::error::ServiceResult;
use crate::issue_status;
use crate::wakeups::put_behind_recovery;

/// The part of the system on which these entries are booked.
const RECOVERY: &str = "execution-recovery";

/// Of an error so many bytes are repeated; the evidence has it whole.
const LONGEST_ERROR: usize = 400;

/// Blocks an issue until somebody says what its last run did.
pub(super) async fn block(
    change: &mut Change<'_>,
    run: &Run,
    issue: &Issue,
    block: &ExecutionBlock,
) -> ServiceResult<()> {
    if recovery_actions::open_of_issue(&change.conn(), issue.id).await?.is_some() {
        return Ok(());
    }
    let action = RecoveryAction {
        kind: ExecutionBlock::KIND.to_owned(),
        cause: ExecutionBlock::CAUSE.to_owned(),
        fingerprint: block.fingerprint(),
        next_action: ExecutionBlock::NEXT_ACTION.to_owned(),
        evidence: evidence_of(change, run, block),
        ..new(change, issue, Some(run), &Cause::Failed(block.original_failure.clone()))
    };
    put_behind_recovery(change, issue.id).await?;
    open(change, issue, &action, run).await
}

/// Blocks an issue that the machine cannot bring on, with an action for the board.
pub(crate) async fn escalate(
    change: &mut Change<'_>,
    issue: &Issue,
    run: Option<&Run>,
    cause: &Cause,
) -> ServiceResult<()> {
    if recovery_actions::open_of_issue(&change.conn(), issue.id).await?.is_some() {
        return Ok(());
    }
    let mut evidence = OpaqueJson::object();
    if let Some(run) = run {
        evidence.set("runId", &run.id);
        evidence.set("error", &run.error);
    }
    let action = RecoveryAction {
        fingerprint: format!("stranded:{}:{}", issue.id, issue.status_version),
        evidence,
        next_action: next_action(cause, run.and_then(|run| run.error.as_deref())),
        ..new(change, issue, run, cause)
    };
    recovery_actions::insert(&change.conn(), &action).await?;
    issue_status::set(change, issue, IssueStatus::Blocked).await?;
    record_blocked(change, issue, &action, run);
    Ok(())
}

/// What a person is to do, with the error that is to be mended: who reads only this must know it.
fn next_action(cause: &Cause, error: Option<&str>) -> String {
    match (cause, error) {
        (Cause::Failed(_), Some(error)) => {
            let error = &error[..error.floor_char_boundary(LONGEST_ERROR)];
            format!("{}: {error}", cause.next_action().trim_end_matches('.'))
        }
        _ => cause.next_action().to_owned(),
    }
}

/// What is known of the run, in the words in which clients read it.
fn evidence_of(change: &Change<'_>, run: &Run, block: &ExecutionBlock) -> OpaqueJson {
    let mut recovery = OpaqueJson::object();
    recovery.set("runId", &block.run_id);
    recovery.set("policy", &"preserve_without_replay_v1");
    recovery.set("replay", &"blocked");
    recovery.set("recordedAt", &change.now());
    recovery.set("actionOutcome", &"unknown");
    let mut evidence = OpaqueJson::object();
    evidence.set("runId", &block.run_id);
    evidence.set("attempt", &1);
    evidence.set("adapterRecovery", &"unsupported_or_unknown");
    evidence.set("automaticRecovery", &recovery);
    evidence.set("originalFailureCode", &block.original_failure.as_ref().map(|code| code.as_str()));
    evidence.set("error", &run.error);
    evidence
}

fn new(change: &Change<'_>, issue: &Issue, run: Option<&Run>, cause: &Cause) -> RecoveryAction {
    RecoveryAction {
        id: RecoveryActionId::random(),
        company_id: issue.company_id,
        issue_id: issue.id,
        kind: cause.kind().to_owned(),
        status: "active".to_owned(),
        owner_type: "board".to_owned(),
        owner_agent_id: None,
        owner_user_id: None,
        run_id: run.map(|run| run.id),
        agent_id: run.map(|run| run.agent_id).or(issue.assignee_agent_id),
        return_owner_agent_id: issue.assignee_agent_id,
        cause: cause.word().to_owned(),
        fingerprint: String::new(),
        evidence: OpaqueJson::object(),
        next_action: cause.next_action().to_owned(),
        attempt_count: 1,
        outcome: None,
        resolution_note: None,
        resolved_at: None,
        created_at: change.now(),
        updated_at: change.now(),
    }
}

async fn open(
    change: &mut Change<'_>,
    issue: &Issue,
    action: &RecoveryAction,
    run: &Run,
) -> ServiceResult<()> {
    recovery_actions::insert(&change.conn(), action).await?;
    issue_status::set(change, issue, ExecutionBlock::ISSUE_STATUS).await?;
    record_blocked(change, issue, action, Some(run));
    Ok(())
}

fn record_blocked(change: &mut Change<'_>, issue: &Issue, action: &RecoveryAction, run: Option<&Run>) {
    let mut details = OpaqueJson::object();
    details.set("replay", &"not_authorized");
    details.set("outcome", &"blocked");
    details.set("recoveryActionId", &action.id);
    let mut actor = Actor::system(RECOVERY);
    actor.run_id = run.map(|run| run.id);
    actor.responsible_user_id =
        run.and_then(|run| run.responsible_user_id.clone()).or_else(|| issue.responsible_user_id.clone());
    let record =
        ActivityRecord::about(EntityType::Issue, issue.id, Action::IssueExecutionRecoverySettled, details);
    change.record_as(issue.company_id, actor, record);
}

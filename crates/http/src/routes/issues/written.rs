//! Issues as the wire spells them.

use wireclip_domain::retry::ExecutionBlock;
use wireclip_services::issues::attention::NamedAttention;
use wireclip_services::issues::listing::Seen;
use wireclip_services::issues::related::{Related, RelatedWork};
use wireclip_services::issues::{IssueView, IssueWork, PlannedRetry};
use wireclip_services::records::{Claim, Issue, IssueReference, Label, RecoveryAction, Run};
use wireclip_wire::issues as wire;

/// Spells an issue.
pub(in crate::routes) fn issue(view: IssueView) -> wire::Issue {
    let IssueView { issue, labels, claim } = view;
    wire::Issue {
        id: issue.id,
        company_id: issue.company_id,
        conversation: wire::ConversationFields::default(),
        project_id: issue.project_id,
        project_workspace_id: issue.project_workspace_id,
        goal_id: issue.goal_id,
        parent_id: issue.parent_id,
        title: issue.title,
        description: issue.description,
        status: issue.status,
        status_version: issue.status_version,
        work_mode: issue.work_mode,
        priority: issue.priority,
        review_policy: issue.review_policy,
        assignee_agent_id: issue.assignee_agent_id,
        assignee_user_id: issue.assignee_user_id,
        hold: hold(claim),
        created_by_agent_id: issue.created_by_agent_id,
        created_by_user_id: issue.created_by_user_id,
        responsible_user_id: issue.responsible_user_id,
        issue_number: issue.number,
        identifier: issue.identifier,
        origin_kind: issue.origin_kind,
        origin_id: issue.origin_id,
        origin_run_id: issue.origin_run_id,
        origin_fingerprint: issue.origin_fingerprint,
        request_depth: issue.request_depth,
        billing_code: issue.billing_code,
        assignee_adapter_overrides: issue.assignee_adapter_overrides,
        execution_policy: issue.execution_policy,
        execution_state: issue.execution_state,
        monitor: wire::MonitorFields::default(),
        execution_workspace_id: issue.execution_workspace_id,
        execution_workspace_preference: issue.execution_workspace_preference,
        execution_workspace_settings: issue.execution_workspace_settings,
        unblock_descriptor: issue.unblock_descriptor,
        blocked_transition_at: issue.blocked_transition_at,
        started_at: issue.started_at,
        completed_at: issue.completed_at,
        cancelled_at: issue.cancelled_at,
        hidden_at: issue.hidden_at,
        created_at: issue.created_at,
        updated_at: issue.updated_at,
        label_ids: labels.iter().map(|label| label.id).collect(),
        labels: labels.into_iter().map(self::label).collect(),
    }
}

/// Spells which run holds an issue.
pub(super) fn hold(claim: Option<Claim>) -> wire::HoldFields {
    let Some(claim) = claim else { return wire::HoldFields::default() };
    wire::HoldFields {
        checkout_run_id: claim.checked_out_at.map(|_| claim.run_id),
        execution_run_id: Some(claim.run_id),
        execution_agent_name_key: claim.agent_name_key,
        // Wire: set only for a run that was woken for the issue.
        execution_locked_at: claim.locked_at,
    }
}

/// Spells an issue as others tell of it.
pub(super) fn brief(issue: &Issue) -> wire::IssueBrief {
    wire::IssueBrief {
        id: issue.id,
        identifier: issue.identifier.clone(),
        title: issue.title.clone(),
        status: issue.status,
        priority: issue.priority,
        assignee_agent_id: issue.assignee_agent_id,
        assignee_user_id: issue.assignee_user_id.clone(),
    }
}

/// Spells a label.
pub(super) fn label(label: Label) -> wireclip_wire::labels::Label {
    wireclip_wire::labels::Label {
        id: label.id,
        company_id: label.company_id,
        name: label.name,
        color: label.color,
        created_at: label.created_at,
        updated_at: label.updated_at,
    }
}

/// Spells how an issue's blockers stand.
pub(super) fn attention(named: NamedAttention) -> wire::BlockerAttention {
    let NamedAttention { attention, end, stalled_identifier } = named;
    wire::BlockerAttention {
        state: attention.state.as_str(),
        reason: attention.reason(),
        unresolved_blocker_count: attention.unresolved,
        covered_blocker_count: attention.covered,
        stalled_blocker_count: attention.stalled,
        attention_blocker_count: attention.needing,
        pending_finalize_blocker_issue_ids: Vec::new(),
        sample_blocker_identifier: end.as_ref().map(|(_, link)| link.identifier.clone()),
        sample_stalled_blocker_identifier: stalled_identifier,
        blocking_tree_live: attention.is_live,
        direct_blocker_issue_id: attention.decisive.map(|(direct, _)| direct),
        terminal_blocker_issue_id: attention.decisive.map(|(_, end)| end),
        terminal_blocker: end.map(|(id, link)| wire::SmallIssue {
            id,
            identifier: link.identifier,
            title: link.title,
        }),
    }
}

/// Spells what keeps an issue from going on by itself.
pub(in crate::routes) fn recovery_action(action: RecoveryAction) -> wire::RecoveryAction {
    let is_of_run = action.cause == ExecutionBlock::CAUSE;
    wire::RecoveryAction {
        id: action.id,
        company_id: action.company_id,
        source_issue_id: action.issue_id,
        recovery_issue_id: None,
        max_attempts: is_of_run.then_some(ExecutionBlock::MAX_ATTEMPTS),
        kind: action.kind,
        status: action.status,
        owner_type: action.owner_type,
        owner_agent_id: action.owner_agent_id,
        owner_user_id: action.owner_user_id,
        previous_owner_agent_id: None,
        return_owner_agent_id: action.return_owner_agent_id,
        cause: action.cause,
        fingerprint: action.fingerprint,
        evidence: action.evidence,
        next_action: action.next_action,
        wake_policy: None,
        monitor_policy: None,
        attempt_count: action.attempt_count,
        timeout_at: None,
        last_attempt_at: Some(action.created_at),
        outcome: action.outcome,
        resolution_note: action.resolution_note,
        resolved_at: action.resolved_at,
        created_at: action.created_at,
        updated_at: action.updated_at,
    }
}

/// What keeps an issue from going on, where clients look for it.
#[derive(Debug, Default)]
pub(in crate::routes) struct Keeping {
    /// A run of which nobody has said yet what it did.
    pub(in crate::routes) blocker: Option<wire::ExecutionBlocker>,
    /// Anything else.
    pub(in crate::routes) action: Option<wire::RecoveryAction>,
}

/// Spells what keeps an issue from going on, the same wherever it is told.
///
/// Wire: a run of which nobody has said what it did is told beside the actions, and not as one.
pub(in crate::routes) fn keeping(open: Option<RecoveryAction>) -> Keeping {
    match open {
        None => Keeping::default(),
        Some(action) if action.cause == ExecutionBlock::CAUSE => {
            let said = |key: &str| action.evidence.text(key).map(str::to_owned);
            Keeping {
                blocker: Some(wire::ExecutionBlocker {
                    recovery_action_id: action.id,
                    run_id: action.run_id,
                    agent_id: action.agent_id,
                    error_code: said("originalFailureCode"),
                    error: said("error"),
                    cause: action.cause,
                    next_action: action.next_action,
                }),
                action: None,
            }
        }
        Some(action) => Keeping { blocker: None, action: Some(recovery_action(action)) },
    }
}

/// Spells the run that works on an issue.
pub(super) fn active_run(run: &Run) -> wire::ActiveRun {
    wire::ActiveRun {
        id: run.id,
        status: run.status,
        agent_id: run.agent_id,
        invocation_source: run.source,
        trigger_detail: run.trigger_detail,
        started_at: run.started_at,
        finished_at: run.finished_at,
        created_at: run.created_at,
    }
}

/// Spells the retry that is due later.
pub(super) fn scheduled_retry(work: &IssueWork) -> Option<wire::ScheduledRetry> {
    let PlannedRetry { run, agent_name } = work.planned.as_ref()?;
    Some(wire::ScheduledRetry {
        run_id: run.id,
        status: run.status,
        agent_id: run.agent_id,
        agent_name: agent_name.clone(),
        retry_of_run_id: run.retry_of_run_id,
        scheduled_retry_at: run.scheduled_retry_at,
        scheduled_retry_attempt: run.scheduled_retry_attempt,
        scheduled_retry_reason: run.scheduled_retry_reason.clone(),
        error: run.error.clone(),
        error_code: run.error_code.clone(),
    })
}

/// Spells what a person has seen of an issue.
pub(super) fn seen(seen: Seen) -> wire::SeenFields {
    wire::SeenFields {
        my_last_touch_at: seen.last_touch_at,
        last_external_comment_at: seen.last_external_comment_at,
        is_unread_for_me: seen.is_unread(),
    }
}

/// Spells an issue of a compact list, from its longer form.
pub(in crate::routes) fn compact(listed: wire::ListedIssue) -> wire::CompactIssue {
    let issue = listed.issue;
    wire::CompactIssue {
        id: issue.id,
        company_id: issue.company_id,
        project_id: issue.project_id,
        project_workspace_id: issue.project_workspace_id,
        goal_id: issue.goal_id,
        parent_id: issue.parent_id,
        title: issue.title,
        description: issue.description,
        status: issue.status,
        work_mode: issue.work_mode,
        priority: issue.priority,
        review_policy: issue.review_policy,
        assignee_agent_id: issue.assignee_agent_id,
        assignee_user_id: issue.assignee_user_id,
        hold: issue.hold,
        created_by_agent_id: issue.created_by_agent_id,
        created_by_user_id: issue.created_by_user_id,
        issue_number: issue.issue_number,
        identifier: issue.identifier,
        origin_kind: issue.origin_kind,
        origin_id: issue.origin_id,
        origin_run_id: issue.origin_run_id,
        request_depth: issue.request_depth,
        billing_code: issue.billing_code,
        execution_workspace_id: issue.execution_workspace_id,
        started_at: issue.started_at,
        completed_at: issue.completed_at,
        cancelled_at: issue.cancelled_at,
        created_at: issue.created_at,
        updated_at: issue.updated_at,
        label_ids: issue.label_ids,
        labels: issue.labels,
        blocker_attention: listed.blocker_attention,
        review_attention: listed.review_attention,
        last_activity_at: listed.last_activity_at,
        active_recovery_action: listed.active_recovery_action,
        successful_run_handoff: listed.successful_run_handoff,
        seen: listed.seen,
    }
}

/// Spells what an issue's texts name, and what names it.
pub(super) fn related(work: RelatedWork) -> wire::RelatedWork {
    let all = |side: Vec<Related>| side.into_iter().map(related_issue).collect();
    wire::RelatedWork { outbound: all(work.outbound), inbound: all(work.inbound) }
}

/// Returns the identifiers of the issues that an issue's texts name.
pub(super) fn named(work: &RelatedWork) -> Vec<String> {
    work.outbound.iter().map(|related| related.issue.identifier.clone()).collect()
}

fn related_issue(related: Related) -> wire::RelatedIssue {
    let source = |reference: IssueReference| wire::ReferenceSource {
        label: reference.source_kind.clone(),
        kind: reference.source_kind,
        source_record_id: reference.source_record_id,
        matched_text: reference.matched_text,
    };
    wire::RelatedIssue {
        issue: brief(&related.issue),
        mention_count: related.references.len(),
        sources: related.references.into_iter().map(source).collect(),
    }
}

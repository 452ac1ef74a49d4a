//! Holds and plans as clients see them.

use std::collections::BTreeMap;

use wireclip_domain::IssueId;
use wireclip_services::records::{Run, TreeHold, TreeHoldMember};
use wireclip_services::tree_holds::{ActivePause, PlannedIssue, TreePlan};
use wireclip_wire::tree_holds as wire;

pub(super) fn hold(hold: TreeHold, members: Option<Vec<TreeHoldMember>>) -> wire::TreeHold {
    wire::TreeHold {
        id: hold.id,
        company_id: hold.company_id,
        root_issue_id: hold.root_issue_id,
        mode: hold.mode,
        status: hold.status,
        reason: hold.reason,
        release_policy: wire::ReleasePolicy { strategy: hold.release_strategy, note: hold.release_note },
        created_by_actor_type: hold.created_by_type,
        created_by_agent_id: hold.created_by_agent_id,
        created_by_user_id: hold.created_by_user_id,
        created_by_run_id: hold.created_by_run_id,
        released_at: hold.released_at,
        released_by_actor_type: hold.released_by_type,
        released_by_agent_id: hold.released_by_agent_id,
        released_by_user_id: hold.released_by_user_id,
        released_by_run_id: hold.released_by_run_id,
        release_reason: hold.release_reason,
        release_metadata: hold.release_metadata,
        created_at: hold.created_at,
        updated_at: hold.updated_at,
        members: members.map(|members| members.into_iter().map(member).collect()),
    }
}

fn member(member: TreeHoldMember) -> wire::TreeHoldMember {
    wire::TreeHoldMember {
        id: member.id,
        company_id: member.company_id,
        hold_id: member.hold_id,
        issue_id: member.issue_id,
        parent_issue_id: member.parent_issue_id,
        depth: member.depth,
        issue_identifier: member.issue_identifier,
        issue_title: member.issue_title,
        issue_status: member.issue_status,
        assignee_agent_id: member.assignee_agent_id,
        assignee_user_id: member.assignee_user_id,
        active_run_id: member.active_run_id,
        active_run_status: member.active_run_status,
        skipped: member.skip_reason.is_some(),
        skip_reason: member.skip_reason,
        created_at: member.created_at,
    }
}

pub(super) fn pause(issue_id: IssueId, pause: ActivePause) -> wire::ActivePauseHold {
    let ActivePause { hold, is_root } = pause;
    wire::ActivePauseHold {
        hold_id: hold.id,
        root_issue_id: hold.root_issue_id,
        issue_id,
        is_root,
        mode: hold.mode,
        reason: hold.reason,
        release_policy: wire::ReleasePolicy { strategy: hold.release_strategy, note: hold.release_note },
    }
}

pub(super) fn preview(plan: &TreePlan, note: Option<String>) -> wire::TreePreview {
    let mut counts_by_status = BTreeMap::new();
    for planned in &plan.issues {
        *counts_by_status.entry(planned.issue.status.as_str()).or_default() += 1;
    }
    let issues: Vec<_> = plan.issues.iter().map(|planned| issue(plan, planned)).collect();
    let skipped_issues: Vec<_> = issues.iter().filter(|issue| issue.skipped).cloned().collect();
    let active_runs: Vec<_> =
        plan.affected().filter_map(|planned| planned.active_run.as_ref()).map(run).collect();
    let affected_agents: Vec<_> = plan
        .affected_agents()
        .into_iter()
        .map(|(agent_id, issue_count, active_run_count)| wire::TreePreviewAgent {
            agent_id,
            issue_count,
            active_run_count,
        })
        .collect();
    wire::TreePreview {
        company_id: plan.company_id,
        root_issue_id: plan.root_issue_id,
        mode: plan.mode,
        generated_at: plan.at,
        release_policy: wire::ReleasePolicy { strategy: plan.strategy, note },
        totals: wire::TreeTotals {
            total_issues: issues.len() as u64,
            affected_issues: (issues.len() - skipped_issues.len()) as u64,
            skipped_issues: skipped_issues.len() as u64,
            active_runs: active_runs.len() as u64,
            queued_runs: plan.queued_runs,
            affected_agents: affected_agents.len() as u64,
        },
        counts_by_status,
        issues,
        skipped_issues,
        active_runs,
        affected_agents,
        warnings: Vec::new(),
    }
}

fn issue(plan: &TreePlan, planned: &PlannedIssue) -> wire::TreePreviewIssue {
    let of = &planned.issue;
    wire::TreePreviewIssue {
        id: of.id,
        identifier: of.identifier.clone(),
        title: of.title.clone(),
        status: of.status,
        parent_id: of.parent_id,
        depth: planned.depth,
        assignee_agent_id: of.assignee_agent_id,
        assignee_user_id: of.assignee_user_id.clone(),
        active_run: planned.active_run.as_ref().map(run),
        active_hold_ids: planned.active_hold_ids.clone(),
        action: plan.mode,
        skipped: planned.skip.is_some(),
        skip_reason: planned.skip,
    }
}

fn run(run: &Run) -> wire::TreePreviewRun {
    wire::TreePreviewRun {
        id: run.id,
        issue_id: run.issue_id,
        agent_id: run.agent_id,
        status: run.status,
        started_at: run.started_at,
        created_at: run.created_at,
    }
}

//! What a control does to which issue of a tree.

use std::collections::HashMap;

use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::tree_hold::{
    MOST_ISSUES, ReleaseStrategy, TreeHoldStatus, TreeIssue, TreeMode, TreeRefused, TreeSkip, agents_of,
    skips,
};
use wireclip_domain::{AgentId, CompanyId, IssueId, RowId, Timestamp, TreeHoldId};
use wireclip_store::issues::{Issue, parents};
use wireclip_store::runs::{self, Run};
use wireclip_store::tree_holds::{self as store, TreeHold, TreeHoldMember, TreeNode};

use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};

/// What a control does to a tree.
#[derive(Debug, Clone)]
pub struct TreePlan {
    /// The company.
    pub company_id: CompanyId,
    /// The issue on top.
    pub root_issue_id: IssueId,
    /// What is done.
    pub mode: TreeMode,
    /// When a pause ends.
    pub strategy: ReleaseStrategy,
    /// When this was read.
    pub at: Timestamp,
    /// All issues, by depth and number.
    pub issues: Vec<PlannedIssue>,
    /// How many runs wait for the issues that are concerned.
    pub queued_runs: u64,
    /// The active holds on the root, oldest first.
    pub(super) on_root: Vec<TreeHold>,
}

/// What a control does to one issue.
#[derive(Debug, Clone)]
pub struct PlannedIssue {
    /// The issue.
    pub issue: Issue,
    /// How far it stands below the root.
    pub depth: i32,
    /// The run that works on it.
    pub active_run: Option<Run>,
    /// The active holds that it stands under, the nearest last.
    pub active_hold_ids: Vec<TreeHoldId>,
    /// Why it is left as it is, if it is.
    pub skip: Option<TreeSkip>,
    /// Where it stood when it was cancelled with its tree.
    pub(super) remembered: Option<IssueStatus>,
}

impl TreePlan {
    /// Returns the issues that the control concerns.
    pub fn affected(&self) -> impl Iterator<Item = &PlannedIssue> {
        self.issues.iter().filter(|planned| planned.skip.is_none())
    }

    /// Returns the agents that the control concerns, with the number of their issues and of those that
    /// are being worked on.
    #[must_use]
    pub fn affected_agents(&self) -> Vec<(AgentId, u64, u64)> {
        let running: HashMap<AgentId, u64> = agents_of(
            self.affected().filter_map(|planned| Some(Some(planned.active_run.as_ref()?.agent_id))),
        )
        .into_iter()
        .collect();
        agents_of(self.affected().map(|planned| planned.issue.assignee_agent_id))
            .into_iter()
            .map(|(agent, issues)| (agent, issues, running.get(&agent).copied().unwrap_or(0)))
            .collect()
    }

    /// Makes the members of a hold.
    pub(super) fn members(&self, hold_id: TreeHoldId) -> Vec<TreeHoldMember> {
        self.issues
            .iter()
            .zip(0..)
            .map(|(planned, position)| TreeHoldMember {
                id: RowId::random(),
                hold_id,
                company_id: self.company_id,
                issue_id: planned.issue.id,
                position,
                parent_issue_id: planned.issue.parent_id.filter(|_| planned.depth > 0),
                depth: planned.depth,
                issue_identifier: planned.issue.identifier.clone(),
                issue_title: planned.issue.title.clone(),
                issue_status: planned.issue.status,
                assignee_agent_id: planned.issue.assignee_agent_id,
                assignee_user_id: planned.issue.assignee_user_id.clone(),
                active_run_id: planned.active_run.as_ref().map(|run| run.id),
                active_run_status: planned.active_run.as_ref().map(|run| run.status),
                skip_reason: planned.skip,
                created_at: self.at,
            })
            .collect()
    }
}

/// Reads a tree and decides what a control does to it.
pub(super) async fn read(
    change: &Change<'_>,
    root: &Issue,
    mode: TreeMode,
    strategy: ReleaseStrategy,
) -> ServiceResult<TreePlan> {
    if strategy != ReleaseStrategy::Manual && mode != TreeMode::Pause {
        return Err(ServiceError::refused(&TreeRefused::NothingToWaitFor));
    }
    let conn = change.conn();
    let nodes = store::tree(&conn, root, MOST_ISSUES).await?;
    if nodes.len() > MOST_ISSUES {
        return Err(ServiceError::refused(&TreeRefused::TooLarge));
    }
    let above: Vec<IssueId> = parents::ancestors(&conn, root).await?.iter().map(|issue| issue.id).collect();
    let ids: Vec<IssueId> = nodes.iter().map(|node| node.issue.id).collect();
    let holds = store::active_on(&conn, &[above.as_slice(), ids.as_slice()].concat()).await?;
    let on_root: Vec<TreeHold> = holds.iter().filter(|hold| hold.root_issue_id == root.id).cloned().collect();
    let remembered = match mode {
        TreeMode::Restore => remembered(change, &on_root).await?,
        TreeMode::Pause | TreeMode::Resume | TreeMode::Cancel => HashMap::new(),
    };
    let is_paused_by_root = on_root.iter().any(|hold| hold.mode == TreeMode::Pause);
    let under = holds_under(&nodes, &above, &holds);
    let live = runs::live_of_issues(&conn, &ids).await?;
    let issues: Vec<PlannedIssue> = nodes
        .into_iter()
        .map(|node| {
            let status = node.issue.status;
            let remembered = remembered.get(&node.issue.id).copied();
            let is_its = |run: &&Run| run.issue_id == Some(node.issue.id) && run.status == RunStatus::Running;
            PlannedIssue {
                active_run: live.iter().find(is_its).cloned(),
                active_hold_ids: under.get(&node.issue.id).cloned().unwrap_or_default(),
                skip: skips(mode, &TreeIssue { status, remembered, is_paused_by_root }),
                remembered,
                depth: node.depth,
                issue: node.issue,
            }
        })
        .collect();
    let waits = |run: &&Run| {
        run.status.is_waiting()
            && issues.iter().any(|planned| planned.skip.is_none() && Some(planned.issue.id) == run.issue_id)
    };
    Ok(TreePlan {
        company_id: root.company_id,
        root_issue_id: root.id,
        mode,
        strategy,
        at: change.now(),
        queued_runs: live.iter().filter(waits).count() as u64,
        issues,
        on_root,
    })
}

/// Returns where the issues stood that the root's cancellations took along; the last one counts.
async fn remembered(
    change: &Change<'_>,
    on_root: &[TreeHold],
) -> ServiceResult<HashMap<IssueId, IssueStatus>> {
    let cancelled = |hold: &&TreeHold| hold.mode == TreeMode::Cancel && hold.status == TreeHoldStatus::Active;
    let ids: Vec<TreeHoldId> = on_root.iter().filter(cancelled).map(|hold| hold.id).collect();
    let members = store::members_of(&change.conn(), &ids).await?;
    let taken = members.into_iter().filter(|member| member.skip_reason.is_none());
    Ok(taken.map(|member| (member.issue_id, member.issue_status)).collect())
}

/// Returns under which holds each issue stands. Parents come before their children.
fn holds_under(
    nodes: &[TreeNode],
    above: &[IssueId],
    holds: &[TreeHold],
) -> HashMap<IssueId, Vec<TreeHoldId>> {
    let on = |id: IssueId| holds.iter().filter(move |hold| hold.root_issue_id == id).map(|hold| hold.id);
    let from_above: Vec<TreeHoldId> = above.iter().rev().flat_map(|id| on(*id)).collect();
    let mut under: HashMap<IssueId, Vec<TreeHoldId>> = HashMap::new();
    for node in nodes {
        let inherited = match node.issue.parent_id.filter(|_| node.depth > 0) {
            Some(parent) => under.get(&parent).cloned().unwrap_or_default(),
            None => from_above.clone(),
        };
        under.insert(node.issue.id, inherited.into_iter().chain(on(node.issue.id)).collect());
    }
    under
}

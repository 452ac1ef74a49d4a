//! How a company is put together: what belongs to it, who has what, who waits for whom.

use std::collections::{BTreeMap, BTreeSet};

use wireclip_domain::issue::IssueStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId};

use super::{Moment, ensure};
use crate::play::Held;

pub(super) fn rows_stay_in_their_company(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    let agent = |id: AgentId| now.agents.get(&id).map(|agent| agent.company_id);
    let issue = |id: IssueId| now.issues.get(&id).map(|issue| issue.company_id);
    let same = |what: &str, own: CompanyId, other: Option<CompanyId>| {
        ensure(other.is_none_or(|other| other == own), || format!("{what} of {own} names another's"))
    };
    for row in now.issues.values() {
        same("an issue", row.company_id, row.assignee_agent_id.and_then(agent))?;
        same("an issue", row.company_id, row.parent_id.and_then(issue))?;
    }
    for row in now.agents.values() {
        same("an agent", row.company_id, row.reports_to.and_then(agent))?;
    }
    for row in now.runs.values() {
        same("a run", row.company_id, agent(row.agent_id))?;
        same("a run", row.company_id, row.issue_id.and_then(issue))?;
    }
    for row in now.wakeups.values() {
        same("a wake-up", row.company_id, agent(row.agent_id))?;
        same("a wake-up", row.company_id, row.issue_id.and_then(issue))?;
    }
    for row in &now.claims {
        same("a claim", row.company_id, agent(row.agent_id))?;
        same("a claim", row.company_id, issue(row.issue_id))?;
    }
    for row in now.approvals.values() {
        same("an approval", row.company_id, row.requested_by_agent_id.and_then(agent))?;
        same("an approval", row.company_id, row.agent_id.and_then(agent))?;
    }
    for row in &now.approval_links {
        let approval = now.approvals.get(&row.approval_id).map(|approval| approval.company_id);
        same("a link", row.company_id, approval)?;
        same("a link", row.company_id, issue(row.issue_id))?;
    }
    for row in &now.blockers {
        same("a blocker", row.company_id, issue(row.issue_id))?;
        same("a blocker", row.company_id, issue(row.blocker_id))?;
    }
    for row in &now.comments {
        same("a comment", row.company_id, issue(row.issue_id))?;
        same("a comment", row.company_id, row.author_agent_id.and_then(agent))?;
    }
    for row in now.activity.added() {
        same("an entry", row.company_id, row.agent_id.and_then(agent))?;
    }
    Ok(())
}

pub(super) fn assignees(moment: &Moment<'_>) -> Held {
    for issue in moment.now.issues.values() {
        let (agent, user) = (issue.assignee_agent_id.is_some(), issue.assignee_user_id.is_some());
        ensure(!(agent && user), || format!("{} has two", issue.identifier))?;
        let is_worked_on = issue.status == IssueStatus::InProgress;
        ensure(agent || user || !is_worked_on, || format!("{} has none", issue.identifier))?;
    }
    Ok(())
}

pub(super) fn blockers_form_no_ring(moment: &Moment<'_>) -> Held {
    let mut waits_for: BTreeMap<IssueId, Vec<IssueId>> = BTreeMap::new();
    for row in &moment.now.blockers {
        waits_for.entry(row.issue_id).or_default().push(row.blocker_id);
    }
    for start in waits_for.keys() {
        let (mut seen, mut next) = (BTreeSet::new(), waits_for[start].clone());
        while let Some(issue_id) = next.pop() {
            ensure(issue_id != *start, || format!("{} waits for itself", moment.now.issue_name(*start)))?;
            if seen.insert(issue_id) {
                next.extend(waits_for.get(&issue_id).into_iter().flatten());
            }
        }
    }
    Ok(())
}

pub(super) fn nobody_reports_to_themselves(moment: &Moment<'_>) -> Held {
    let agents = &moment.now.agents;
    for agent in agents.values() {
        let (mut above, mut height) = (agent.reports_to, 0);
        while let Some(manager) = above.and_then(|id| agents.get(&id)) {
            height += 1;
            ensure(height <= agents.len(), || format!("{} stands above themselves", agent.name))?;
            above = manager.reports_to;
        }
    }
    Ok(())
}

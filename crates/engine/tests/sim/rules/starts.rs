//! What starts, when, and what it holds then.

use wireclip_domain::agent::AgentState;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::heartbeat_policy::HeartbeatPolicy;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::run_context::RunContext;
use wireclip_domain::tree_hold::{TreeHoldStatus, TreeMode};
use wireclip_domain::wakeup::WakeReason;
use wireclip_schema::runs::Model as Run;

use super::{Moment, ensure};
use crate::play::Held;
use crate::rows::Snapshot;

impl Moment<'_> {
    /// Returns the runs that started in the step.
    fn started(&self) -> impl Iterator<Item = &Run> {
        let is_new = |run: &&Run| {
            let known = self.before.runs.get(&run.id);
            run.status == RunStatus::Running && known.is_none_or(|known| known.status != RunStatus::Running)
        };
        self.now.runs.values().filter(is_new)
    }
}

pub(super) fn claims_belong_to_running_runs(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for claim in &now.claims {
        let run = now.runs.get(&claim.run_id);
        let is_running = run.is_some_and(|run| run.status == RunStatus::Running);
        let is_its_own = run.is_some_and(|run| run.agent_id == claim.agent_id);
        ensure(is_running && is_its_own, || {
            format!("{} is held by {}", now.issue_name(claim.issue_id), now.run_name(claim.run_id))
        })?;
    }
    Ok(())
}

pub(super) fn starts_hold_their_issue(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for run in moment.started() {
        let Some(issue) = run.issue_id.and_then(|id| now.issues.get(&id)) else { continue };
        let reason = RunContext::stored(run.context.clone()).wake_reason();
        let looks_only = matches!(reason, Some(WakeReason::SourceScopedRecoveryAction));
        if issue.assignee_agent_id != Some(run.agent_id) || looks_only {
            continue;
        }
        let holder = now.claims.iter().find(|claim| claim.issue_id == issue.id).map(|claim| claim.run_id);
        ensure(holder == Some(run.id), || {
            let holder = holder.map(|id| now.run_name(id));
            format!("{} started on {}, which {holder:?} holds", now.run_name(run.id), issue.identifier)
        })?;
    }
    Ok(())
}

pub(super) fn concurrent_runs_are_limited(moment: &Moment<'_>) -> Held {
    for run in moment.started() {
        let Some(agent) = moment.now.agents.get(&run.agent_id) else { continue };
        let runs = moment.now.runs.values();
        let running = runs.filter(|run| run.agent_id == agent.id && run.status == RunStatus::Running).count();
        let most = usize::try_from(HeartbeatPolicy::of(&agent.runtime_config).max_concurrent_runs);
        let most = most.expect("a small number");
        ensure(running <= most, || format!("{} runs {running} times and may {most}", agent.name))?;
    }
    Ok(())
}

pub(super) fn nothing_starts_behind_a_closed_gate(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    for run in moment.started() {
        let agent = before.agents.get(&run.agent_id);
        let is_open = agent.is_some_and(|agent| agent.state == AgentState::Active);
        ensure(is_open, || format!("{} started while its agent was stopped", now.run_name(run.id)))?;
        let company = before.companies.get(&run.company_id);
        let is_open = company.is_some_and(|company| company.status == CompanyStatus::Active);
        ensure(is_open, || format!("{} started while its company was stopped", now.run_name(run.id)))?;
        let (mut above, mut height) = (agent.and_then(|agent| agent.reports_to), 0);
        while let Some(manager) = above.and_then(|id| before.agents.get(&id)).filter(|_| height < 100) {
            let is_open = manager.state != AgentState::Terminated;
            ensure(is_open, || format!("{} started below a terminated manager", now.run_name(run.id)))?;
            (above, height) = (manager.reports_to, height + 1);
        }
    }
    Ok(())
}

/// A pause holds its issue and all below it, also what comes below it later.
pub(super) fn nothing_starts_below_a_pause(moment: &Moment<'_>) -> Held {
    for run in moment.started() {
        let Some(issue_id) = run.issue_id else { continue };
        // What the step itself paused, or moved, may have started before.
        let pause = |at: &Snapshot| {
            let above = std::iter::successors(Some(issue_id), |id| at.issues.get(id)?.parent_id);
            let above: Vec<_> = above.take(at.issues.len() + 1).collect();
            let holds = at
                .holds
                .iter()
                .filter(|hold| hold.status == TreeHoldStatus::Active && hold.mode == TreeMode::Pause);
            holds.map(|hold| (hold.id, hold.root_issue_id)).find(|(_, root)| above.contains(root))
        };
        let (before, now) = (pause(moment.before), pause(moment.now));
        ensure(before.is_none() || now.is_none(), || {
            let name = moment.now.issue_name(issue_id);
            format!("{} started on {name}, which is paused", moment.now.run_name(run.id))
        })?;
    }
    Ok(())
}

pub(super) fn days_are_limited(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for run in moment.started() {
        let (Some(agent), Some(started_at)) = (now.agents.get(&run.agent_id), run.started_at) else {
            continue;
        };
        let Some(most) = HeartbeatPolicy::of(&agent.runtime_config).max_daily_runs else { continue };
        let today = now.runs.values().filter(|other| {
            let started = other.started_at.filter(|at| *at >= started_at.start_of_day() && *at <= started_at);
            other.agent_id == agent.id && started.is_some()
        });
        let (count, most) = (today.count(), usize::try_from(most).expect("a small number"));
        ensure(count <= most, || format!("{} started {count} times and may {most} a day", agent.name))?;
    }
    Ok(())
}

pub(super) fn starts_have_a_lease(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for run in moment.started() {
        let node = run.node_id.and_then(|id| now.nodes.get(&id));
        ensure(node.is_some_and(|node| Some(node.fence) == run.fence), || {
            let (number, known) = (run.fence, node.map(|node| node.fence));
            format!("{} started under {number:?}, and its node has {known:?}", now.run_name(run.id))
        })?;
        let lasts = node.is_some_and(|node| run.started_at.is_some_and(|at| at < node.lease_until));
        ensure(lasts, || format!("{} started when its node's lease had run out", now.run_name(run.id)))?;
    }
    Ok(())
}

/// A run that may only answer starts all the same.
pub(super) fn nothing_starts_before_its_blockers(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for run in moment.started() {
        let context = RunContext::stored(run.context.clone());
        if context.flag("dependencyBlockedInteraction") {
            continue;
        }
        for row in now.blockers.iter().filter(|row| Some(row.issue_id) == run.issue_id) {
            let Some(blocker) = now.issues.get(&row.blocker_id) else { continue };
            let (name, status) = (&blocker.identifier, blocker.status);
            ensure(status == IssueStatus::Done, || {
                format!("{} started although {name} is {status}", now.run_name(run.id))
            })?;
        }
    }
    Ok(())
}

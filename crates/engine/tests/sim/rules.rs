//! What holds after every step, whatever happened.

use std::collections::{BTreeMap, BTreeSet};

use wireclip_domain::agent::AgentState;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::loop_guard::HOP_LIMIT;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::WakeupStatus;
use wireclip_domain::{AgentId, CompanyId, IssueId};

use crate::play::Held;
use crate::rows::Snapshot;

/// What was stored before a step and after it.
pub(crate) struct Moment<'m> {
    pub(crate) before: &'m Snapshot,
    pub(crate) now: &'m Snapshot,
}

type Check = fn(&Moment<'_>) -> Held;

/// The rules that hold after every step.
pub(crate) const ALWAYS: &[(&str, Check)] = &[
    ("rows stay in their company", rows_stay_in_their_company),
    ("an issue has one assignee at most, and one in progress has one", assignees),
    ("a claim belongs to a running run", claims_belong_to_running_runs),
    ("an agent runs no more at once than it may", concurrent_runs_are_limited),
    ("nothing starts while its agent or company is stopped", nothing_starts_behind_a_closed_gate),
    ("what has ended does not change", what_has_ended_stays),
    ("a run's wake-ups follow it", wakeups_follow_their_runs),
    ("chains of wake-ups are short", chains_are_short),
    ("blockers form no ring", blockers_form_no_ring),
    ("nobody reports to themselves", nobody_reports_to_themselves),
    ("no token is stored", no_token_is_stored),
    ("every event has its number, without a gap", events_are_numbered),
    ("what changes is told", changes_are_told),
];

fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(fault()) }
}

fn rows_stay_in_their_company(moment: &Moment<'_>) -> Held {
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
    for row in &now.blockers {
        same("a blocker", row.company_id, issue(row.issue_id))?;
        same("a blocker", row.company_id, issue(row.blocker_id))?;
    }
    for row in &now.comments {
        same("a comment", row.company_id, issue(row.issue_id))?;
    }
    Ok(())
}

fn assignees(moment: &Moment<'_>) -> Held {
    for issue in moment.now.issues.values() {
        let (agent, user) = (issue.assignee_agent_id.is_some(), issue.assignee_user_id.is_some());
        ensure(!(agent && user), || format!("{} has two", issue.identifier))?;
        let is_worked_on = issue.status == IssueStatus::InProgress;
        ensure(agent || user || !is_worked_on, || format!("{} has none", issue.identifier))?;
    }
    Ok(())
}

fn claims_belong_to_running_runs(moment: &Moment<'_>) -> Held {
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

fn concurrent_runs_are_limited(moment: &Moment<'_>) -> Held {
    for agent in moment.now.agents.values() {
        let runs = moment.now.runs.values();
        let running = runs.filter(|run| run.agent_id == agent.id && run.status == RunStatus::Running).count();
        let policy = wireclip_domain::heartbeat_policy::HeartbeatPolicy::of(&agent.runtime_config);
        let most = usize::try_from(policy.max_concurrent_runs).expect("a small number");
        ensure(running <= most, || format!("{} runs {running} times and may {most}", agent.name))?;
    }
    Ok(())
}

fn nothing_starts_behind_a_closed_gate(moment: &Moment<'_>) -> Held {
    let Moment { before, now } = moment;
    for run in now.runs.values().filter(|run| run.status == RunStatus::Running) {
        if before.runs.get(&run.id).is_some_and(|known| known.status == RunStatus::Running) {
            continue;
        }
        let agent = before.agents.get(&run.agent_id);
        let is_open = agent.is_some_and(|agent| agent.state == AgentState::Active);
        ensure(is_open, || format!("{} started while its agent was stopped", now.run_name(run.id)))?;
        let company = before.companies.get(&run.company_id);
        let is_open = company.is_some_and(|company| company.status == CompanyStatus::Active);
        ensure(is_open, || format!("{} started while its company was stopped", now.run_name(run.id)))?;
    }
    Ok(())
}

fn what_has_ended_stays(moment: &Moment<'_>) -> Held {
    let Moment { before, now } = moment;
    for known in before.runs.values().filter(|run| run.status.is_terminal()) {
        let Some(run) = now.runs.get(&known.id) else { continue };
        let facts = |run: &wireclip_schema::runs::Model| {
            (run.status, run.finished_at, run.error_code.clone(), run.exit_code)
        };
        ensure(facts(run) == facts(known), || {
            format!("{} was {:?} and is {:?}", now.run_name(run.id), facts(known), facts(run))
        })?;
        ensure(run.finished_at.is_some(), || format!("{} never finished", now.run_name(run.id)))?;
    }
    for known in before.wakeups.values().filter(|wakeup| wakeup.status.is_terminal()) {
        let Some(wakeup) = now.wakeups.get(&known.id) else { continue };
        let facts = |wakeup: &wireclip_schema::wakeups::Model| {
            (wakeup.status, wakeup.finished_at, wakeup.status_reason.clone())
        };
        ensure(facts(wakeup) == facts(known), || {
            format!("wake-up {} was {:?} and is {:?}", wakeup.id, facts(known), facts(wakeup))
        })?;
    }
    Ok(())
}

fn wakeups_follow_their_runs(moment: &Moment<'_>) -> Held {
    let now = moment.now;
    for wakeup in now.wakeups.values().filter(|wakeup| !wakeup.status.is_terminal()) {
        let run = wakeup.run_id.and_then(|id| now.runs.get(&id));
        let fits = match wakeup.status {
            WakeupStatus::Deferred => run.is_none(),
            WakeupStatus::Queued => {
                run.is_some_and(|run| matches!(run.status, RunStatus::Queued | RunStatus::ScheduledRetry))
            }
            _ => run.is_some_and(|run| run.status == RunStatus::Running),
        };
        let status = run.map(|run| run.status);
        ensure(fits, || format!("wake-up {} is {} and its run {status:?}", wakeup.id, wakeup.status))?;
    }
    Ok(())
}

fn chains_are_short(moment: &Moment<'_>) -> Held {
    let limit = i32::try_from(HOP_LIMIT).expect("a small number");
    for wakeup in moment.now.wakeups.values().filter(|wakeup| wakeup.status != WakeupStatus::Skipped) {
        ensure(wakeup.hops <= limit, || format!("wake-up {} is the {}th", wakeup.id, wakeup.hops))?;
    }
    Ok(())
}

fn blockers_form_no_ring(moment: &Moment<'_>) -> Held {
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

fn nobody_reports_to_themselves(moment: &Moment<'_>) -> Held {
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

fn no_token_is_stored(moment: &Moment<'_>) -> Held {
    // How every signed token begins.
    const TOKEN: &str = "eyJ";
    let now = moment.now;
    let text = |row: &dyn std::fmt::Debug| format!("{row:?}");
    let rows = now.run_events.iter().map(|row| text(row)).chain(now.runs.values().map(|row| text(row)));
    let rows = rows.chain(now.wakeups.values().map(|row| text(row)));
    let mut rows = rows.chain(now.activity.iter().map(|row| text(row)));
    rows.find(|row| row.contains(TOKEN)).map_or(Ok(()), Err)
}

fn events_are_numbered(moment: &Moment<'_>) -> Held {
    let mut numbers: BTreeMap<CompanyId, Vec<i64>> = BTreeMap::new();
    let activity = moment.now.activity.iter().map(|row| (row.company_id, row.seq));
    for (company_id, seq) in activity.chain(moment.now.events.iter().map(|row| (row.company_id, row.seq))) {
        numbers.entry(company_id).or_default().push(seq);
    }
    for mut numbers in numbers.into_values() {
        numbers.sort_unstable();
        let expected: Vec<_> = (numbers[0]..).take(numbers.len()).collect();
        ensure(numbers == expected, || format!("{numbers:?}"))?;
    }
    Ok(())
}

fn changes_are_told(moment: &Moment<'_>) -> Held {
    let Moment { before, now } = moment;
    let last = |company_id: CompanyId| {
        let activity = before.activity.iter().map(|row| (row.company_id, row.seq));
        let all = activity.chain(before.events.iter().map(|row| (row.company_id, row.seq)));
        all.filter(|(company, _)| *company == company_id).map(|(_, seq)| seq).max().unwrap_or(0)
    };
    let has_entry = |company_id: CompanyId, about: &str| {
        let last = last(company_id);
        let mut entries = now.activity.iter().filter(|row| row.company_id == company_id && row.seq > last);
        // What a run's start does to its issue is told with the start.
        let mut events = now.events.iter().filter(|row| row.company_id == company_id && row.seq > last);
        entries.any(|row| !row.actor_id.is_empty() && format!("{row:?}").contains(about))
            || events.any(|row| format!("{:?}", row.event).contains(about))
    };
    for issue in now.issues.values() {
        let facts = |issue: &wireclip_schema::issues::Model| {
            (issue.status, issue.assignee_agent_id, issue.assignee_user_id.clone(), issue.title.clone())
        };
        let is_changed = before.issues.get(&issue.id).is_none_or(|old| facts(old) != facts(issue));
        ensure(!is_changed || has_entry(issue.company_id, &issue.id.to_string()), || {
            issue.identifier.clone()
        })?;
    }
    for agent in now.agents.values() {
        let is_changed = before.agents.get(&agent.id).is_none_or(|old| old.state != agent.state);
        ensure(!is_changed || has_entry(agent.company_id, &agent.id.to_string()), || agent.name.clone())?;
    }
    Ok(())
}

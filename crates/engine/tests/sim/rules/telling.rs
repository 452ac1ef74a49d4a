//! What is written down of all this, and what is not.

use std::collections::BTreeMap;
use std::fmt::Debug;

use wireclip_domain::CompanyId;
use wireclip_domain::event::Event;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::wakeup::ActorType;
use wireclip_schema::issues::Model as Issue;
use wireclip_schema::runs::Model as Run;

use super::{Moment, ensure};
use crate::play::Held;

pub(super) fn no_secret_is_stored(moment: &Moment<'_>) -> Held {
    let Moment { before, now, ledger } = moment;
    let secrets: Vec<_> = ledger.secrets.iter().chain(ledger.tokens.values()).collect();
    if secrets.is_empty() {
        return Ok(());
    }
    let check = |row: &dyn Debug| {
        let text = format!("{row:?}");
        ensure(!secrets.iter().any(|secret| text.contains(secret.as_str())), || text.clone())
    };
    for row in now.run_events.added() {
        check(row)?;
    }
    for row in now.activity.added() {
        check(row)?;
    }
    for row in now.events.added() {
        check(row)?;
    }
    for run in now.runs.values().filter(|run| before.runs.get(&run.id) != Some(run)) {
        check(run)?;
    }
    for wakeup in now.wakeups.values().filter(|wakeup| before.wakeups.get(&wakeup.id) != Some(wakeup)) {
        check(wakeup)?;
    }
    for key in &now.keys {
        check(key)?;
    }
    Ok(())
}

pub(super) fn events_are_numbered(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    let mut numbers: BTreeMap<CompanyId, Vec<i64>> = BTreeMap::new();
    for (company_id, seq) in now.activity.added().map(|row| (row.company_id, row.seq)) {
        numbers.entry(company_id).or_default().push(seq);
    }
    for (company_id, seq) in now.events.added().map(|row| (row.company_id, row.seq)) {
        numbers.entry(company_id).or_default().push(seq);
    }
    for (company_id, mut numbers) in numbers {
        if !before.companies.contains_key(&company_id) && !now.companies.contains_key(&company_id) {
            continue;
        }
        numbers.sort_unstable();
        let first = moment.last_number(company_id) + 1;
        let expected: Vec<_> = (first..).take(numbers.len()).collect();
        ensure(numbers == expected, || format!("{numbers:?} after {}", first - 1))?;
    }
    Ok(())
}

impl Moment<'_> {
    /// Returns the number of a company's last event before the step.
    fn last_number(&self, company_id: CompanyId) -> i64 {
        let activity = self.before.activity.all().map(|row| (row.company_id, row.seq));
        let all = activity.chain(self.before.events.all().map(|row| (row.company_id, row.seq)));
        all.filter(|(company, _)| *company == company_id).map(|(_, seq)| seq).max().unwrap_or(0)
    }
}

pub(super) fn changes_are_told(moment: &Moment<'_>) -> Held {
    let Moment { before, now, .. } = moment;
    let told: Vec<Event> = now.events.added().filter_map(|row| row.event.parse().ok()).collect();
    let has_entry = |company_id: CompanyId, about: &str| {
        let mut entries = now.activity.added().filter(|row| row.company_id == company_id);
        entries.any(|row| !row.actor_id.is_empty() && format!("{row:?}").contains(about))
    };
    // What a run's start does to its issue is told with the start.
    let has_started = |issue: &Issue| {
        let is_start = |event: &Event| {
            matches!(event, Event::RunStatusChanged(changed)
                if changed.status == RunStatus::Running && changed.issue_id == Some(issue.id))
        };
        issue.status == IssueStatus::InProgress && told.iter().any(is_start)
    };
    for issue in now.issues.values() {
        let facts = |issue: &Issue| {
            (issue.status, issue.assignee_agent_id, issue.assignee_user_id.clone(), issue.title.clone())
        };
        let is_changed = before.issues.get(&issue.id).is_none_or(|old| facts(old) != facts(issue));
        // With an agent go its issues' ties to it.
        let has_lost_agent = before.issues.get(&issue.id).is_some_and(|old| {
            old.assignee_agent_id.is_some_and(|agent_id| !now.agents.contains_key(&agent_id))
        });
        let is_told = has_entry(issue.company_id, &issue.id.to_string()) || has_started(issue);
        ensure(!is_changed || has_lost_agent || is_told, || issue.identifier.clone())?;
    }
    for agent in now.agents.values() {
        let is_changed = before.agents.get(&agent.id).is_none_or(|old| old.state != agent.state);
        // Where agents come to stand that were moved together is told without an entry for each.
        let tells = |event: &Event| matches!(event, Event::AgentStatusChanged { agent_id, .. } if *agent_id == agent.id);
        let is_told = has_entry(agent.company_id, &agent.id.to_string()) || told.iter().any(tells);
        ensure(!is_changed || is_told, || agent.name.clone())?;
    }
    for approval in now.approvals.values() {
        let is_changed = before.approvals.get(&approval.id).is_none_or(|old| old.status != approval.status);
        let is_told = has_entry(approval.company_id, &approval.id.to_string());
        ensure(!is_changed || is_told, || format!("an approval is {}", approval.status))?;
    }
    for run in now.runs.values() {
        let is_changed = before.runs.get(&run.id).is_none_or(|old| old.status != run.status);
        ensure(!is_changed || told.iter().any(|event| tells(event, run)), || now.run_name(run.id))?;
    }
    Ok(())
}

/// Whether an event says where a run stands.
fn tells(event: &Event, run: &Run) -> bool {
    match event {
        Event::RunQueued { run_id, .. } => *run_id == run.id && run.status.is_waiting(),
        Event::RunStatusChanged(changed) => changed.run_id == run.id && changed.status == run.status,
        Event::RunNoted(_) | Event::AgentStatusChanged { .. } => false,
    }
}

/// Every entry says who did it; an agent's says in which run, and for whom.
pub(super) fn deeds_name_their_run(moment: &Moment<'_>) -> Held {
    for row in moment.now.activity.added() {
        ensure(!row.actor_id.is_empty(), || format!("{} was done by nobody", row.action.as_str()))?;
        if row.actor_type == ActorType::Agent {
            let names_both = row.run_id.is_some() && row.responsible_user_id.is_some();
            ensure(names_both, || format!("{} names no run or nobody responsible", row.action.as_str()))?;
        }
    }
    Ok(())
}

//! A world's story, for people.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{IssueId, RunId};

use crate::rows::Snapshot;

/// What was done and what came of it, kept outside the world that may panic.
#[derive(Debug, Clone, Default)]
pub(crate) struct Story(Arc<Mutex<Told>>);

#[derive(Debug, Default)]
struct Told {
    lines: Vec<String>,
    /// How people call what has an id.
    names: BTreeMap<String, String>,
}

impl Story {
    /// Writes a line.
    pub(crate) fn tell(&self, step: usize, line: impl Display) {
        self.told().lines.push(format!("{step:>3}  {line}"));
    }

    /// Learns the names of what is stored.
    pub(crate) fn learn(&self, now: &Snapshot) {
        let names = &mut self.told().names;
        for agent in now.agents.values() {
            names.entry(agent.id.to_string()).or_insert_with(|| agent.name.clone());
        }
        for issue in now.issues.values() {
            names.entry(issue.id.to_string()).or_insert_with(|| issue.identifier.clone());
        }
    }

    /// Returns the story so far, with names in the place of ids.
    pub(crate) fn text(&self) -> String {
        let told = self.told();
        let text = told.lines.join("\n");
        told.names.iter().fold(text, |text, (id, name)| text.replace(id, name))
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Snapshot {
    /// Returns a short name of a run.
    pub(crate) fn run_name(&self, run_id: RunId) -> String {
        let Some(run) = self.runs.get(&run_id) else { return format!("run {run_id}") };
        let agent = self.agents.get(&run.agent_id).map_or("?", |agent| agent.name.as_str());
        format!("run {} of {agent}", self.run_numbers.get(&run_id).unwrap_or(&0))
    }

    /// Returns a short name of an issue.
    pub(crate) fn issue_name(&self, issue_id: IssueId) -> String {
        self.issues.get(&issue_id).map_or_else(|| issue_id.to_string(), |issue| issue.identifier.clone())
    }

    /// Tells what is otherwise than before, for people.
    pub(crate) fn differences(&self, before: &Self) -> Vec<String> {
        let mut lines = Vec::new();
        for issue in self.issues.values() {
            let known = before.issues.get(&issue.id);
            if known.is_none_or(|known| {
                (known.status, known.assignee_agent_id) != (issue.status, issue.assignee_agent_id)
            }) {
                let assignee = issue.assignee_agent_id.and_then(|id| self.agents.get(&id));
                let assignee = assignee.map_or("nobody", |agent| agent.name.as_str());
                lines.push(format!("{} is {} with {assignee}", issue.identifier, issue.status));
            }
        }
        for wakeup in self.wakeups.values() {
            let known = before.wakeups.get(&wakeup.id).map(|known| (known.status, known.coalesced_count));
            if known != Some((wakeup.status, wakeup.coalesced_count)) {
                let agent = self.agents.get(&wakeup.agent_id).map_or("?", |agent| agent.name.as_str());
                let issue = wakeup.issue_id.map(|id| self.issue_name(id)).unwrap_or_default();
                let reason = wakeup.reason.as_deref().unwrap_or("no reason");
                let by = if wakeup.requested_by_type == ActorType::System { ", by itself" } else { "" };
                let why = wakeup.status_reason.as_deref().map(|why| format!(" because {why}"));
                let why = why.unwrap_or_default();
                let number = self.wakeup_numbers.get(&wakeup.id).unwrap_or(&0);
                let status = wakeup.status;
                lines.push(format!("wake-up {number} of {agent} {issue} ({reason}{by}) is {status}{why}"));
            }
        }
        for run in self.runs.values() {
            if before.runs.get(&run.id).map(|known| known.status) != Some(run.status) {
                let code = run.error_code.as_deref().map(|code| format!(" ({code})")).unwrap_or_default();
                let issue = run.issue_id.map(|id| self.issue_name(id)).unwrap_or_default();
                lines.push(format!("{} {issue} is {}{code}", self.run_name(run.id), run.status));
            }
        }
        let gone = before.companies.values().filter(|company| !self.companies.contains_key(&company.id));
        lines.extend(gone.map(|_| "a company is gone".to_owned()));
        let gone = before.agents.values().filter(|agent| !self.agents.contains_key(&agent.id));
        lines.extend(gone.map(|agent| format!("{} is gone", agent.name)));
        let gone = before.issues.values().filter(|issue| !self.issues.contains_key(&issue.id));
        lines.extend(gone.map(|issue| format!("{} is gone", issue.identifier)));
        lines.sort();
        lines
    }
}

//! The activity log, told as a story.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::api::{Api, Named};
use crate::logging::print;

/// What was told, and who is who.
#[derive(Debug, Default)]
pub(super) struct Story {
    names: BTreeMap<String, String>,
    told: std::collections::BTreeSet<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    id: String,
    action: String,
    actor_type: String,
    actor_id: String,
    #[serde(default)]
    details: Option<Details>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Details {
    identifier: Option<String>,
    title: Option<String>,
    status: Option<String>,
    body_snippet: Option<String>,
}

impl Story {
    pub(super) fn begin() -> Self {
        print("\n  A company of three agents, no model, no key.\n");
        Self::default()
    }

    pub(super) fn know(&mut self, agent: &Named) {
        self.names.insert(agent.id.clone(), agent.name.clone());
    }

    pub(super) fn tell(&mut self, who: &str, what: &str) {
        let mut lines = what.lines();
        print(&format!("  {who:>6}  {}", lines.next().unwrap_or_default()));
        for line in lines {
            print(&format!("          {line}"));
        }
    }

    /// Tells what agents did since the last look, oldest first.
    pub(super) async fn catch_up(&mut self, api: &Api, company_id: &str) -> anyhow::Result<()> {
        let mut entries: Vec<Entry> = api.get(&format!("/companies/{company_id}/activity?limit=200")).await?;
        entries.reverse();
        for entry in entries {
            if !self.told.insert(entry.id.clone()) || entry.actor_type != "agent" {
                continue;
            }
            let who = self.names.get(&entry.actor_id).cloned().unwrap_or_default();
            if let Some(what) = sentence(&entry) {
                self.tell(&who, &what);
            }
        }
        Ok(())
    }

    pub(super) fn end(&self, line: &str) {
        print(&format!("\n  {line}\n"));
    }
}

fn sentence(entry: &Entry) -> Option<String> {
    let details = entry.details.as_ref()?;
    let issue = details.identifier.as_deref().unwrap_or("the task");
    match (entry.action.as_str(), details.status.as_deref()) {
        ("issue.comment_added", _) => Some(format!("says on {issue}: {}", details.body_snippet.as_deref()?)),
        ("issue.created" | "issue.child_created", _) => {
            Some(format!("hands on {issue}: {}", details.title.as_deref()?))
        }
        ("issue.updated", Some("done")) => Some(format!("finishes {issue}")),
        ("issue.updated", Some("blocked")) => Some(format!("waits with {issue} until that is done")),
        _ => None,
    }
}

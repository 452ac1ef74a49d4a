//! The activity log.

use std::sync::Arc;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::redaction;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{AgentId, OpaqueJson};
use wireclip_store::activity::{self, ActivityEntry, ActivityFilter};
use wireclip_store::companies::Company;
use wireclip_store::issues::Issue;
use wireclip_store::{Conn, PageLimit, Scope, agents};

use crate::change::{ActivityRecord, Committed};
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, ServiceResult};
use crate::request::Scoped;

/// How many entries are listed if nothing is said.
const DEFAULT_LIMIT: i64 = 100;
/// How many entries are listed at most.
const MAX_LIMIT: u32 = 500;

/// Actions on the activity log.
#[derive(Debug, Clone)]
pub struct Activity {
    core: Arc<Core>,
}

/// An entry to write.
#[derive(Debug, Clone)]
pub struct NewEntry {
    /// What did it.
    pub actor_type: ActorType,
    /// Who did it.
    pub actor_id: String,
    /// What happened.
    pub action: Action,
    /// To what kind of thing.
    pub entity_type: EntityType,
    /// To which one.
    pub entity_id: String,
    /// The agent that did it.
    pub agent_id: Option<AgentId>,
    /// More about it.
    pub details: Option<OpaqueJson>,
}

impl Activity {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Lists what happened in a company, newest first: a hundred entries unless another number
    /// is asked for, and never more than five hundred.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn list(
        &self,
        company: &Scoped<Company>,
        filter: &ActivityFilter,
        limit: Option<i64>,
    ) -> ServiceResult<Vec<ActivityEntry>> {
        let entries = activity::list(&self.core.store.read(), company.id, filter, limit_of(limit)).await?;
        Ok(entries.into_iter().map(shown).collect())
    }

    /// Lists what happened to an issue, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn of_issue(
        &self,
        issue: &Scoped<Issue>,
        limit: Option<i64>,
    ) -> ServiceResult<Vec<ActivityEntry>> {
        of_issue(&self.core.store.read(), issue, limit).await
    }

    /// Writes an entry on somebody's behalf, such as an importer's. Secrets in it are hidden
    /// before it is stored.
    ///
    /// # Errors
    /// `NotFound` if the agent is not of the company.
    pub async fn create(
        &self,
        company: &Scoped<Company>,
        new: NewEntry,
    ) -> ServiceResult<Committed<ActivityEntry>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        if let Some(agent_id) = new.agent_id {
            let agent = agents::get(&change.conn(), &Scope::company(company.id), agent_id).await?;
            agent.or_missing(Missing::Agent)?;
        }
        let actor = Actor {
            kind: new.actor_type,
            id: new.actor_id,
            agent_id: new.agent_id,
            run_id: None,
            named_run: None,
            responsible_user_id: None,
        };
        let record = ActivityRecord {
            action: new.action,
            entity_type: new.entity_type,
            entity_id: new.entity_id,
            details: new.details,
        };
        change.record_as(company.id, actor, record);
        let entries = change.commit_all().await?;
        Ok(entries.map(|mut entries| entries.pop().expect("the change recorded an entry")))
    }
}

/// Lists what happened to an issue, newest first.
pub(crate) async fn of_issue(
    conn: &Conn<'_>,
    issue: &Issue,
    limit: Option<i64>,
) -> ServiceResult<Vec<ActivityEntry>> {
    let filter = ActivityFilter {
        entity_type: Some(EntityType::Issue),
        entity_id: Some(issue.id.to_string()),
        ..ActivityFilter::default()
    };
    let limit = limit_of(Some(limit.unwrap_or_else(|| MAX_LIMIT.into())));
    let entries = activity::list(conn, issue.company_id, &filter, limit).await?;
    Ok(entries.into_iter().map(shown).collect())
}

fn limit_of(limit: Option<i64>) -> PageLimit<1000> {
    let limit = limit.unwrap_or(DEFAULT_LIMIT).clamp(1, i64::from(MAX_LIMIT));
    PageLimit::at_most(u32::try_from(limit).unwrap_or(MAX_LIMIT))
}

/// Hides secrets also in entries that were written before their names were known as secret.
fn shown(mut entry: ActivityEntry) -> ActivityEntry {
    entry.details = entry.details.as_ref().map(redaction::shown);
    entry
}

//! Revisions of an agent's configuration, and the way back to one.

use wireclip_domain::activity::Action;
use wireclip_domain::agent::RevisionSource;
use wireclip_domain::agent::standing::{AgentOperation, decide};
use wireclip_domain::policy::Right;
use wireclip_domain::redaction::holds_hidden;
use wireclip_domain::{AgentRevisionId, OpaqueJson};
use wireclip_store::PageLimit;
use wireclip_store::agent_revisions::{self, AgentRevision};
use wireclip_store::agents::Agent;

use super::configuration::Snapshot;
use super::lifecycle::{activity, standing_of};
use super::update::{Source, check_place};
use super::{AgentView, Agents, lock};
use crate::authority::{self, About};
use crate::change::{Change, Committed};
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::request::Scoped;
use crate::secrets::of_agents;

impl Agents {
    /// Finds a revision of an agent within the caller's reach.
    ///
    /// # Errors
    /// `NotFound` if the agent has none of that id; `Forbidden` if the caller may not read it.
    pub async fn load_revision(
        &self,
        agent: &Scoped<Agent>,
        id: AgentRevisionId,
    ) -> ServiceResult<Scoped<AgentRevision>> {
        let conn = self.core.store.read();
        let about = About::agent(agent);
        authority::require(&conn, agent.caller(), Right::AgentReadConfiguration, about).await?;
        let revision = agent_revisions::get(&conn, agent.id, id).await?;
        revision
            .map(|revision| agent.request().found(revision))
            .ok_or_else(|| ServiceError::not_found("Revision not found"))
    }

    /// Lists an agent's revisions, newest first.
    ///
    /// # Errors
    /// `Forbidden` for a colleague without a permission.
    pub async fn revisions(&self, agent: &Scoped<Agent>) -> ServiceResult<Vec<AgentRevision>> {
        let conn = self.core.store.read();
        let about = About::agent(agent);
        authority::require(&conn, agent.caller(), Right::AgentReadConfiguration, about).await?;
        Ok(agent_revisions::list(&conn, agent.id, PageLimit::MAX).await?)
    }

    /// Gives an agent the configuration that a revision made.
    ///
    /// # Errors
    /// `Unprocessable` if the revision hides a secret, which cannot be brought back; else as for
    /// any other change.
    pub async fn roll_back(&self, revision: &Scoped<AgentRevision>) -> ServiceResult<Committed<AgentView>> {
        let mut change = self.core.begin_in(revision.company_id, revision.request()).await?;
        let conn = change.conn();
        let before = lock(&conn, revision.agent_id).await?;
        authority::require(&conn, revision.caller(), Right::AgentUpdate, About::agent(&before)).await?;
        decide(AgentOperation::Configure, standing_of(&conn, &before).await?).or_refuse()?;
        if holds_hidden(&revision.after_config) {
            return Err(ServiceError::unprocessable(
                "The revision's settings hold a secret, which revisions do not keep: change them by hand",
            ));
        }
        let snapshot: Snapshot = revision
            .after_config
            .parse()
            .map_err(|error| ServiceError::internal("read a revision of an agent", error))?;
        let mut after = before.clone();
        snapshot.restore_into(&mut after);
        check_place(&conn, revision.request(), &before, &mut after).await?;
        drop(conn);
        let source = Source { kind: RevisionSource::Rollback, rolled_back_from: Some(revision.id) };
        of_agents::bind(&change, &revision.request().scope(), Some(&before), &after).await?;
        self.store(&mut change, &before, after.clone(), source).await?;
        let mut details = OpaqueJson::object();
        details.set("revisionId", &revision.id);
        change.record(after.company_id, activity(&after, Action::AgentConfigRolledBack, Some(details)));
        let view = self.changed(&change.conn(), after).await?;
        change.commit(view).await
    }

    /// Keeps what a change made of an agent's configuration, without secrets.
    pub(super) async fn keep_revision(
        &self,
        change: &mut Change<'_>,
        agent: &Agent,
        (before, after): (Snapshot, Snapshot),
        changed: &[&'static str],
        source: Source,
    ) -> ServiceResult<()> {
        let revision = AgentRevision {
            id: AgentRevisionId::random(),
            company_id: agent.company_id,
            agent_id: agent.id,
            created_by_agent_id: change.actor().agent_id,
            created_by_user_id: change.actor().user_id(),
            source: source.kind,
            rolled_back_from_revision_id: source.rolled_back_from,
            changed_keys: OpaqueJson::of(&changed),
            before_config: before.without_secrets(),
            after_config: after.without_secrets(),
            created_at: change.now(),
        };
        Ok(agent_revisions::insert(&change.conn(), &revision).await?)
    }
}

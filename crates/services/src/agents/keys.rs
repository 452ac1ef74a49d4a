//! API keys of agents: shown once, kept as a hash.

use secrecy::{ExposeSecret as _, SecretString};
use wireclip_domain::activity::Action;
use wireclip_domain::agent::standing::{AgentOperation, decide};
use wireclip_domain::policy::Right;
use wireclip_domain::{AgentKeyId, OpaqueJson};
use wireclip_ports::random;
use wireclip_store::PageLimit;
use wireclip_store::agent_keys::{self, AgentKey};
use wireclip_store::agents::Agent;

use super::lifecycle::{activity, standing_of};
use super::{Agents, lock};
use crate::authentication::hash_of_key;
use crate::authority::{self, About};
use crate::change::Committed;
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};
use crate::request::Scoped;

/// A key that was just made, with its token, which is never seen again.
#[derive(Debug, Clone)]
pub struct FreshKey {
    /// What is kept of it.
    pub key: AgentKey,
    /// What opens the door.
    pub token: SecretString,
}

/// The name of a key that was given none.
const DEFAULT_NAME: &str = "default";
impl Agents {
    /// Lists an agent's keys, newest first, also the revoked ones.
    ///
    /// # Errors
    /// `Forbidden` if the caller may not.
    pub async fn keys(&self, agent: &Scoped<Agent>) -> ServiceResult<Vec<AgentKey>> {
        let conn = self.core.store.read();
        authority::require(&conn, agent.caller(), Right::AgentKeys, About::agent(agent)).await?;
        Ok(agent_keys::list(&conn, agent.id, PageLimit::MAX).await?)
    }

    /// Makes a key with which an agent opens what it may, on behalf of whoever makes it.
    ///
    /// # Errors
    /// `Conflict` if the agent is terminated or waits for its approval.
    pub async fn create_key(
        &self,
        agent: &Scoped<Agent>,
        name: Option<String>,
    ) -> ServiceResult<Committed<FreshKey>> {
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        let stored = lock(&change.conn(), agent.id).await?;
        authority::require(&change.conn(), agent.caller(), Right::AgentKeys, About::agent(&stored)).await?;
        let standing = standing_of(&change.conn(), &stored).await?;
        decide(AgentOperation::CreateKey, standing).or_refuse()?;
        let token = new_token();
        let key = AgentKey {
            id: AgentKeyId::random(),
            company_id: stored.company_id,
            agent_id: stored.id,
            name: name.unwrap_or_else(|| DEFAULT_NAME.to_owned()),
            key_hash: hash_of_key(&token),
            responsible_user_id: change.actor().responsible_user_id.clone(),
            scope: Some(standard_scope()),
            last_used_at: None,
            revoked_at: None,
            created_at: change.now(),
        };
        agent_keys::insert(&change.conn(), &key).await?;
        let mut details = OpaqueJson::object();
        details.set("keyId", &key.id);
        details.set("name", &key.name);
        details.set("scope", &key.scope);
        details.set("responsibleUserId", &key.responsible_user_id);
        change.record(stored.company_id, activity(&stored, Action::AgentKeyCreated, Some(details)));
        change.commit(FreshKey { key, token }).await
    }

    /// Makes a key open nothing any more. Doing so twice is fine.
    ///
    /// # Errors
    /// `NotFound` if the agent has no such key.
    pub async fn revoke_key(&self, agent: &Scoped<Agent>, id: AgentKeyId) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(agent.company_id, agent.request()).await?;
        authority::require(&change.conn(), agent.caller(), Right::AgentKeys, About::agent(agent)).await?;
        let key = agent_keys::get(&change.conn(), agent.id, id).await?;
        let key = key.ok_or_else(|| ServiceError::not_found("Key not found"))?;
        agent_keys::revoke(&change.conn(), key.id, change.now()).await?;
        let mut details = OpaqueJson::object();
        details.set("keyId", &key.id);
        details.set("name", &key.name);
        change.record(agent.company_id, activity(agent, Action::AgentKeyRevoked, Some(details)));
        change.commit(()).await
    }
}

/// Returns the scope of a key that is limited to nothing less than its agent.
fn standard_scope() -> OpaqueJson {
    let mut scope = OpaqueJson::object();
    scope.set("kind", &"standard");
    scope
}

fn new_token() -> SecretString {
    SecretString::from(format!("pcp_{}", random::name::<24>()))
}

impl FreshKey {
    /// Returns the token, to be answered once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        self.token.expose_secret()
    }
}

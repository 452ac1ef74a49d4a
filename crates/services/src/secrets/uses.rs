//! Who uses a secret: settings that name it, and runs that asked for it.

use wireclip_domain::agent::AgentStatus;
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{AgentId, EnvironmentId};
use wireclip_store::company_secrets::{self, Secret, SecretBinding};
use wireclip_store::secret_access_events::{self, SecretAccessEvent};
use wireclip_store::{Conn, PageLimit, Scope, agents, environments};

use super::Secrets;
use crate::agents::standing_of;
use crate::error::ServiceResult;
use crate::request::Scoped;

/// A place of settings that names a secret.
#[derive(Debug, Clone)]
pub struct SecretUse {
    /// The place.
    pub binding: SecretBinding,
    /// Whose settings they are; absent if it is gone.
    pub target: Option<UseTarget>,
}

/// A thing whose settings name a secret.
#[derive(Debug, Clone)]
pub enum UseTarget {
    /// An agent.
    Agent {
        /// Its name.
        name: String,
        /// By which its page is called.
        url_key: String,
        /// How it stands.
        status: AgentStatus,
    },
    /// An environment.
    Environment {
        /// Its name.
        name: String,
    },
}

impl Secrets {
    /// Lists what names a secret, the oldest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn uses(&self, secret: &Scoped<Secret>) -> ServiceResult<Vec<SecretUse>> {
        let conn = self.core.store.read();
        let bindings = company_secrets::bindings_of(&conn, secret.id, PageLimit::MAX).await?;
        let mut uses = Vec::with_capacity(bindings.len());
        for binding in bindings {
            let target = target_of(&conn, &binding).await?;
            uses.push(SecretUse { binding, target });
        }
        Ok(uses)
    }

    /// Lists the runs that asked for a secret, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn accesses(&self, secret: &Scoped<Secret>) -> ServiceResult<Vec<SecretAccessEvent>> {
        Ok(secret_access_events::list(&self.core.store.read(), secret.id, PageLimit::MAX).await?)
    }
}

async fn target_of(conn: &Conn<'_>, binding: &SecretBinding) -> ServiceResult<Option<UseTarget>> {
    Ok(match binding.target_type {
        SecretTarget::Agent => {
            let id = AgentId::from_uuid(binding.target_id.as_uuid());
            match agents::get(conn, &Scope::company(binding.company_id), id).await? {
                Some(agent) => {
                    let status = standing_of(conn, &agent).await?.status();
                    Some(UseTarget::Agent { name: agent.name, url_key: agent.url_key, status })
                }
                None => None,
            }
        }
        SecretTarget::Environment => {
            let id = EnvironmentId::from_uuid(binding.target_id.as_uuid());
            let environment = environments::get(conn, id).await?;
            environment.map(|environment| UseTarget::Environment { name: environment.name })
        }
        SecretTarget::Project | SecretTarget::Routine => None,
    })
}

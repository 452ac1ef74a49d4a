//! Secrets that agents' settings name for variables.
//!
//! **Invariant:** an agent's run gets the values of those secrets only that are bound to the agent,
//! and only by people's settings: agents cannot set variables.

use wireclip_domain::secret::{SecretTarget, named_by_variables, path_of_variable};
use wireclip_domain::{AgentId, RowId, SecretId};
use wireclip_store::agents::Agent;
use wireclip_store::{Scope, company_secrets};

use super::keeping::{self, Bound};
use crate::change::Change;
use crate::error::{ServiceError, ServiceResult};

/// Binds to an agent what its settings name, instead of what was bound to it. What was named
/// `before` is not looked at again: its secret may be gone, and the agent can still be changed.
///
/// # Errors
/// `NotFound` if a secret is not there for whoever asks; `Unprocessable` if it is another company's.
pub(crate) async fn bind(
    change: &Change<'_>,
    scope: &Scope,
    before: Option<&Agent>,
    after: &Agent,
) -> ServiceResult<()> {
    let named = named_by_variables(&after.adapter_config);
    let known = before.map(|before| named_by_variables(&before.adapter_config)).unwrap_or_default();
    if named == known {
        return Ok(());
    }
    let conn = change.conn();
    let is_known = |id: SecretId| known.iter().any(|(_, reference)| reference.secret_id == id);
    let mut bound = Vec::with_capacity(named.len());
    for (name, reference) in named {
        match company_secrets::get(&conn, scope, reference.secret_id).await? {
            Some(secret) if secret.company_id == after.company_id => bound.push(Bound {
                company_id: after.company_id,
                reference,
                config_path: path_of_variable(&name),
            }),
            Some(_) => return Err(ServiceError::unprocessable("Secret must belong to same company")),
            None if is_known(reference.secret_id) => {}
            None => return Err(ServiceError::not_found(super::NOT_FOUND)),
        }
    }
    keeping::bind_all(change, SecretTarget::Agent, target(after.id), &bound).await
}

/// Forgets what is bound to an agent that goes.
///
/// # Errors
/// If the database fails.
pub(crate) async fn unbind(change: &Change<'_>, agent_id: AgentId) -> ServiceResult<()> {
    company_secrets::unbind_all(&change.conn(), SecretTarget::Agent, target(agent_id)).await?;
    Ok(())
}

/// Returns an agent as what secrets are bound to.
pub(super) fn target(agent_id: AgentId) -> RowId {
    RowId::from_uuid(agent_id.as_uuid())
}

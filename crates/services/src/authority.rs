//! Whether the caller may: the one way from an action to the policy table.

use wireclip_domain::agent::AgentRole;
use wireclip_domain::agent::permissions::AgentPermissions;
use wireclip_domain::caller::Caller;
use wireclip_domain::policy::{self, AgentRights, Denial, NamedBy, PolicyFacts, Right};
use wireclip_domain::{AgentId, CompanyId};
use wireclip_store::{Conn, agents};

use crate::error::{OrRefuse as _, ServiceError, ServiceResult};

/// What an action is about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    /// The company.
    pub(crate) company: CompanyId,
    /// How the caller named it.
    pub(crate) named_by: NamedBy,
    /// The agent that it is about, if it is about one.
    pub(crate) agent: Option<AgentId>,
}

impl About {
    /// Something in a company that the path names.
    pub(crate) fn company(company: CompanyId) -> Self {
        Self { company, named_by: NamedBy::CompanyPath, agent: None }
    }

    /// An agent that the path names.
    pub(crate) fn agent(agent: &agents::Agent) -> Self {
        Self { company: agent.company_id, named_by: NamedBy::Id, agent: Some(agent.id) }
    }
}

/// Goes on only if the caller may do the action.
///
/// # Errors
/// With the reason if it may not.
pub(crate) async fn require(
    conn: &Conn<'_>,
    caller: &Caller,
    right: Right,
    about: About,
) -> ServiceResult<()> {
    decide(conn, caller, right, about).await?.or_refuse()
}

/// Returns whether the caller may do the action, to show only what it may see.
pub(crate) async fn allows(
    conn: &Conn<'_>,
    caller: &Caller,
    right: Right,
    about: About,
) -> ServiceResult<bool> {
    Ok(decide(conn, caller, right, about).await?.is_ok())
}

async fn decide(
    conn: &Conn<'_>,
    caller: &Caller,
    right: Right,
    about: About,
) -> ServiceResult<Result<(), Denial>> {
    let rights = rights_of(conn, caller).await?;
    let facts = PolicyFacts {
        company: Some(about.company),
        named_by: about.named_by,
        target_agent: about.agent,
        rights: rights
            .as_ref()
            .map(|(role, permissions)| AgentRights { role: *role, permissions: *permissions }),
    };
    Ok(policy::may(caller, right, &facts))
}

async fn rights_of(conn: &Conn<'_>, caller: &Caller) -> ServiceResult<Option<(AgentRole, AgentPermissions)>> {
    let Caller::Agent(caller) = caller else { return Ok(None) };
    let scope = wireclip_store::Scope::company(caller.company_id);
    let agent = agents::get(conn, &scope, caller.agent_id).await?;
    agent.map(|agent| Ok((agent.role, permissions_of(&agent)?))).transpose()
}

/// Reads an agent's switches.
pub(crate) fn permissions_of(agent: &agents::Agent) -> ServiceResult<AgentPermissions> {
    agent.permissions.parse().map_err(|error| ServiceError::internal("read an agent's permissions", error))
}

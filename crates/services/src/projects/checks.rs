//! Whether a project can be as it is wished.

use wireclip_domain::caller::Caller;
use wireclip_domain::environment::{EnvironmentRefused, choice_in};
use wireclip_domain::project::ProjectRefused;
use wireclip_domain::project::workspace::{WorkspaceRefused, names_command_or_path};
use wireclip_domain::{AgentId, CompanyId, GoalId, OpaqueJson};
use wireclip_store::{Conn, Scope, agents, goals};

use crate::change::Change;
use crate::environments::require_change;
use crate::error::{OrRefuse as _, ServiceError, ServiceResult};

/// Returns the wished goals, each once, if all are of the company.
pub(super) async fn check_goals(
    conn: &Conn<'_>,
    company_id: CompanyId,
    wished: &[GoalId],
) -> ServiceResult<Vec<GoalId>> {
    let known = goals::of_company_among(conn, company_id, wished).await?;
    let is_known = |id: &GoalId| known.iter().any(|goal| goal.id == *id);
    let unknown: Vec<GoalId> = wished.iter().filter(|id| !is_known(id)).copied().collect();
    if !unknown.is_empty() {
        return Err(ServiceError::refused(&ProjectRefused::NoSuchGoals { unknown }));
    }
    let mut once = Vec::new();
    for id in wished {
        if !once.contains(id) {
            once.push(*id);
        }
    }
    Ok(once)
}

pub(super) async fn check_lead(
    change: &Change<'_>,
    company_id: CompanyId,
    lead: Option<AgentId>,
) -> ServiceResult<()> {
    let Some(lead) = lead else { return Ok(()) };
    match agents::get(&change.conn(), &Scope::company(company_id), lead).await? {
        Some(_) => Ok(()),
        None => Err(ServiceError::refused(&ProjectRefused::NoSuchLead)),
    }
}

/// Checks the environment that a policy chooses, if it chooses another than before.
pub(super) async fn check_environment(
    conn: &Conn<'_>,
    caller: &Caller,
    before: Option<&OpaqueJson>,
    after: Option<&OpaqueJson>,
) -> ServiceResult<()> {
    let after = choice_in("project", after).map_err(EnvironmentRefused::from).or_refuse()?;
    // What nobody can read is no choice that somebody has to keep.
    let before = choice_in("project", before).unwrap_or_default();
    require_change(conn, &caller.actor(), before, after).await
}

/// An agent sets no environment of runs, no commands and no paths.
pub(super) fn check_settings(
    caller: &Caller,
    env: Option<&OpaqueJson>,
    policy: Option<&OpaqueJson>,
) -> ServiceResult<()> {
    if caller.as_agent().is_none() {
        return Ok(());
    }
    let field = if env.is_some() {
        "env"
    } else if policy.is_some_and(names_command_or_path) {
        "executionWorkspacePolicy"
    } else {
        return Ok(());
    };
    Err(ServiceError::refused(&WorkspaceRefused::PeoplesSetting { field }))
}

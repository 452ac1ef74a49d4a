//! Whether what a request points at is there for its company.

use wireclip_domain::agent::settings::decide_agents_settings;
use wireclip_domain::agent::standing::Standing;
use wireclip_domain::caller::{Actor, Caller};
use wireclip_domain::environment::{choice_in, with_choice};
use wireclip_domain::issue::Assignee;
use wireclip_domain::issue::assignee::{Candidate, check_assignable};
use wireclip_domain::issue::wake::is_own_doing;
use wireclip_domain::patch::Field;
use wireclip_domain::policy::Right;
use wireclip_domain::wakeup::ActorType;
use wireclip_domain::{
    AgentId, CompanyId, EnvironmentId, GoalId, LabelId, OpaqueJson, ProjectId, ProjectWorkspaceId, UserId,
};
use wireclip_store::companies::Company;
use wireclip_store::goals::{self, Goal};
use wireclip_store::labels::{self, Label};
use wireclip_store::projects::{self, Project};
use wireclip_store::{Conn, Scope};
use wireclip_store::{agents, project_workspaces};

use crate::authority::{self, About};
use crate::environments::require_change;
use crate::error::{Missing, OrMissing as _, OrRefuse as _, ServiceError, ServiceResult};

/// Returns whether a person is of a company. Memberships are not built: there is the local person,
/// and whoever the company names as responsible.
pub(super) fn is_member(company: &Company, user: &UserId) -> bool {
    user.as_str() == UserId::LOCAL_BOARD || company.default_responsible_user_id.as_ref() == Some(user)
}

/// Checks that the caller may give an issue of the company to this assignee.
pub(super) async fn check_assignee(
    conn: &Conn<'_>,
    company: &Company,
    caller: &Caller,
    assignee: &Assignee,
) -> ServiceResult<()> {
    let candidate = match assignee {
        Assignee::Nobody => return Ok(()),
        Assignee::User(user) if is_member(company, user) => Candidate::Member,
        Assignee::User(_) => Candidate::Unknown,
        Assignee::Agent(agent) => candidate(conn, company.id, *agent).await?,
    };
    check_assignable(assignee, candidate, &caller.actor()).or_refuse()?;
    check_may_assign(conn, company.id, caller, assignee).await
}

/// Returns what is known of an agent that is to get an issue.
pub(crate) async fn candidate(
    conn: &Conn<'_>,
    company_id: CompanyId,
    agent: AgentId,
) -> ServiceResult<Candidate> {
    let agent = agents::get(conn, &Scope::company(company_id), agent).await?;
    Ok(agent.map_or(Candidate::Unknown, |agent| {
        // Whether it runs or failed does not matter to who gives it work.
        let standing = Standing { state: agent.state, has_running_run: false, has_error: false };
        Candidate::Agent(standing.status())
    }))
}

/// An agent gives work to others only if it was told that it may; to itself it always may.
pub(super) async fn check_may_assign(
    conn: &Conn<'_>,
    company_id: CompanyId,
    caller: &Caller,
    assignee: &Assignee,
) -> ServiceResult<()> {
    if caller.as_agent().is_none()
        || assignee.agent().is_none_or(|agent| is_own_doing(agent, &caller.actor()))
    {
        return Ok(());
    }
    authority::require(conn, caller, Right::IssueAssign, About::company(company_id)).await
}

/// Checks the settings that a caller gives an issue for its assignee's adapter: those that say
/// what is run, or where, are set by people only.
pub(super) fn check_overrides(actor: &Actor, overrides: Option<&OpaqueJson>) -> ServiceResult<()> {
    let settings = overrides.and_then(|overrides| overrides.get("adapterConfig"));
    match settings {
        Some(settings) if actor.kind == ActorType::Agent => decide_agents_settings(&settings).or_refuse(),
        _ => Ok(()),
    }
}

/// Returns the settings of an issue's workspace with the environment that is wished for it.
pub(super) async fn workspace_settings(
    conn: &Conn<'_>,
    actor: &Actor,
    stored: Option<&OpaqueJson>,
    wished: Field<EnvironmentId>,
) -> ServiceResult<Option<OpaqueJson>> {
    if !wished.is_named() {
        return Ok(stored.cloned());
    }
    // What nobody can read is no choice that somebody has to keep.
    let before = choice_in("issue", stored).unwrap_or_default();
    let after = wished.set();
    require_change(conn, actor, before, after).await?;
    Ok(with_choice(stored, after))
}

/// Returns a project of the company.
pub(super) async fn project(conn: &Conn<'_>, company_id: CompanyId, id: ProjectId) -> ServiceResult<Project> {
    projects::get(conn, &Scope::company(company_id), id).await?.or_missing(Missing::Project)
}

/// Returns a goal of the company.
pub(super) async fn goal(conn: &Conn<'_>, company_id: CompanyId, id: GoalId) -> ServiceResult<Goal> {
    goals::get(conn, &Scope::company(company_id), id).await?.or_missing(Missing::Goal)
}

/// Checks that a place is one of the project's.
pub(super) async fn check_workspace(
    conn: &Conn<'_>,
    project: Option<ProjectId>,
    workspace: ProjectWorkspaceId,
) -> ServiceResult<()> {
    let is_there = match project {
        Some(project) => project_workspaces::is_of_project(conn, project, workspace).await?,
        None => false,
    };
    if is_there {
        return Ok(());
    }
    Err(ServiceError::unprocessable("The project workspace is none of the issue's project"))
}

/// Returns the labels of these ids, each once.
pub(super) async fn labels(
    conn: &Conn<'_>,
    company_id: CompanyId,
    ids: &[LabelId],
) -> ServiceResult<Vec<Label>> {
    let labels = labels::of_company_among(conn, company_id, ids).await?;
    if ids.iter().all(|id| labels.iter().any(|label| label.id == *id)) {
        return Ok(labels);
    }
    Err(ServiceError::unprocessable("One or more labels are not the company's"))
}

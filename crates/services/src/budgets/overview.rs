//! Budgets as they are shown.

use std::collections::HashMap;

use wireclip_domain::approval::{ApprovalKind, ApprovalStatus};
use wireclip_domain::budget::{BudgetScope, PolicyStatus, ScopeType};
use wireclip_domain::company::{CompanyStatus, PauseReason};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, ProjectId, Timestamp};
use wireclip_store::budgets::{self as store, BudgetIncident, BudgetPolicy};
use wireclip_store::{Conn, PageLimit, Scope, agents, approvals, companies, dashboard, projects};

use super::metering;
use super::policies::{limit_of, scope_of};
use super::scopes;
use crate::error::ServiceResult;

/// A limit, and how spending stands to it.
#[derive(Debug, Clone)]
pub struct PolicyView {
    /// The policy.
    pub policy: BudgetPolicy,
    /// How its scope is called.
    pub scope_name: String,
    /// What counts against it.
    pub observed: MicroDollars,
    /// How that stands to it.
    pub status: PolicyStatus,
    /// Why its scope is paused, if it is.
    pub paused: Option<Option<PauseReason>>,
    /// Where its window begins and ends.
    pub window: (Timestamp, Timestamp),
}

/// An incident, and what the board said to it.
#[derive(Debug, Clone)]
pub struct IncidentView {
    /// The incident.
    pub incident: BudgetIncident,
    /// How its scope is called.
    pub scope_name: String,
    /// Where the approval stands that it asks for.
    pub approval_status: Option<ApprovalStatus>,
}

/// A company's limits and what happened at them.
#[derive(Debug, Clone)]
pub struct Overview {
    /// The limits, the last changed first.
    pub policies: Vec<PolicyView>,
    /// The incidents with which nobody has dealt, the newest first.
    pub incidents: Vec<IncidentView>,
    /// How many agents a budget paused.
    pub paused_agents: i64,
    /// How many projects a budget paused.
    pub paused_projects: u64,
    /// How many approvals of more wait.
    pub pending_approvals: u64,
}

/// A scope as lists name it.
#[derive(Debug, Clone, Default)]
struct Named {
    name: String,
    paused: Option<Option<PauseReason>>,
}

pub(super) async fn of(conn: &Conn<'_>, company_id: CompanyId, now: Timestamp) -> ServiceResult<Overview> {
    let scopes = named(conn, company_id).await?;
    let mut policies = Vec::new();
    for policy in store::policies(conn, company_id, PageLimit::MAX).await? {
        let named = scopes.get(&scope_of(&policy)).cloned().unwrap_or_default();
        policies.push(shown(conn, policy, named, now).await?);
    }
    let mut incidents = Vec::new();
    for incident in store::open_incidents(conn, company_id, PageLimit::MAX).await? {
        incidents.push(self::incident(conn, incident).await?);
    }
    let groups = dashboard::agent_groups(conn, company_id).await?;
    let by_budget = groups.iter().filter(|group| group.pause_reason == Some(PauseReason::Budget));
    let kind = ApprovalKind::BudgetOverrideRequired;
    Ok(Overview {
        policies,
        incidents,
        paused_agents: by_budget.map(|group| group.agents).sum(),
        paused_projects: dashboard::paused_projects(conn, company_id, PauseReason::Budget).await?,
        pending_approvals: approvals::count_pending(conn, company_id, Some(kind)).await?,
    })
}

async fn shown(
    conn: &Conn<'_>,
    policy: BudgetPolicy,
    named: Named,
    now: Timestamp,
) -> ServiceResult<PolicyView> {
    let observed = metering::spent(conn, &policy, now).await?;
    Ok(PolicyView {
        scope_name: named.name,
        status: limit_of(&policy).status(observed),
        observed,
        paused: named.paused,
        window: policy.window_kind.bounds(now),
        policy,
    })
}

/// Shows one policy.
pub(super) async fn policy(
    conn: &Conn<'_>,
    policy: &BudgetPolicy,
    now: Timestamp,
) -> ServiceResult<PolicyView> {
    let mut scopes = named(conn, policy.company_id).await?;
    let named = scopes.remove(&scope_of(policy)).unwrap_or_default();
    shown(conn, policy.clone(), named, now).await
}

/// Shows one incident.
pub(super) async fn incident(conn: &Conn<'_>, incident: BudgetIncident) -> ServiceResult<IncidentView> {
    let scope = BudgetScope { kind: incident.scope_type, id: incident.scope_id };
    let approval = match incident.approval_id {
        Some(id) => approvals::get(conn, &Scope::company(incident.company_id), id).await?,
        None => None,
    };
    Ok(IncidentView {
        scope_name: scopes::name(conn, incident.company_id, scope).await?,
        approval_status: approval.map(|approval| approval.status),
        incident,
    })
}

/// Names all scopes that a company has.
async fn named(conn: &Conn<'_>, company_id: CompanyId) -> ServiceResult<HashMap<BudgetScope, Named>> {
    let within = Scope::company(company_id);
    let mut found = HashMap::new();
    if let Some(company) = companies::get(conn, &within, company_id).await? {
        let paused = (company.status == CompanyStatus::Paused).then_some(company.pause_reason);
        found.insert(BudgetScope::company(company_id), Named { name: company.name, paused });
    }
    for policy in store::policies(conn, company_id, PageLimit::MAX).await? {
        let scope = scope_of(&policy);
        if found.contains_key(&scope) {
            continue;
        }
        let id = scope.id.as_uuid();
        let named = match scope.kind {
            ScopeType::Company => None,
            ScopeType::Agent => {
                let agent = agents::get(conn, &within, AgentId::from_uuid(id)).await?;
                agent.map(|agent| Named {
                    paused: agent.paused_at.is_some().then_some(agent.pause_reason),
                    name: agent.name,
                })
            }
            ScopeType::Project => {
                let project = projects::get(conn, &within, ProjectId::from_uuid(id)).await?;
                project.map(|project| Named {
                    paused: project.paused_at.is_some().then_some(project.pause_reason),
                    name: project.name,
                })
            }
        };
        found.insert(scope, named.unwrap_or_default());
    }
    Ok(found)
}

//! Budgets as they are shown.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use wireclip_domain::approval::{ApprovalKind, ApprovalStatus};
use wireclip_domain::budget::{BudgetScope, PolicyStatus};
use wireclip_domain::company::PauseReason;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{CompanyId, Timestamp};
use wireclip_store::budgets::{self as store, BudgetIncident, BudgetPolicy};
use wireclip_store::{Conn, PageLimit, Scope, approvals, dashboard};

use super::metering;
use super::policies::{limit_of, scope_of, scope_of_incident};
use super::scopes::{self, Seen};
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

pub(super) async fn of(conn: &Conn<'_>, company_id: CompanyId, now: Timestamp) -> ServiceResult<Overview> {
    // A scope may have several limits.
    let mut seen: HashMap<BudgetScope, Seen> = HashMap::new();
    let mut policies = Vec::new();
    for policy in store::policies(conn, company_id, PageLimit::MAX).await? {
        let scope = match seen.entry(scope_of(&policy)) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(unknown) => {
                let scope = *unknown.key();
                unknown.insert(scopes::look(conn, company_id, scope).await?).clone()
            }
        };
        policies.push(shown(conn, policy, scope, now).await?);
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
    scope: Seen,
    now: Timestamp,
) -> ServiceResult<PolicyView> {
    let observed = metering::spent(conn, &policy, now).await?;
    Ok(PolicyView {
        scope_name: scope.name,
        status: limit_of(&policy).status(observed),
        observed,
        paused: scope.paused,
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
    let scope = scopes::look(conn, policy.company_id, scope_of(policy)).await?;
    shown(conn, policy.clone(), scope, now).await
}

/// Shows one incident.
pub(super) async fn incident(conn: &Conn<'_>, incident: BudgetIncident) -> ServiceResult<IncidentView> {
    let scope = scope_of_incident(&incident);
    let approval = match incident.approval_id {
        Some(id) => approvals::get(conn, &Scope::company(incident.company_id), id).await?,
        None => None,
    };
    Ok(IncidentView {
        scope_name: scopes::look(conn, incident.company_id, scope).await?.name,
        approval_status: approval.map(|approval| approval.status),
        incident,
    })
}

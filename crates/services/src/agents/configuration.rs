//! An agent's configuration as a whole: what a revision keeps, and what clients read of it.

use serde::{Deserialize, Serialize};
use wireclip_domain::agent::{AdapterType, AgentRole};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::policy::Right;
use wireclip_domain::redaction::shown;
use wireclip_domain::{AgentId, CompanyId, OpaqueJson, RowId};
use wireclip_store::agents::{self, Agent};
use wireclip_store::{PageLimit, agent_links};

use super::view::{self, Settings};
use super::{AgentView, Agents};
use crate::authority::{self, About};
use crate::error::ServiceResult;
use crate::request::{Request, Scoped};

/// An agent's configuration at one time. The fields stand in the order in which clients list
/// changed ones; the names are stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Snapshot {
    pub(super) name: String,
    pub(super) role: AgentRole,
    pub(super) title: Option<String>,
    pub(super) icon: Option<String>,
    pub(super) reports_to: Option<AgentId>,
    pub(super) capabilities: Option<String>,
    pub(super) adapter_type: AdapterType,
    pub(super) adapter_config: OpaqueJson,
    pub(super) runtime_config: OpaqueJson,
    pub(super) default_environment_id: Option<RowId>,
    pub(super) budget_monthly_cents: i64,
    pub(super) metadata: Option<OpaqueJson>,
}

impl Snapshot {
    pub(super) fn of(agent: &Agent) -> Self {
        Self {
            name: agent.name.clone(),
            role: agent.role,
            title: agent.title.clone(),
            icon: agent.icon.clone(),
            reports_to: agent.reports_to,
            capabilities: agent.capabilities.clone(),
            adapter_type: agent.adapter_type,
            adapter_config: agent.adapter_config.clone(),
            runtime_config: agent.runtime_config.clone(),
            default_environment_id: agent.default_environment_id,
            budget_monthly_cents: agent.budget_monthly_micros.cents(),
            metadata: agent.metadata.clone(),
        }
    }

    /// Puts the configuration back into an agent; the key of its name is the caller's to set.
    pub(super) fn restore_into(self, agent: &mut Agent) {
        let Self {
            name,
            role,
            title,
            icon,
            reports_to,
            capabilities,
            adapter_type,
            adapter_config,
            runtime_config,
            default_environment_id,
            budget_monthly_cents,
            metadata,
        } = self;
        agent.name = name;
        agent.role = role;
        agent.title = title;
        agent.icon = icon;
        agent.reports_to = reports_to;
        agent.capabilities = capabilities;
        agent.adapter_type = adapter_type;
        agent.adapter_config = adapter_config;
        agent.runtime_config = runtime_config;
        agent.default_environment_id = default_environment_id;
        agent.budget_monthly_micros = MicroDollars::from_cents(budget_monthly_cents);
        agent.metadata = metadata;
    }

    /// Returns the names of the fields that differ, in the order of the fields.
    pub(super) fn changed_keys(&self, after: &Self) -> Vec<&'static str> {
        let (b, a) = (self, after);
        [
            ("name", b.name != a.name),
            ("role", b.role != a.role),
            ("title", b.title != a.title),
            ("icon", b.icon != a.icon),
            ("reportsTo", b.reports_to != a.reports_to),
            ("capabilities", b.capabilities != a.capabilities),
            ("adapterType", b.adapter_type != a.adapter_type),
            ("adapterConfig", b.adapter_config != a.adapter_config),
            ("runtimeConfig", b.runtime_config != a.runtime_config),
            ("defaultEnvironmentId", b.default_environment_id != a.default_environment_id),
            ("budgetMonthlyCents", b.budget_monthly_cents != a.budget_monthly_cents),
            ("metadata", b.metadata != a.metadata),
        ]
        .into_iter()
        .filter_map(|(key, differs)| differs.then_some(key))
        .collect()
    }

    /// Returns the configuration as it is stored and shown: without secrets.
    pub(super) fn without_secrets(mut self) -> OpaqueJson {
        self.adapter_config = shown(&self.adapter_config);
        self.runtime_config = shown(&self.runtime_config);
        self.metadata = self.metadata.take().map(|metadata| shown(&metadata));
        OpaqueJson::of(&self)
    }
}

impl Agents {
    /// Shows an agent's configuration, without secrets.
    ///
    /// # Errors
    /// `Forbidden` for a colleague without a permission.
    pub async fn configuration(&self, agent: &Scoped<Agent>) -> ServiceResult<AgentView> {
        let conn = self.core.store.read();
        let about = About::agent(agent);
        authority::require(&conn, agent.caller(), Right::AgentReadConfiguration, about).await?;
        let links = view::by_id(agent_links::above(&conn, agent.id).await?);
        Ok(view::view((**agent).clone(), &links, Settings::Shown))
    }

    /// Shows the configurations of a company's living agents, without secrets.
    ///
    /// # Errors
    /// `Forbidden` for an agent without a permission, or that names another company.
    pub async fn configurations(
        &self,
        request: &Request,
        company_id: CompanyId,
    ) -> ServiceResult<Vec<AgentView>> {
        let conn = self.core.store.read();
        request.require_company(company_id)?;
        let about = About::company(company_id);
        authority::require(&conn, &request.caller, Right::AgentReadConfiguration, about).await?;
        let listed = agents::list(&conn, &request.scope(), company_id, PageLimit::MAX).await?;
        let links = view::by_id(agent_links::of_company(&conn, company_id).await?);
        Ok(listed.into_iter().map(|agent| view::view(agent, &links, Settings::Shown)).collect())
    }
}

//! Reports of costs.

use std::collections::HashMap;
use std::time::Duration;

use wireclip_domain::agent::AgentStatus;
use wireclip_domain::agent::standing::Standing;
use wireclip_domain::cost::Span;
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId};
use wireclip_store::agent_links::AgentLink;
use wireclip_store::companies::Company;
use wireclip_store::costs::reports::{
    self, OfAgent, OfAgentModel, OfBiller, OfProject, OfProvider, OfTree, OfWindow, Sums,
};
use wireclip_store::issues::Issue;
use wireclip_store::{PageLimit, agent_links, projects};

use super::Costs;
use crate::error::ServiceResult;
use crate::request::{Request, Scoped};

/// What a company spent, and may spend in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostSummary {
    /// What it spent.
    pub sums: Sums,
    /// What it may spend in a month; zero for no limit.
    pub budget_monthly: MicroDollars,
}

/// What an agent cost.
#[derive(Debug, Clone)]
pub struct AgentCosts {
    /// Its name, if it is still there.
    pub name: Option<String>,
    /// Where it stands, if it is still there.
    pub status: Option<AgentStatus>,
    /// The sums.
    pub of: OfAgent,
}

/// What an agent cost with a model.
#[derive(Debug, Clone)]
pub struct AgentModelCosts {
    /// The agent's name, if it is still there.
    pub name: Option<String>,
    /// The sums.
    pub of: OfAgentModel,
}

/// What a project cost.
#[derive(Debug, Clone)]
pub struct ProjectCosts {
    /// Its name, if it is still there.
    pub name: Option<String>,
    /// The sums.
    pub of: OfProject,
}

/// A stretch of time that ends now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Its name.
    pub name: &'static str,
    /// How long it is.
    pub hours: u32,
}

/// The windows of which the latest spending is told.
const WINDOWS: [Window; 3] =
    [Window { name: "5h", hours: 5 }, Window { name: "24h", hours: 24 }, Window { name: "7d", hours: 168 }];

/// What was spent with a provider in a window.
#[derive(Debug, Clone)]
pub struct WindowSpend {
    /// The window.
    pub window: Window,
    /// The sums.
    pub of: OfWindow,
}

/// How much of a provider's plan is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotaWindows {
    /// The provider.
    pub provider: String,
}

impl Costs {
    /// Sums up what a company spent.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn summary(&self, company: &Scoped<Company>, span: Span) -> ServiceResult<CostSummary> {
        let sums = reports::total(&self.core.store.read(), company.id, span).await?;
        Ok(CostSummary { sums: sums.unwrap_or(Sums::NOTHING), budget_monthly: company.budget_monthly_micros })
    }

    /// Sums up what each agent cost, dearest first.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn by_agent(
        &self,
        request: &Request,
        company_id: CompanyId,
        span: Span,
    ) -> ServiceResult<Vec<AgentCosts>> {
        self.require_reader(request, company_id).await?;
        let found = reports::by_agent(&self.core.store.read(), company_id, span).await?;
        let agents = self.agents(company_id).await?;
        let told = found.into_iter().map(|of| {
            let agent = agents.get(&of.agent_id);
            AgentCosts { name: agent.map(|agent| agent.name.clone()), status: agent.map(status), of }
        });
        Ok(told.collect())
    }

    /// Sums up what each agent cost with each model.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn by_agent_model(
        &self,
        request: &Request,
        company_id: CompanyId,
        span: Span,
    ) -> ServiceResult<Vec<AgentModelCosts>> {
        self.require_reader(request, company_id).await?;
        let found = reports::by_agent_model(&self.core.store.read(), company_id, span).await?;
        let agents = self.agents(company_id).await?;
        let name = |id| agents.get(&id).map(|agent| agent.name.clone());
        Ok(found.into_iter().map(|of| AgentModelCosts { name: name(of.agent_id), of }).collect())
    }

    /// Sums up what each provider's models cost, dearest first.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn by_provider(
        &self,
        request: &Request,
        company_id: CompanyId,
        span: Span,
    ) -> ServiceResult<Vec<OfProvider>> {
        self.require_reader(request, company_id).await?;
        Ok(reports::by_provider(&self.core.store.read(), company_id, span).await?)
    }

    /// Sums up what is owed to whom, dearest first.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn by_biller(
        &self,
        request: &Request,
        company_id: CompanyId,
        span: Span,
    ) -> ServiceResult<Vec<OfBiller>> {
        self.require_reader(request, company_id).await?;
        Ok(reports::by_biller(&self.core.store.read(), company_id, span).await?)
    }

    /// Sums up what each project cost, dearest first; what belongs to none is left out.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn by_project(
        &self,
        request: &Request,
        company_id: CompanyId,
        span: Span,
    ) -> ServiceResult<Vec<ProjectCosts>> {
        self.require_reader(request, company_id).await?;
        let conn = self.core.store.read();
        let found = reports::by_project(&conn, company_id, span).await?;
        let listed = projects::list(&conn, company_id, true, PageLimit::MAX).await?;
        let names: HashMap<_, _> = listed.into_iter().map(|project| (project.id, project.name)).collect();
        let named = |of: OfProject| ProjectCosts { name: names.get(&of.project_id).cloned(), of };
        Ok(found.into_iter().map(named).collect())
    }

    /// Sums up what was spent in the last hours and days, by provider.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn window_spend(
        &self,
        request: &Request,
        company_id: CompanyId,
    ) -> ServiceResult<Vec<WindowSpend>> {
        self.require_reader(request, company_id).await?;
        let now = self.core.clock.now();
        let mut spent = Vec::new();
        for window in WINDOWS {
            let span = Span::since(now.minus(Duration::from_secs(u64::from(window.hours) * 3600)));
            let found = reports::by_provider_alone(&self.core.store.read(), company_id, span).await?;
            spent.extend(found.into_iter().map(|of| WindowSpend { window, of }));
        }
        Ok(spent)
    }

    /// Tells how much of providers' plans is used, where an adapter can ask for it: none of those
    /// that there are can.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn quota_windows(
        &self,
        request: &Request,
        company_id: CompanyId,
    ) -> ServiceResult<Vec<QuotaWindows>> {
        self.require_reader(request, company_id).await?;
        Ok(Vec::new())
    }

    /// Sums up what an issue and all below it cost.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn of_issue(&self, issue: &Scoped<Issue>, with_root: bool) -> ServiceResult<OfTree> {
        Ok(reports::of_tree(&self.core.store.read(), issue.id, with_root).await?)
    }

    async fn agents(&self, company_id: CompanyId) -> ServiceResult<HashMap<AgentId, AgentLink>> {
        let links = agent_links::of_company(&self.core.store.read(), company_id).await?;
        Ok(links.into_iter().map(|link| (link.id, link)).collect())
    }
}

fn status(agent: &AgentLink) -> AgentStatus {
    let standing =
        Standing { state: agent.state, has_running_run: agent.has_running_run, has_error: agent.has_error };
    standing.status()
}

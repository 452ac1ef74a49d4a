//! Money that is no cost of a model: fees, credits, corrections.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::cost::Span;
use wireclip_domain::finance::{FinanceDirection, FinanceEventKind, FinanceUnit};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::policy::Right;
use wireclip_domain::{
    AgentId, CompanyId, CostEventId, FinanceEventId, GoalId, IssueId, OpaqueJson, ProjectId, RunId, Timestamp,
};
use wireclip_store::companies::Company;
use wireclip_store::costs as ledger;
use wireclip_store::finance_events::{self, FinanceEvent, FinanceSums, OfBiller, OfKind};
use wireclip_store::{PageLimit, agents, goals, issues, projects, runs};

use super::{Costs, of_company};
use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change, Committed};
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

/// A booking to make.
#[derive(Debug, Clone)]
pub struct NewFinanceEvent {
    /// For which agent.
    pub agent_id: Option<AgentId>,
    /// For which issue.
    pub issue_id: Option<IssueId>,
    /// For which project.
    pub project_id: Option<ProjectId>,
    /// For which goal.
    pub goal_id: Option<GoalId>,
    /// For which run.
    pub run_id: Option<RunId>,
    /// The entry of the ledger that it is about.
    pub cost_event_id: Option<CostEventId>,
    /// What else it is booked on.
    pub billing_code: Option<String>,
    /// More about it.
    pub description: Option<String>,
    /// What it is for.
    pub event_kind: FinanceEventKind,
    /// Whether it goes or comes.
    pub direction: FinanceDirection,
    /// Who sends the bill.
    pub biller: String,
    /// Whose model was used.
    pub provider: Option<String>,
    /// The adapter that used it.
    pub execution_adapter_type: Option<String>,
    /// The provider's tier.
    pub pricing_tier: Option<String>,
    /// Where.
    pub region: Option<String>,
    /// Which model.
    pub model: Option<String>,
    /// How much of it.
    pub quantity: Option<i64>,
    /// What the quantity counts.
    pub unit: Option<FinanceUnit>,
    /// How much money.
    pub amount: MicroDollars,
    /// Of which currency.
    pub currency: String,
    /// Whether it is an estimate.
    pub estimated: bool,
    /// The bill's own number.
    pub external_invoice_id: Option<String>,
    /// What others keep with it.
    pub metadata: Option<OpaqueJson>,
    /// When.
    pub occurred_at: Timestamp,
}

impl Costs {
    /// Books money that is no cost of a model.
    ///
    /// # Errors
    /// `Forbidden` for agents; `NotFound` without what it names; `Unprocessable` if that is another
    /// company's.
    pub async fn book_finance(
        &self,
        company: &Scoped<Company>,
        new: NewFinanceEvent,
    ) -> ServiceResult<Committed<FinanceEvent>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About::company(company.id);
        authority::require(&change.conn(), company.caller(), Right::FinanceWrite, about).await?;
        check_named(&change, company, &new).await?;
        let event = FinanceEvent {
            id: FinanceEventId::random(),
            company_id: company.id,
            agent_id: new.agent_id,
            issue_id: new.issue_id,
            project_id: new.project_id,
            goal_id: new.goal_id,
            run_id: new.run_id,
            cost_event_id: new.cost_event_id,
            billing_code: new.billing_code,
            description: new.description,
            event_kind: new.event_kind,
            direction: new.direction,
            biller: new.biller,
            provider: new.provider,
            execution_adapter_type: new.execution_adapter_type,
            pricing_tier: new.pricing_tier,
            region: new.region,
            model: new.model,
            quantity: new.quantity,
            unit: new.unit,
            amount_micros: new.amount,
            currency: new.currency,
            estimated: new.estimated,
            external_invoice_id: new.external_invoice_id,
            metadata: new.metadata,
            occurred_at: new.occurred_at,
            created_at: change.now(),
        };
        finance_events::insert(&change.conn(), &event).await?;
        let mut details = OpaqueJson::object();
        details.set("biller", &event.biller);
        details.set("direction", &event.direction);
        details.set("eventKind", &event.event_kind);
        details.set("amountCents", &event.amount_micros.cents());
        let (kind, action) = (EntityType::FinanceEvent, Action::FinanceEventReported);
        change.record(company.id, ActivityRecord::about(kind, event.id, action, details));
        change.commit(event).await
    }

    /// Lists bookings, the latest first.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn finance_events(
        &self,
        request: &Request,
        company_id: CompanyId,
        span: Span,
        limit: PageLimit<500>,
    ) -> ServiceResult<Vec<FinanceEvent>> {
        self.require_reader(request, company_id).await?;
        Ok(finance_events::list(&self.core.store.read(), company_id, span, limit).await?)
    }

    /// Sums bookings up.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finance_summary(&self, company: &Scoped<Company>, span: Span) -> ServiceResult<FinanceSums> {
        Ok(finance_events::total(&self.core.store.read(), company.id, span).await?)
    }

    /// Sums bookings up by biller, dearest first.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn finance_by_biller(
        &self,
        request: &Request,
        company_id: CompanyId,
        span: Span,
    ) -> ServiceResult<Vec<OfBiller>> {
        self.require_reader(request, company_id).await?;
        Ok(finance_events::by_biller(&self.core.store.read(), company_id, span).await?)
    }

    /// Sums bookings up by kind, dearest first.
    ///
    /// # Errors
    /// `Forbidden` for an agent that names another company.
    pub async fn finance_by_kind(
        &self,
        request: &Request,
        company_id: CompanyId,
        span: Span,
    ) -> ServiceResult<Vec<OfKind>> {
        self.require_reader(request, company_id).await?;
        Ok(finance_events::by_kind(&self.core.store.read(), company_id, span).await?)
    }
}

/// Goes on only if everything that a booking names is the company's.
async fn check_named(
    change: &Change<'_>,
    company: &Scoped<Company>,
    new: &NewFinanceEvent,
) -> ServiceResult<()> {
    let (conn, scope) = (change.conn(), company.request().scope());
    if let Some(id) = new.agent_id {
        let agent = agents::get(&conn, &scope, id).await?.or_missing(Missing::Agent)?;
        of_company(agent.company_id, company.id, "Agent does not belong to company")?;
    }
    if let Some(id) = new.issue_id {
        let issue = issues::get(&conn, &scope, id).await?.or_missing(Missing::Issue)?;
        of_company(issue.company_id, company.id, "Issue does not belong to company")?;
    }
    if let Some(id) = new.project_id {
        let project = projects::get(&conn, &scope, id).await?.or_missing(Missing::Project)?;
        of_company(project.company_id, company.id, "Project does not belong to company")?;
    }
    if let Some(id) = new.goal_id {
        let goal = goals::get(&conn, &scope, id).await?.or_missing(Missing::Goal)?;
        of_company(goal.company_id, company.id, "Goal does not belong to company")?;
    }
    if let Some(id) = new.run_id {
        let run = runs::get(&conn, &scope, id).await?.or_missing(Missing::Run)?;
        of_company(run.company_id, company.id, "Heartbeat run does not belong to company")?;
    }
    if let Some(id) = new.cost_event_id {
        let event = ledger::get(&conn, &scope, id).await?;
        let event = event.ok_or_else(|| ServiceError::not_found("Cost event not found"))?;
        of_company(event.company_id, company.id, "Cost event does not belong to company")?;
    }
    Ok(())
}

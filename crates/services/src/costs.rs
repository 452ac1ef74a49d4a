//! Costs: what agents and people report, what runs used, and what it sums up to.

mod finance;
pub(crate) mod ledger;
mod reports;
mod run_costs;
mod series;

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Caller;
use wireclip_domain::cost::{CostStatus, ModelUse, Priced, Tokens, Usage, price, unpriced};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::policy::Right;
use wireclip_domain::{AgentId, CompanyId, GoalId, IssueId, OpaqueJson, ProjectId, RunId, Timestamp};
use wireclip_store::agents::{self, Agent};
use wireclip_store::companies::Company;
use wireclip_store::costs::CostEvent;
use wireclip_store::{Scope, goals, issues, projects, runs};

use crate::authority::{self, About};
use crate::change::{ActivityRecord, Change, Committed};
use crate::core::Core;
use crate::error::{Missing, OrMissing as _, ServiceError, ServiceResult};
use crate::request::{Request, Scoped};

use self::ledger::Entry;

pub use finance::NewFinanceEvent;
pub use reports::{
    AgentCosts, AgentModelCosts, CostSummary, ProjectCosts, QuotaWindows, Window, WindowSpend,
};
pub(crate) use run_costs::{UsedBy, book_run, meter_run, of_tokens};
pub use series::SeriesQuery;

/// How far ahead of this server's clock another may be that tells when something was used.
const CLOCKS_DIFFER_BY: Duration = Duration::from_secs(10 * 60);
/// How long ago an agent's use may lie. What it tells of an earlier month would escape the limit
/// of this one.
const AGENTS_TELL_WITHIN: Duration = Duration::from_secs(24 * 60 * 60);

/// Actions on costs, and reports.
#[derive(Debug, Clone)]
pub struct Costs {
    core: Arc<Core>,
}

/// A cost that somebody reports.
#[derive(Debug, Clone)]
pub struct NewCost {
    /// Whose it is.
    pub agent_id: AgentId,
    /// For which issue.
    pub issue_id: Option<IssueId>,
    /// For which project; the issue's unless told.
    pub project_id: Option<ProjectId>,
    /// For which goal.
    pub goal_id: Option<GoalId>,
    /// In which run; that in which the caller acts unless told.
    pub run_id: Option<RunId>,
    /// What else it is booked on.
    pub billing_code: Option<String>,
    /// What was used.
    pub of: ModelUse,
    /// How much of it.
    pub tokens: Tokens,
    /// What it cost; by the list where nobody says.
    pub cost: Option<MicroDollars>,
    /// Whether it has a price, where somebody says so.
    pub status: Option<CostStatus>,
    /// When.
    pub occurred_at: Timestamp,
}

impl Costs {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Self { core }
    }

    /// Books a cost.
    ///
    /// # Errors
    /// `Forbidden` if an agent reports another's; `NotFound` without what it names; `Unprocessable`
    /// if that is another company's, or the time is none of the past.
    pub async fn report(
        &self,
        company: &Scoped<Company>,
        new: NewCost,
    ) -> ServiceResult<Committed<CostEvent>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let about = About { agent: Some(new.agent_id), ..About::company(company.id) };
        if company.caller().as_agent().is_some_and(|caller| caller.agent_id != new.agent_id) {
            return Err(ServiceError::forbidden("Agent can only report its own costs"));
        }
        authority::require(&change.conn(), company.caller(), Right::CostReport, about).await?;
        check_time(&change, company.caller(), new.occurred_at)?;
        let agent = agent_of(&change, company, new.agent_id).await?;
        let place = place_of(&change, company, &new).await?;
        let usage = Usage { of: new.of, tokens: new.tokens, cost: new.cost };
        let priced: Priced = match new.status {
            Some(CostStatus::Unpriced) => unpriced(&usage),
            _ => price(&usage),
        };
        let entry = Entry {
            company_id: company.id,
            agent_id: agent.id,
            issue_id: place.issue_id,
            project_id: place.project_id,
            goal_id: place.goal_id,
            run_id: place.run_id,
            billing_code: new.billing_code,
            usage,
            priced,
            booked_as: None,
            occurred_at: new.occurred_at,
        };
        let event = ledger::book(&mut change, entry).await?;
        let mut details = OpaqueJson::object();
        details.set("model", &event.model);
        details.set("costCents", &event.cash_micros.cents());
        let record = ActivityRecord::about(EntityType::CostEvent, event.id, Action::CostReported, details);
        change.record(company.id, record);
        change.commit(event).await
    }

    /// Goes on only if the caller may see what a company costs. One that is not there has no costs,
    /// as clients know it.
    async fn require_reader(&self, request: &Request, company_id: CompanyId) -> ServiceResult<()> {
        request.require_company(company_id)?;
        let about = About::company(company_id);
        authority::require(&self.core.store.read(), &request.caller, Right::CostRead, about).await
    }
}

/// Whoever names a time far from now moves money out of the month whose limit it counts for.
fn check_time(change: &Change<'_>, caller: &Caller, occurred_at: Timestamp) -> ServiceResult<()> {
    let now = change.now();
    if occurred_at > now.plus(CLOCKS_DIFFER_BY) {
        return Err(ServiceError::unprocessable("occurredAt lies in the future"));
    }
    if caller.as_agent().is_some() && occurred_at < now.minus(AGENTS_TELL_WITHIN) {
        let message = "An agent reports its costs within 24 hours; people can report older ones";
        return Err(ServiceError::unprocessable(message));
    }
    Ok(())
}

async fn agent_of(change: &Change<'_>, company: &Scoped<Company>, id: AgentId) -> ServiceResult<Agent> {
    let scope = company.request().scope();
    let agent = agents::get(&change.conn(), &scope, id).await?.or_missing(Missing::Agent)?;
    of_company(agent.company_id, company.id, "Agent does not belong to company")?;
    Ok(agent)
}

/// Goes on only if what was named is the company's.
fn of_company(found: CompanyId, company_id: CompanyId, refused: &'static str) -> ServiceResult<()> {
    if found == company_id { Ok(()) } else { Err(ServiceError::unprocessable(refused)) }
}

/// What a cost is booked on besides its agent.
struct Booked {
    issue_id: Option<IssueId>,
    project_id: Option<ProjectId>,
    goal_id: Option<GoalId>,
    run_id: Option<RunId>,
}

/// Finds what a cost names. What it does not name follows from what it does: the issue from the
/// run, the project from the issue.
async fn place_of(change: &Change<'_>, company: &Scoped<Company>, new: &NewCost) -> ServiceResult<Booked> {
    let conn = change.conn();
    let scope = company.request().scope();
    let own_run = company.caller().as_agent().and_then(|caller| caller.run_id);
    let run = match new.run_id.or(own_run) {
        Some(id) => {
            let run = runs::get(&conn, &scope, id).await?.or_missing(Missing::Run)?;
            of_company(run.company_id, company.id, "Heartbeat run does not belong to company")?;
            if run.agent_id != new.agent_id {
                return Err(ServiceError::unprocessable("Heartbeat run does not belong to the agent"));
            }
            Some(run)
        }
        None => None,
    };
    let issue = match new.issue_id {
        Some(id) => {
            let issue = issues::get(&conn, &scope, id).await?.or_missing(Missing::Issue)?;
            of_company(issue.company_id, company.id, "Issue does not belong to company")?;
            Some(issue)
        }
        None => match run.as_ref().and_then(|run| run.issue_id) {
            Some(id) => issues::get(&conn, &Scope::company(company.id), id).await?,
            None => None,
        },
    };
    if let Some(id) = new.project_id {
        let project = projects::get(&conn, &scope, id).await?.or_missing(Missing::Project)?;
        of_company(project.company_id, company.id, "Project does not belong to company")?;
    }
    if let Some(id) = new.goal_id {
        let goal = goals::get(&conn, &scope, id).await?.or_missing(Missing::Goal)?;
        of_company(goal.company_id, company.id, "Goal does not belong to company")?;
    }
    Ok(Booked {
        issue_id: issue.as_ref().map(|issue| issue.id),
        project_id: new.project_id.or_else(|| issue.as_ref().and_then(|issue| issue.project_id)),
        goal_id: new.goal_id,
        run_id: run.map(|run| run.id),
    })
}

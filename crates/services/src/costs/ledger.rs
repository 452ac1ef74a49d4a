//! The one way into the ledger.

use wireclip_domain::cost::{Priced, Usage};
use wireclip_domain::{AgentId, CompanyId, CostEventId, GoalId, IssueId, ProjectId, RunId, Timestamp};
use wireclip_store::costs::{self, CostEvent};

use crate::budgets::metering;
use crate::change::Change;
use crate::error::ServiceResult;

/// What is to be booked.
pub(crate) struct Entry {
    pub(crate) company_id: CompanyId,
    pub(crate) agent_id: AgentId,
    pub(crate) issue_id: Option<IssueId>,
    pub(crate) project_id: Option<ProjectId>,
    pub(crate) goal_id: Option<GoalId>,
    pub(crate) run_id: Option<RunId>,
    pub(crate) billing_code: Option<String>,
    pub(crate) usage: Usage,
    pub(crate) priced: Priced,
    /// Its place in the run, where the server itself books it.
    pub(crate) booked_as: Option<String>,
    pub(crate) occurred_at: Timestamp,
}

/// Books an entry, with every sum that it belongs to, and holds it against every limit that it
/// counts for. The caller holds the company's counters.
pub(crate) async fn book(change: &mut Change<'_>, entry: Entry) -> ServiceResult<CostEvent> {
    let Entry { usage, priced, .. } = entry;
    let event = CostEvent {
        id: CostEventId::random(),
        company_id: entry.company_id,
        agent_id: entry.agent_id,
        issue_id: entry.issue_id,
        project_id: entry.project_id,
        goal_id: entry.goal_id,
        run_id: entry.run_id,
        billing_code: entry.billing_code,
        provider: usage.of.provider,
        biller: usage.of.biller,
        billing_type: usage.of.billing_type,
        model: usage.of.model,
        cost_status: priced.status,
        cost_basis: priced.basis,
        input_tokens: usage.tokens.input,
        cached_input_tokens: usage.tokens.cached_input,
        output_tokens: usage.tokens.output,
        cash_micros: priced.cash,
        estimate_micros: priced.estimate,
        // Found out where it is stored.
        new_runs: 0,
        new_runs_of_biller: 0,
        new_runs_of_model: 0,
        booked_as: entry.booked_as,
        occurred_at: entry.occurred_at,
        created_at: change.now(),
    };
    let event = costs::book(&change.conn(), event).await?;
    // On the heap: a limit that is met does much, and mostly none is.
    Box::pin(metering::meter(change, &event)).await?;
    Ok(event)
}

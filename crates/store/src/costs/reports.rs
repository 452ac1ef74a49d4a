//! Reports: sums of the ledger by whatever they are asked by, over any stretch of time.
//!
//! A stretch is cut into pieces for which sums are kept ([`Span::pieces`]); only in the two part
//! hours at its ends entries are looked at. All reports ask one question of the same rows, so they
//! agree with each other.

use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use wireclip_domain::cost::{BillingType, Span};
use wireclip_domain::money::MicroDollars;
use wireclip_domain::{AgentId, CompanyId, IssueId, ProjectId};

use super::NO_PROJECT;
use crate::conn::{Conn, DatabaseKind};
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Sums of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromQueryResult)]
pub struct Sums {
    /// What is owed.
    pub cash: MicroDollars,
    /// What it would be by the list.
    pub estimate: MicroDollars,
    /// Tokens read, without the cached ones.
    pub input_tokens: i64,
    /// Tokens read from caches.
    pub cached_input_tokens: i64,
    /// Tokens written.
    pub output_tokens: i64,
    /// How many entries there are.
    pub events: i64,
    /// How many of them have no price.
    pub unpriced_events: i64,
}

/// What of the sums belongs to plans, and how many runs there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromQueryResult)]
pub struct PlanSums {
    /// Runs that were billed by use.
    pub api_runs: i64,
    /// Runs that belong to plans.
    pub plan_runs: i64,
    /// Tokens of plans read, without the cached ones.
    pub plan_input_tokens: i64,
    /// Tokens of plans read from caches.
    pub plan_cached_input_tokens: i64,
    /// Tokens of plans written.
    pub plan_output_tokens: i64,
}

/// The sums of an agent.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OfAgent {
    /// The agent.
    pub agent_id: AgentId,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: Sums,
    /// What of it belongs to plans.
    #[sea_orm(nested)]
    pub plans: PlanSums,
}

/// The sums of an agent and a model.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OfAgentModel {
    /// The agent.
    pub agent_id: AgentId,
    /// Whose model it is.
    pub provider: String,
    /// Who sends the bill.
    pub biller: String,
    /// How it is paid for.
    pub billing_type: BillingType,
    /// The model.
    pub model: String,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: Sums,
}

/// The sums of a provider's model.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OfProvider {
    /// Whose model it is.
    pub provider: String,
    /// Who sends the bill.
    pub biller: String,
    /// How it is paid for.
    pub billing_type: BillingType,
    /// The model.
    pub model: String,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: Sums,
    /// What of it belongs to plans.
    #[sea_orm(nested)]
    pub plans: PlanSums,
}

/// The sums of who sends bills.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OfBiller {
    /// Who sends them.
    pub biller: String,
    /// How many providers' models are billed so.
    pub providers: i64,
    /// How many models.
    pub models: i64,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: Sums,
    /// What of it belongs to plans.
    #[sea_orm(nested)]
    pub plans: PlanSums,
}

/// The sums of a project.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OfProject {
    /// The project.
    pub project_id: ProjectId,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: Sums,
}

/// The sums of a provider, whoever bills.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OfWindow {
    /// The provider.
    pub provider: String,
    /// Who sends the bill, the first of them in the alphabet.
    pub biller: String,
    /// How many do.
    pub billers: i64,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: Sums,
}

/// How many rows a report has at most.
type Rows = PageLimit<10_000>;

const SUMS: &str = "
CAST(SUM(cash_micros) AS bigint) AS cash, CAST(SUM(estimate_micros) AS bigint) AS estimate,
CAST(SUM(input_tokens) AS bigint) AS input_tokens,
CAST(SUM(cached_input_tokens) AS bigint) AS cached_input_tokens,
CAST(SUM(output_tokens) AS bigint) AS output_tokens,
CAST(SUM(events) AS bigint) AS events, CAST(SUM(unpriced_events) AS bigint) AS unpriced_events";

/// Makes the columns of [`PlanSums`]; `runs` is the column that counts runs at the report's level.
fn plan_sums(runs: &str) -> String {
    let of_plans = BillingType::OF_PLANS.map(|word| format!("'{word}'")).join(", ");
    let is_plan = format!("billing_type IN ({of_plans})");
    let sum = |condition: &str, column: &str, name: &str| {
        format!("CAST(SUM(CASE WHEN {condition} THEN {column} ELSE 0 END) AS bigint) AS {name}")
    };
    [
        sum(&format!("billing_type = '{}'", BillingType::MeteredApi), runs, "api_runs"),
        sum(&is_plan, runs, "plan_runs"),
        sum(&is_plan, "input_tokens", "plan_input_tokens"),
        sum(&is_plan, "cached_input_tokens", "plan_cached_input_tokens"),
        sum(&is_plan, "output_tokens", "plan_output_tokens"),
    ]
    .join(", ")
}

/// The rows of a stretch of time, to be summed up.
struct Summed {
    sql: String,
    values: Vec<Value>,
}

const KEY: &str = "agent_id, project_id, provider, biller, billing_type, model";
const COUNTED: &str = "cash_micros, estimate_micros, input_tokens, cached_input_tokens, output_tokens, \
                       events, unpriced_events, new_runs, new_runs_of_biller, new_runs_of_model";

impl Summed {
    fn of(company_id: CompanyId, span: Span) -> Option<Self> {
        let mut summed = Self { sql: String::new(), values: Vec::new() };
        for piece in span.pieces() {
            if !summed.sql.is_empty() {
                summed.sql.push_str(" UNION ALL ");
            }
            let company = summed.value(company_id);
            let time = match piece.grain {
                Some(grain) => {
                    // Index: the table's key.
                    summed.sql.push_str(&format!(
                        "SELECT {KEY}, {COUNTED} FROM cost_sums WHERE company_id = {company} AND grain = '{grain}'"
                    ));
                    "starts_at"
                }
                None => {
                    // Index: cost_events_by_time.
                    let none = summed.value(NO_PROJECT);
                    summed.sql.push_str(&format!(
                        "SELECT agent_id, COALESCE(project_id, {none}) AS project_id, provider, biller,
                         billing_type, model, cash_micros, COALESCE(estimate_micros, 0) AS estimate_micros,
                         input_tokens, cached_input_tokens, output_tokens, 1 AS events,
                         CASE WHEN cost_status = 'unpriced' THEN 1 ELSE 0 END AS unpriced_events,
                         new_runs, new_runs_of_biller, new_runs_of_model
                         FROM cost_events WHERE company_id = {company}"
                    ));
                    "occurred_at"
                }
            };
            if let Some(start) = piece.start {
                let start = summed.value(start);
                summed.sql.push_str(&format!(" AND {time} >= {start}"));
            }
            if let Some(end) = piece.end {
                let end = summed.value(end);
                summed.sql.push_str(&format!(" AND {time} < {end}"));
            }
        }
        // A stretch that ends before it begins has no rows.
        (!summed.sql.is_empty()).then_some(summed)
    }

    fn value(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    async fn ask<T: FromQueryResult>(
        self,
        conn: &Conn<'_>,
        columns: &str,
        rest: &str,
    ) -> StoreResult<Vec<T>> {
        let Self { sql, values } = self;
        let sql = format!("SELECT {columns} FROM ({sql}) AS summed {rest} LIMIT {}", Rows::MAX.rows());
        let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, values);
        Ok(T::find_by_statement(statement).all(conn.db()).await?)
    }
}

/// Asks one of the reports; without rows where the stretch is empty.
async fn ask<T: FromQueryResult>(
    conn: &Conn<'_>,
    company_id: CompanyId,
    span: Span,
    columns: &str,
    rest: &str,
) -> StoreResult<Vec<T>> {
    match Summed::of(company_id, span) {
        Some(summed) => summed.ask(conn, columns, rest).await,
        None => Ok(Vec::new()),
    }
}

/// Returns the sums of a company; none where there is no entry.
///
/// # Errors
/// If the database fails.
pub async fn total(conn: &Conn<'_>, company_id: CompanyId, span: Span) -> StoreResult<Option<Sums>> {
    let found: Vec<Sums> = ask(conn, company_id, span, SUMS, "HAVING COUNT(*) > 0").await?;
    Ok(found.into_iter().next())
}

/// Returns the sums of a company's agents, dearest first.
///
/// # Errors
/// If the database fails.
pub async fn by_agent(conn: &Conn<'_>, company_id: CompanyId, span: Span) -> StoreResult<Vec<OfAgent>> {
    let columns = format!("agent_id, {SUMS}, {}", plan_sums("new_runs"));
    ask(conn, company_id, span, &columns, "GROUP BY agent_id ORDER BY cash DESC, agent_id").await
}

/// Returns the sums of a company's agents by model.
///
/// # Errors
/// If the database fails.
pub async fn by_agent_model(
    conn: &Conn<'_>,
    company_id: CompanyId,
    span: Span,
) -> StoreResult<Vec<OfAgentModel>> {
    let key = "agent_id, provider, biller, billing_type, model";
    let columns = format!("{key}, {SUMS}");
    let rest = format!("GROUP BY {key} ORDER BY provider, biller, billing_type, model, cash DESC, agent_id");
    ask(conn, company_id, span, &columns, &rest).await
}

/// Returns the sums of providers' models, dearest first.
///
/// # Errors
/// If the database fails.
pub async fn by_provider(conn: &Conn<'_>, company_id: CompanyId, span: Span) -> StoreResult<Vec<OfProvider>> {
    let key = "provider, biller, billing_type, model";
    let columns = format!("{key}, {SUMS}, {}", plan_sums("new_runs_of_model"));
    ask(conn, company_id, span, &columns, &format!("GROUP BY {key} ORDER BY cash DESC, {key}")).await
}

/// Returns the sums of those who send bills, dearest first.
///
/// # Errors
/// If the database fails.
pub async fn by_biller(conn: &Conn<'_>, company_id: CompanyId, span: Span) -> StoreResult<Vec<OfBiller>> {
    let columns = format!(
        "biller, COUNT(DISTINCT provider) AS providers, COUNT(DISTINCT model) AS models, {SUMS}, {}",
        plan_sums("new_runs_of_biller")
    );
    ask(conn, company_id, span, &columns, "GROUP BY biller ORDER BY cash DESC, biller").await
}

/// Returns the sums of projects, dearest first; what belongs to none is left out.
///
/// # Errors
/// If the database fails.
pub async fn by_project(conn: &Conn<'_>, company_id: CompanyId, span: Span) -> StoreResult<Vec<OfProject>> {
    let Some(mut summed) = Summed::of(company_id, span) else { return Ok(Vec::new()) };
    let none = summed.value(NO_PROJECT);
    let rest = format!("WHERE project_id <> {none} GROUP BY project_id ORDER BY cash DESC, project_id");
    summed.ask(conn, &format!("project_id, {SUMS}"), &rest).await
}

/// Returns the sums of providers, dearest first.
///
/// # Errors
/// If the database fails.
pub async fn by_provider_alone(
    conn: &Conn<'_>,
    company_id: CompanyId,
    span: Span,
) -> StoreResult<Vec<OfWindow>> {
    let columns = format!("provider, MIN(biller) AS biller, COUNT(DISTINCT biller) AS billers, {SUMS}");
    ask(conn, company_id, span, &columns, "GROUP BY provider ORDER BY cash DESC, provider").await
}

/// What an issue and all below it cost, and how long was worked on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromQueryResult)]
pub struct OfTree {
    /// How many issues they are.
    pub issues: i64,
    /// How many runs have started for them.
    pub runs: i64,
    /// How long these ran, in milliseconds, as far as they have ended.
    pub runtime_millis: i64,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: Sums,
}

/// Sums up an issue and all below it, or only those below it.
///
/// # Errors
/// If the database fails.
pub async fn of_tree(conn: &Conn<'_>, issue_id: IssueId, with_root: bool) -> StoreResult<OfTree> {
    let millis = match conn.kind() {
        DatabaseKind::Sqlite => {
            "CAST(ROUND((julianday(r.finished_at) - julianday(r.started_at)) * 86400000.0) AS bigint)"
        }
        DatabaseKind::Postgres => {
            "CAST(ROUND(EXTRACT(EPOCH FROM (r.finished_at - r.started_at)) * 1000) AS bigint)"
        }
    };
    let root = if with_root { "" } else { "WHERE id <> $1" };
    // Index: issues_by_parent, the key of issue_costs, runs_by_issue.
    let sql = format!(
        "WITH RECURSIVE tree (id) AS (
           SELECT id FROM issues WHERE id = $1
           UNION SELECT i.id FROM issues i JOIN tree t ON i.parent_id = t.id
         ), asked (id) AS (SELECT id FROM tree {root}),
         ran AS (
           SELECT COUNT(*) AS runs, CAST(COALESCE(SUM({millis}), 0) AS bigint) AS runtime_millis
           FROM asked a JOIN runs r ON r.issue_id = a.id WHERE r.started_at IS NOT NULL
         )
         SELECT (SELECT COUNT(*) FROM asked) AS issues, (SELECT runs FROM ran) AS runs,
           (SELECT runtime_millis FROM ran) AS runtime_millis,
           CAST(COALESCE(SUM(c.cash_micros), 0) AS bigint) AS cash,
           CAST(COALESCE(SUM(c.estimate_micros), 0) AS bigint) AS estimate,
           CAST(COALESCE(SUM(c.input_tokens), 0) AS bigint) AS input_tokens,
           CAST(COALESCE(SUM(c.cached_input_tokens), 0) AS bigint) AS cached_input_tokens,
           CAST(COALESCE(SUM(c.output_tokens), 0) AS bigint) AS output_tokens,
           CAST(COALESCE(SUM(c.events), 0) AS bigint) AS events,
           CAST(COALESCE(SUM(c.unpriced_events), 0) AS bigint) AS unpriced_events
         FROM asked a JOIN issue_costs c ON c.issue_id = a.id"
    );
    let backend = conn.db().get_database_backend();
    let statement = Statement::from_sql_and_values(backend, sql, [issue_id.into()]);
    let found = OfTree::find_by_statement(statement).one(conn.db()).await?;
    Ok(found.unwrap_or(OfTree { issues: 0, runs: 0, runtime_millis: 0, sums: Sums::NOTHING }))
}

impl Sums {
    /// Nothing at all.
    pub const NOTHING: Self = Self {
        cash: MicroDollars::new(0),
        estimate: MicroDollars::new(0),
        input_tokens: 0,
        cached_input_tokens: 0,
        output_tokens: 0,
        events: 0,
        unpriced_events: 0,
    };
}

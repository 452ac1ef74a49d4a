//! What a company looks like from above: sums, none of which looks at every issue.

use std::collections::BTreeMap;

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Statement,
};
use wireclip_domain::agent::AgentState;
use wireclip_domain::company::PauseReason;
use wireclip_domain::issue::IssueStatus;
use wireclip_domain::run::RunStatus;
use wireclip_domain::{AgentId, CompanyId, RunId, Timestamp};
use wireclip_schema::{agents, issue_counts, projects};

use crate::conn::{Conn, DatabaseKind};
use crate::error::StoreResult;
use crate::page::PageLimit;
use crate::scope::Scope;

/// How many agents of a company stand in the same way.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct AgentGroup {
    /// What is stored of their standing.
    pub state: AgentState,
    /// Why they are paused.
    pub pause_reason: Option<PauseReason>,
    /// Whether their last failure has not been cleared.
    pub has_error: bool,
    /// Whether one of their runs is running.
    pub has_running_run: bool,
    /// How many they are.
    pub agents: i64,
}

// Index: agents_by_company, and runs_by_agent_status for each agent.
const AGENT_GROUPS: &str = "
SELECT state, pause_reason, has_error, has_running_run, COUNT(*) AS agents FROM (
  SELECT a.state, a.pause_reason, a.error_reason IS NOT NULL AS has_error, EXISTS (
    SELECT 1 FROM runs r WHERE r.agent_id = a.id AND r.status = 'running'
  ) AS has_running_run FROM agents a WHERE a.company_id = $1
) AS standing GROUP BY state, pause_reason, has_error, has_running_run";

/// Counts a company's agents by how they stand.
///
/// # Errors
/// If the database fails.
pub async fn agent_groups(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Vec<AgentGroup>> {
    let statement = statement(conn, AGENT_GROUPS, [company_id.into()]);
    Ok(AgentGroup::find_by_statement(statement).all(conn.db()).await?)
}

/// Returns how many issues of a company stand where.
///
/// # Errors
/// If the database fails.
pub async fn issues_by_status(
    conn: &Conn<'_>,
    company_id: CompanyId,
) -> StoreResult<Vec<(IssueStatus, i64)>> {
    Ok(issue_counts::Entity::find()
        .filter(issue_counts::Column::CompanyId.eq(company_id))
        .select_only()
        .columns([issue_counts::Column::Status, issue_counts::Column::Issues])
        .into_tuple()
        .all(conn.db())
        .await?)
}

/// Counts a company's projects that are paused for this reason.
///
/// # Errors
/// If the database fails.
pub async fn paused_projects(
    conn: &Conn<'_>,
    company_id: CompanyId,
    reason: PauseReason,
) -> StoreResult<u64> {
    use sea_orm::PaginatorTrait;
    Ok(projects::Entity::find()
        .filter(projects::Column::CompanyId.eq(company_id))
        .filter(projects::Column::PauseReason.eq(reason))
        .count(conn.db())
        .await?)
}

/// How many runs of one day ended in the same way.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct RunGroup {
    /// The day of their making, in UTC, as `2026-01-02`.
    pub day: String,
    /// Where they stand.
    pub status: RunStatus,
    /// What went wrong.
    pub error_code: Option<String>,
    /// Whether another run made up for them.
    pub is_recovered: bool,
    /// How many they are.
    pub runs: i64,
}

/// Counts the runs that a company made since a moment, by day and outcome.
///
/// # Errors
/// If the database fails.
pub async fn run_groups(
    conn: &Conn<'_>,
    company_id: CompanyId,
    since: Timestamp,
) -> StoreResult<Vec<RunGroup>> {
    let day = match conn.kind() {
        DatabaseKind::Sqlite => "substr(created_at, 1, 10)",
        DatabaseKind::Postgres => "to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
    };
    // Index: runs_by_company. The inner question is asked once.
    let sql = format!(
        "SELECT day, status, error_code, is_recovered, COUNT(*) AS runs FROM (
           SELECT {day} AS day, status, error_code, status IN ('failed', 'timed_out') AND id IN (
             SELECT retry_of_run_id FROM runs WHERE company_id = $1 AND created_at >= $2
             AND status = 'succeeded' AND retry_of_run_id IS NOT NULL
           ) AS is_recovered FROM runs WHERE company_id = $1 AND created_at >= $2
         ) AS ended GROUP BY day, status, error_code, is_recovered"
    );
    let statement = statement(conn, &sql, [company_id.into(), since.into()]);
    Ok(RunGroup::find_by_statement(statement).all(conn.db()).await?)
}

/// An agent whose last run failed.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct FailedRun {
    /// The run.
    pub run_id: RunId,
    /// Its agent.
    pub agent_id: AgentId,
    /// When something last happened to it.
    pub updated_at: Timestamp,
}

// Index: agents_by_company, and the newest entry of runs_by_agent for each agent.
const LAST_RUN_FAILED: &str = "
SELECT r.id AS run_id, r.agent_id, r.updated_at FROM agents a JOIN runs r ON r.id = (
  SELECT newest.id FROM runs newest WHERE newest.agent_id = a.id
  ORDER BY newest.created_at DESC, newest.id LIMIT 1
) WHERE a.company_id = $1 AND a.state <> 'terminated' AND r.status IN ('failed', 'timed_out')
LIMIT $2";

/// Lists the agents of a company whose last run failed.
///
/// # Errors
/// If the database fails.
pub async fn last_run_failed(
    conn: &Conn<'_>,
    company_id: CompanyId,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<FailedRun>> {
    let limit = i64::try_from(limit.rows()).unwrap_or(i64::MAX);
    let statement = statement(conn, LAST_RUN_FAILED, [company_id.into(), limit.into()]);
    Ok(FailedRun::find_by_statement(statement).all(conn.db()).await?)
}

/// How much a company has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CompanySize {
    /// How many agents.
    pub agents: i64,
    /// How many issues.
    pub issues: i64,
}

/// Returns how much each company has; one that has nothing is left out.
///
/// # Errors
/// If the database fails.
pub async fn sizes(conn: &Conn<'_>, scope: &Scope) -> StoreResult<BTreeMap<CompanyId, CompanySize>> {
    let mut sizes: BTreeMap<CompanyId, CompanySize> = BTreeMap::new();
    // Index: agents_by_company.
    let agents: Vec<(CompanyId, i64)> = agents::Entity::find()
        .filter(scope.condition(agents::Column::CompanyId))
        .select_only()
        .column(agents::Column::CompanyId)
        .column_as(agents::Column::Id.count(), "agents")
        .group_by(agents::Column::CompanyId)
        .into_tuple()
        .all(conn.db())
        .await?;
    for (company_id, agents) in agents {
        sizes.entry(company_id).or_default().agents = agents;
    }
    let issues: Vec<(CompanyId, i64)> = issue_counts::Entity::find()
        .filter(scope.condition(issue_counts::Column::CompanyId))
        .select_only()
        .columns([issue_counts::Column::CompanyId, issue_counts::Column::Issues])
        .into_tuple()
        .all(conn.db())
        .await?;
    for (company_id, issues) in issues {
        sizes.entry(company_id).or_default().issues += issues;
    }
    Ok(sizes)
}

fn statement<const N: usize>(conn: &Conn<'_>, sql: &str, values: [sea_orm::Value; N]) -> Statement {
    Statement::from_sql_and_values(conn.db().get_database_backend(), sql, values)
}

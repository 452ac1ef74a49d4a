//! Numbers that are given out one after another within a company, and the lock on all that the
//! company has.
//!
//! The row is locked from the first number taken to the end of the transaction, so numbers have
//! no gaps and events have one order. Every change takes it anyway, since every change tells
//! something; so it is taken before anything else ([`lock`]). That is the one order of locks:
//! whoever holds the row waits for nobody else's rows of this company, and what was read behind it
//! (that two issues do not wait for each other, that a name is free) stays true until the commit.

use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait, QueryResult, Statement};
use wireclip_domain::{AgentId, CompanyId, IssueId, RunId};
use wireclip_schema::company_counters;

use crate::conn::{Conn, DatabaseKind};
use crate::error::{StoreError, StoreResult};
use crate::lock_order;

/// Starts a company's counters.
///
/// # Errors
/// `Duplicate` if they were started before.
pub async fn start(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<()> {
    let row = company_counters::ActiveModel {
        company_id: Set(company_id),
        issues: Set(0),
        events: Set(0),
        chain_seq: Set(None),
        chain_hash: Set(None),
    };
    company_counters::Entity::insert(row).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Says which company, if need be by something that it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// The company itself.
    Company(CompanyId),
    /// That of an agent.
    Agent(AgentId),
    /// That of an issue.
    Issue(IssueId),
    /// That of a run.
    Run(RunId),
}

/// Keeps others from changing anything in a company until the transaction ends. Nothing happens
/// if what names the company is not there.
///
/// To be called before the transaction locks or writes any other row of the company: two that
/// take their rows in different orders would wait for each other for ever. A transaction that
/// touches a single row may do without, since it never holds one row while it waits for another.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, within: Within) -> StoreResult<()> {
    lock_order::note("company_counters", || format!("{within:?}"));
    // SQLite's one writer is lock enough.
    if conn.kind() == DatabaseKind::Sqlite {
        return Ok(());
    }
    let (company, id) = match within {
        Within::Company(id) => ("$1", id.into()),
        Within::Agent(id) => ("(SELECT company_id FROM agents WHERE id = $1)", id.into()),
        Within::Issue(id) => ("(SELECT company_id FROM issues WHERE id = $1)", id.into()),
        Within::Run(id) => ("(SELECT company_id FROM runs WHERE id = $1)", id.into()),
    };
    let sql = format!("SELECT 1 FROM company_counters WHERE company_id = {company} FOR UPDATE");
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, [id]);
    conn.db().query_one_raw(statement).await?;
    Ok(())
}

/// Takes the next issue number.
///
/// # Errors
/// If the database fails, or the company is not there.
pub async fn next_issue_number(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<i64> {
    let row = take(
        conn,
        "UPDATE company_counters SET issues = issues + $2 WHERE company_id = $1 RETURNING issues",
        company_id,
        1,
    )
    .await?;
    Ok(row.try_get_by_index(0)?)
}

/// Numbers that were given out for events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventNumbers {
    /// The first of them; the others follow it.
    pub first: i64,
    /// The newest link of the log's chain, if there is one.
    pub chain_hash: Option<String>,
}

/// Takes so many event numbers.
///
/// # Errors
/// If the database fails, or the company is not there.
pub async fn next_event_numbers(
    conn: &Conn<'_>,
    company_id: CompanyId,
    count: i64,
) -> StoreResult<EventNumbers> {
    let row = take(
        conn,
        "UPDATE company_counters SET events = events + $2 WHERE company_id = $1 RETURNING events, chain_hash",
        company_id,
        count,
    )
    .await?;
    let last: i64 = row.try_get_by_index(0)?;
    Ok(EventNumbers { first: last - count + 1, chain_hash: row.try_get_by_index(1)? })
}

/// Keeps the newest link of the log's chain; the caller took the numbers of its entries.
///
/// # Errors
/// If the database fails.
pub async fn keep_chain(conn: &Conn<'_>, company_id: CompanyId, seq: i64, hash: &str) -> StoreResult<()> {
    let sql = "UPDATE company_counters SET chain_seq = $2, chain_hash = $3 WHERE company_id = $1";
    let values = [company_id.into(), seq.into(), hash.into()];
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, values);
    conn.db().execute_raw(statement).await?;
    Ok(())
}

/// Returns the number of the last issue made.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Option<company_counters::Model>> {
    Ok(company_counters::Entity::find_by_id(company_id).one(conn.db()).await?)
}

async fn take(conn: &Conn<'_>, sql: &str, company_id: CompanyId, count: i64) -> StoreResult<QueryResult> {
    let statement = Statement::from_sql_and_values(
        conn.db().get_database_backend(),
        sql,
        [company_id.into(), count.into()],
    );
    let row = conn.db().query_one_raw(statement).await?;
    row.ok_or_else(|| StoreError::Reference("the company's counters".to_owned()))
}

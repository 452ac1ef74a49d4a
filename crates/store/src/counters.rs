//! Numbers that are given out one after another within a company.
//!
//! The row is locked from the first number taken to the end of the transaction, so numbers have
//! no gaps and events have one order.

use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait, Statement};
use wireclip_domain::CompanyId;
use wireclip_schema::company_counters;

use crate::conn::Conn;
use crate::error::{StoreError, StoreResult};

/// Starts a company's counters.
///
/// # Errors
/// `Duplicate` if they were started before.
pub async fn start(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<()> {
    let row = company_counters::ActiveModel { company_id: Set(company_id), issues: Set(0), events: Set(0) };
    company_counters::Entity::insert(row).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Keeps others from changing what is unique or ordered within the company until the
/// transaction ends: they wait for this row.
///
/// # Errors
/// If the database fails.
pub async fn lock(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<()> {
    // The clause is left out on SQLite, where the one writer is lock enough.
    let row = sea_orm::QuerySelect::lock_exclusive(company_counters::Entity::find_by_id(company_id));
    row.one(conn.db()).await?;
    Ok(())
}

/// Takes the next issue number.
///
/// # Errors
/// If the database fails, or the company is not there.
pub async fn next_issue_number(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<i64> {
    take(
        conn,
        "UPDATE company_counters SET issues = issues + $2 WHERE company_id = $1 RETURNING issues",
        company_id,
        1,
    )
    .await
}

/// Takes so many event numbers and returns the first.
///
/// # Errors
/// If the database fails, or the company is not there.
pub async fn next_event_numbers(conn: &Conn<'_>, company_id: CompanyId, count: i64) -> StoreResult<i64> {
    let last = take(
        conn,
        "UPDATE company_counters SET events = events + $2 WHERE company_id = $1 RETURNING events",
        company_id,
        count,
    )
    .await?;
    Ok(last - count + 1)
}

/// Returns the number of the last issue made.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Option<company_counters::Model>> {
    Ok(company_counters::Entity::find_by_id(company_id).one(conn.db()).await?)
}

async fn take(conn: &Conn<'_>, sql: &str, company_id: CompanyId, count: i64) -> StoreResult<i64> {
    let statement = Statement::from_sql_and_values(
        conn.db().get_database_backend(),
        sql,
        [company_id.into(), count.into()],
    );
    let row = conn
        .db()
        .query_one_raw(statement)
        .await?
        .ok_or_else(|| StoreError::Reference("the company's counters".to_owned()))?;
    Ok(row.try_get_by_index(0)?)
}

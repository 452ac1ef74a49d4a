//! How many issues of a company stand where: kept in the change itself, so that a screen that
//! shows the numbers does not count.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use wireclip_domain::CompanyId;
use wireclip_domain::issue::IssueStatus;
use wireclip_schema::issue_counts::{Column, Entity, Model};

use crate::conn::Conn;
use crate::error::StoreResult;

/// Returns how many issues of a company stand where; hidden ones do not count.
///
/// # Errors
/// If the database fails.
pub async fn of_company(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<HashMap<IssueStatus, i64>> {
    let rows = Entity::find().filter(Column::CompanyId.eq(company_id)).all(conn.db()).await?;
    Ok(rows.into_iter().map(|row| (row.status, row.issues)).collect())
}

/// Counts an issue out of where it stood and into where it stands, in one statement.
pub(super) async fn recount(
    conn: &Conn<'_>,
    company_id: CompanyId,
    before: Option<IssueStatus>,
    after: Option<IssueStatus>,
) -> StoreResult<()> {
    if before == after {
        return Ok(());
    }
    let row = |status: IssueStatus, by: i64| Model { company_id, status, issues: by }.into_active_model();
    let mut rows = Vec::from_iter(
        before.map(|status| row(status, -1)).into_iter().chain(after.map(|status| row(status, 1))),
    );
    // In one order everywhere, so that two changes do not wait for each other.
    rows.sort_by_key(|row| row.status.clone().take());
    let added = Expr::col((Entity, Column::Issues)).add(Expr::cust("excluded.issues"));
    let add =
        OnConflict::columns([Column::CompanyId, Column::Status]).value(Column::Issues, added).to_owned();
    Entity::insert_many(rows).on_conflict(add).exec_without_returning(conn.db()).await?;
    Ok(())
}

//! Money that is no cost of a model, as it was booked.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect, Statement, Value,
};
use wireclip_domain::CompanyId;
use wireclip_domain::cost::Span;
use wireclip_domain::finance::FinanceEventKind;
use wireclip_domain::money::MicroDollars;
use wireclip_schema::finance_events::{Column, Entity};

pub use wireclip_schema::finance_events::Model as FinanceEvent;

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Stores a booking.
///
/// # Errors
/// If the database fails.
pub async fn insert(conn: &Conn<'_>, event: &FinanceEvent) -> StoreResult<()> {
    Entity::insert(event.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Lists a company's bookings, the latest first.
///
/// # Errors
/// If the database fails.
pub async fn list(
    conn: &Conn<'_>,
    company_id: CompanyId,
    span: Span,
    limit: PageLimit<500>,
) -> StoreResult<Vec<FinanceEvent>> {
    let mut within = Condition::all().add(Column::CompanyId.eq(company_id));
    within = within.add_option(span.from.map(|from| Column::OccurredAt.gte(from)));
    within = within.add_option(span.to.map(|to| Column::OccurredAt.lte(to)));
    // Index: finance_events_by_time.
    Ok(Entity::find()
        .filter(within)
        .order_by_desc(Column::OccurredAt)
        .order_by_asc(Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Sums of bookings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromQueryResult)]
pub struct FinanceSums {
    /// What went.
    pub debit: MicroDollars,
    /// What came.
    pub credit: MicroDollars,
    /// What of that which went is an estimate.
    pub estimated_debit: MicroDollars,
    /// How many bookings there are.
    pub events: i64,
}

/// Sums of the bookings of a biller.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OfBiller {
    /// Who sends the bill.
    pub biller: String,
    /// How many kinds of bookings there are.
    pub kinds: i64,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: FinanceSums,
}

/// Sums of the bookings of a kind.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct OfKind {
    /// What they were for.
    pub event_kind: FinanceEventKind,
    /// How many billers there are.
    pub billers: i64,
    /// The sums.
    #[sea_orm(nested)]
    pub sums: FinanceSums,
}

const SUMS: &str = "
CAST(COALESCE(SUM(CASE WHEN direction = 'debit' THEN amount_micros ELSE 0 END), 0) AS bigint) AS debit,
CAST(COALESCE(SUM(CASE WHEN direction = 'credit' THEN amount_micros ELSE 0 END), 0) AS bigint) AS credit,
CAST(COALESCE(SUM(CASE WHEN direction = 'debit' AND estimated THEN amount_micros ELSE 0 END), 0) AS bigint)
  AS estimated_debit,
COUNT(*) AS events";

async fn ask<T: FromQueryResult>(
    conn: &Conn<'_>,
    company_id: CompanyId,
    span: Span,
    columns: &str,
    rest: &str,
) -> StoreResult<Vec<T>> {
    let mut values: Vec<Value> = vec![company_id.into()];
    let mut sql = format!("SELECT {columns} {SUMS} FROM finance_events WHERE company_id = $1");
    for (sign, at) in [(">=", span.from), ("<=", span.to)] {
        if let Some(at) = at {
            values.push(at.into());
            sql.push_str(&format!(" AND occurred_at {sign} ${}", values.len()));
        }
    }
    sql.push_str(&format!(" {rest} LIMIT {}", PageLimit::<10_000>::MAX.rows()));
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), sql, values);
    Ok(T::find_by_statement(statement).all(conn.db()).await?)
}

/// Sums up a company's bookings.
///
/// # Errors
/// If the database fails.
pub async fn total(conn: &Conn<'_>, company_id: CompanyId, span: Span) -> StoreResult<FinanceSums> {
    let nothing = MicroDollars::new(0);
    let found: Vec<FinanceSums> = ask(conn, company_id, span, "", "").await?;
    let none = FinanceSums { debit: nothing, credit: nothing, estimated_debit: nothing, events: 0 };
    Ok(found.into_iter().next().unwrap_or(none))
}

/// Sums up a company's bookings by biller, dearest first.
///
/// # Errors
/// If the database fails.
pub async fn by_biller(conn: &Conn<'_>, company_id: CompanyId, span: Span) -> StoreResult<Vec<OfBiller>> {
    let columns = "biller, COUNT(DISTINCT event_kind) AS kinds,";
    let mut found: Vec<OfBiller> =
        ask(conn, company_id, span, columns, "GROUP BY biller ORDER BY biller").await?;
    found.sort_by_key(|of| std::cmp::Reverse(of.sums.net()));
    Ok(found)
}

/// Sums up a company's bookings by kind, dearest first.
///
/// # Errors
/// If the database fails.
pub async fn by_kind(conn: &Conn<'_>, company_id: CompanyId, span: Span) -> StoreResult<Vec<OfKind>> {
    let columns = "event_kind, COUNT(DISTINCT biller) AS billers,";
    let rest = "GROUP BY event_kind ORDER BY event_kind";
    let mut found: Vec<OfKind> = ask(conn, company_id, span, columns, rest).await?;
    found.sort_by_key(|of| std::cmp::Reverse(of.sums.net()));
    Ok(found)
}

impl FinanceSums {
    /// Returns what went and did not come back.
    #[must_use]
    pub fn net(&self) -> MicroDollars {
        self.debit.minus(self.credit)
    }
}

//! The activity log as a chain, and the signed words about how far it went.

use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect};
use wireclip_domain::CompanyId;
use wireclip_schema::{activity, audit_checkpoints as checkpoints, company_counters as counters};

pub use wireclip_schema::audit_checkpoints::Model as Checkpoint;

use crate::activity::ActivityEntry;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// The newest entry of a company's chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainEnd {
    /// The company.
    pub company_id: CompanyId,
    /// The entry's number.
    pub seq: i64,
    /// Its hash.
    pub hash: String,
}

/// Returns the newest entry of a company's chain, as it is kept apart from the log; none if nothing
/// was chained yet.
///
/// # Errors
/// If the database fails.
pub async fn end_of_chain(conn: &Conn<'_>, company_id: CompanyId) -> StoreResult<Option<ChainEnd>> {
    let row = counters::Entity::find_by_id(company_id).one(conn.db()).await?;
    Ok(row.and_then(|row| Some(ChainEnd { company_id, seq: row.chain_seq?, hash: row.chain_hash? })))
}

/// Lists ends of chains about which no checkpoint says anything yet.
///
/// # Errors
/// If the database fails.
pub async fn unsigned(conn: &Conn<'_>, limit: PageLimit<1000>) -> StoreResult<Vec<ChainEnd>> {
    let signed = Query::select()
        .expr(Expr::val(1))
        .from(checkpoints::Entity)
        .and_where(
            Expr::col((checkpoints::Entity, checkpoints::Column::CompanyId))
                .equals((counters::Entity, counters::Column::CompanyId)),
        )
        .and_where(
            Expr::col((checkpoints::Entity, checkpoints::Column::Seq))
                .equals((counters::Entity, counters::Column::ChainSeq)),
        )
        .to_owned();
    let rows = counters::Entity::find()
        .filter(counters::Column::ChainSeq.is_not_null())
        .filter(Expr::exists(signed).not())
        .limit(limit.rows())
        .all(conn.db())
        .await?;
    let end = |row: counters::Model| {
        Some(ChainEnd { company_id: row.company_id, seq: row.chain_seq?, hash: row.chain_hash? })
    };
    Ok(rows.into_iter().filter_map(end).collect())
}

/// Stores a checkpoint.
///
/// # Errors
/// `Duplicate` if there is one about that entry.
pub async fn insert_checkpoint(conn: &Conn<'_>, checkpoint: &Checkpoint) -> StoreResult<()> {
    checkpoints::Entity::insert(checkpoint.clone().into_active_model())
        .exec_without_returning(conn.db())
        .await?;
    Ok(())
}

/// Lists a company's checkpoints behind an entry, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn checkpoints_after(
    conn: &Conn<'_>,
    company_id: CompanyId,
    seq: i64,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<Checkpoint>> {
    Ok(checkpoints::Entity::find()
        .filter(checkpoints::Column::CompanyId.eq(company_id))
        .filter(checkpoints::Column::Seq.gt(seq))
        .order_by_asc(checkpoints::Column::Seq)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Lists a company's entries of the log behind one, the oldest first.
///
/// # Errors
/// If the database fails.
pub async fn entries_after(
    conn: &Conn<'_>,
    company_id: CompanyId,
    seq: i64,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<ActivityEntry>> {
    Ok(activity::Entity::find()
        .filter(activity::Column::CompanyId.eq(company_id))
        .filter(activity::Column::Seq.gt(seq))
        .order_by_asc(activity::Column::Seq)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

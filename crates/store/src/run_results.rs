//! What runs left behind; read one at a time.

use sea_orm::EntityTrait;
use wireclip_domain::RunId;
use wireclip_schema::run_results::{ActiveModel, Column, Entity};

pub use wireclip_schema::run_results::Model as RunResult;

use crate::change;
use crate::conn::Conn;
use crate::error::StoreResult;

/// Returns what a run left, if it left anything.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, run_id: RunId) -> StoreResult<Option<RunResult>> {
    Ok(Entity::find_by_id(run_id).one(conn.db()).await?)
}

/// Stores what a run left, in place of what was there.
///
/// # Errors
/// If the database fails.
pub async fn put(conn: &Conn<'_>, result: &RunResult) -> StoreResult<()> {
    let replaced = [Column::Result, Column::Usage, Column::StdoutExcerpt, Column::StderrExcerpt];
    change::put::<Entity, ActiveModel>(conn, result, &[Column::RunId], &replaced).await
}

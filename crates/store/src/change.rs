//! Writing just what changed.

use sea_orm::{
    ColumnTrait, EntityTrait, Iterable, ModelTrait, PrimaryKeyToColumn, QueryFilter, sea_query::SimpleExpr,
};

use crate::conn::Conn;
use crate::error::StoreResult;

/// Writes the columns in which `after` differs from `before`; the key of both is the same.
///
/// Returns whether anything differed. The caller holds the row, by SQLite's one writer or by a
/// row lock.
pub(crate) async fn update_changed<E>(
    conn: &Conn<'_>,
    before: &E::Model,
    after: &E::Model,
) -> StoreResult<bool>
where
    E: EntityTrait,
    E::Model: ModelTrait<Entity = E>,
{
    let mut update = E::update_many();
    let mut differs = false;
    for column in E::Column::iter() {
        let value = after.get(column);
        if value != before.get(column) {
            differs = true;
            update = update.col_expr(column, SimpleExpr::Value(value));
        }
    }
    if !differs {
        return Ok(false);
    }
    for key in E::PrimaryKey::iter() {
        let column = key.into_column();
        update = update.filter(column.eq(before.get(column)));
    }
    update.exec(conn.db()).await?;
    Ok(true)
}

//! Keeping rows from changing, writing just what changed, and putting rows in the place of others.

use sea_orm::{
    ActiveModelTrait, ColumnTrait, DbBackend, EntityTrait, IntoActiveModel, Iterable, ModelTrait,
    PrimaryKeyToColumn, QueryFilter, QuerySelect, QueryTrait, Select,
    sea_query::{LockType, OnConflict, SimpleExpr},
};

use crate::conn::Conn;
use crate::error::StoreResult;
use crate::lock_order;

/// Keeps others from changing what is found until the transaction ends.
///
/// The lock still lets others insert rows that refer to the found ones, which a stronger one would
/// hold up until two transactions wait for each other. The clause is left out on SQLite, where the
/// one writer is lock enough.
pub(crate) fn locked<E: EntityTrait>(rows: Select<E>) -> Select<E> {
    lock_order::note(E::default().table_name(), || rows.build(DbBackend::Sqlite).to_string());
    rows.lock(LockType::NoKeyUpdate)
}

/// Keeps rows as they are until the transaction ends, without keeping others from doing the same.
pub(crate) fn shared<E: EntityTrait>(rows: Select<E>) -> Select<E> {
    lock_order::note(E::default().table_name(), || rows.build(DbBackend::Sqlite).to_string());
    rows.lock(LockType::Share)
}

/// Writes the columns in which `after` differs from `before`; the key of both is the same.
///
/// The caller holds the row, by SQLite's one writer or by a row lock.
pub(crate) async fn update_changed<E>(conn: &Conn<'_>, before: &E::Model, after: &E::Model) -> StoreResult<()>
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
        return Ok(());
    }
    for key in E::PrimaryKey::iter() {
        let column = key.into_column();
        update = update.filter(column.eq(before.get(column)));
    }
    update.exec(conn.db()).await?;
    Ok(())
}

/// Stores a row; one of the same key stays, and takes the columns named in `replaced` from it.
pub(crate) async fn put<E, A>(
    conn: &Conn<'_>,
    row: &E::Model,
    key: &[E::Column],
    replaced: &[E::Column],
) -> StoreResult<()>
where
    E: EntityTrait,
    E::Model: IntoActiveModel<A>,
    A: ActiveModelTrait<Entity = E>,
{
    let replace =
        OnConflict::columns(key.iter().copied()).update_columns(replaced.iter().copied()).to_owned();
    E::insert(row.clone().into_active_model()).on_conflict(replace).exec_without_returning(conn.db()).await?;
    Ok(())
}

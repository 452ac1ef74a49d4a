//! Where the two databases are asked in different words.

use sea_orm::sea_query::{Alias, Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, Statement, Value};

use crate::conn::{Conn, DatabaseKind};
use crate::error::StoreResult;

/// Makes a condition of SQL with a `?` for each value. `text` is ours alone and has no other `?`.
pub(crate) fn condition(
    kind: DatabaseKind,
    text: &'static str,
    values: impl IntoIterator<Item = Value>,
) -> SimpleExpr {
    match kind {
        DatabaseKind::Sqlite => Expr::cust_with_values(text, values),
        DatabaseKind::Postgres => Expr::cust_with_values(numbered(text), values),
    }
}

/// Says whether the database has a table.
///
/// # Errors
/// If the database fails.
pub(crate) async fn has_table(conn: &Conn<'_>, name: &'static str) -> StoreResult<bool> {
    let question = match conn.kind() {
        DatabaseKind::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1",
        DatabaseKind::Postgres => {
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1"
        }
    };
    let backend = conn.db().get_database_backend();
    let statement = Statement::from_sql_and_values(backend, question, [name.into()]);
    Ok(conn.db().query_one_raw(statement).await?.is_some())
}

/// Makes the condition that a key (lower-case letters, digits and hyphens) starts like this one.
///
/// SQLite refuses long patterns and finds a range by the index; PostgreSQL takes any pattern, and
/// orders texts by its own rules.
pub(crate) fn key_starts_with<C: ColumnTrait>(kind: DatabaseKind, column: C, start: &str) -> SimpleExpr {
    match kind {
        DatabaseKind::Sqlite => column.gte(start).and(column.lt(format!("{start}\u{7f}"))),
        DatabaseKind::Postgres => column.like(format!("{start}%")),
    }
}

/// Makes the condition that a column has one of these words, with the words written out: an index
/// of some rows is used only where the statement itself says that it speaks of those rows. The
/// words stand in the order in which the index has them.
pub(crate) fn is_among<C: ColumnTrait, V: Into<Value>>(
    column: C,
    words: impl IntoIterator<Item = V>,
) -> SimpleExpr {
    column.into_expr().is_in(words.into_iter().map(|word| Expr::Constant(word.into())))
}

/// Makes the condition that a column has none of these words; as [`is_among`].
pub(crate) fn is_none_of<C: ColumnTrait, V: Into<Value>>(
    column: C,
    words: impl IntoIterator<Item = V>,
) -> SimpleExpr {
    column.into_expr().is_not_in(words.into_iter().map(|word| Expr::Constant(word.into())))
}

/// Makes the condition that a column has this word; as [`is_among`].
pub(crate) fn is<C: ColumnTrait>(column: C, word: impl Into<Value>) -> SimpleExpr {
    column.into_expr().eq(Expr::Constant(word.into()))
}

/// Makes the condition that a column has another word than this; as [`is_among`].
pub(crate) fn is_not<C: ColumnTrait>(column: C, word: impl Into<Value>) -> SimpleExpr {
    column.into_expr().ne(Expr::Constant(word.into()))
}

/// Makes the condition that JSON has this text somewhere, such as an id, which needs no escape.
pub(crate) fn names<C: ColumnTrait>(column: C, text: &str) -> SimpleExpr {
    column.into_expr().cast_as(Alias::new("text")).like(format!("%\"{text}\"%"))
}

/// Replaces each `?` by `$1`, `$2`, ….
fn numbered(text: &str) -> String {
    let mut parts = text.split('?');
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    for (index, part) in parts.enumerate() {
        numbered.push('$');
        numbered.push_str(&(index + 1).to_string());
        numbered.push_str(part);
    }
    numbered
}

#[cfg(test)]
mod tests;

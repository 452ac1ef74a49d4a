//! Many whole rows at once.
//!
//! SQLite answers from a thread of its own, and the driver hands each value of each row over in
//! memory of its own: with rows of forty columns that costs several times what finding them costs.
//! There all rows come as one text, which is read into the models by the order of their fields.
//! A document in a column stays a text within that text: what was stored nests as deep as may be.

use sea_orm::sea_query::{Alias, Expr, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, ColumnType, ConnectionTrait, DbErr, EntityTrait, Iden, Iterable, QueryTrait, Select,
};
use serde::de::DeserializeOwned;

use crate::conn::{Conn, DatabaseKind};
use crate::error::StoreResult;

/// Reads all rows of a question that asks for whole rows, in its order.
pub(crate) async fn all<E>(conn: &Conn<'_>, question: Select<E>) -> StoreResult<Vec<E::Model>>
where
    E: EntityTrait,
    E::Model: DeserializeOwned,
{
    match conn.kind() {
        DatabaseKind::Postgres => Ok(question.all(conn.db()).await?),
        DatabaseKind::Sqlite => as_text(conn, question.into_query(), &row::<E>()).await,
    }
}

/// Reads what `each` makes of every row of a question to SQLite, in the question's order.
pub(crate) async fn as_text<T: DeserializeOwned>(
    conn: &Conn<'_>,
    question: SelectStatement,
    each: &str,
) -> StoreResult<Vec<T>> {
    // SQLite keeps the order of a table that is asked for with one, if an aggregate depends on it.
    let all = Query::select()
        .expr(Expr::cust(format!("json_group_array({each})")))
        .from_subquery(question, Alias::new("found"))
        .to_owned();
    let Some(answer) = conn.db().query_one(&all).await? else { return Ok(Vec::new()) };
    let text: String = answer.try_get_by_index(0)?;
    Ok(serde_json::from_str(&text).map_err(|error| DbErr::Json(error.to_string()))?)
}

/// Returns SQLite's words for a row as a JSON array, with a value for each field of the model.
pub(crate) fn row<E: EntityTrait>() -> String {
    these(E::Column::iter())
}

/// Returns SQLite's words for some columns of a row as a JSON array, in this order.
pub(crate) fn these<C: ColumnTrait>(columns: impl IntoIterator<Item = C>) -> String {
    let values: Vec<String> = columns.into_iter().map(|column| value(&column)).collect();
    format!("json_array({})", values.join(", "))
}

fn value<C: ColumnTrait>(column: &C) -> String {
    let name = format!("\"{}\"", Iden::unquoted(column));
    match column.def().get_column_type() {
        // Nothing is no text of no length.
        ColumnType::Uuid => format!("nullif(hex({name}), '')"),
        ColumnType::Boolean => format!("json(CASE {name} WHEN 0 THEN 'false' WHEN 1 THEN 'true' END)"),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_told_by_the_kinds_of_its_columns() {
        let told = row::<wireclip_schema::activity::Entity>();
        assert!(told.starts_with("json_array(nullif(hex(\"company_id\"), ''), \"seq\", "), "{told}");
        assert!(told.ends_with(", \"created_at\", \"chain_hash\")"), "{told}");
    }
}

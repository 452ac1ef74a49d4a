//! Answers to requests that came with an idempotency key.
//!
//! The key is taken in the transaction of the change, so that a repetition cannot change
//! anything; the answer is added once it is rendered. A key without an answer says that the
//! change happened and its answer is not there yet, or was lost with the server; then what the
//! change is about stands in its place.

use std::collections::BTreeMap;

use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Statement, UpdateMany,
};
use wireclip_domain::{CompanyId, OpaqueJson, Timestamp};
use wireclip_schema::idempotency_keys::{ActiveModel, Column, Entity};

pub use wireclip_schema::idempotency_keys::Model as IdempotentAnswer;

use crate::conn::Conn;
use crate::error::StoreResult;

/// The status of a key whose answer is not there yet.
const UNANSWERED: i32 = 0;

const DELETE_KEYS: &str = "DELETE FROM idempotency_keys WHERE (caller, route, key) IN \
    (SELECT caller, route, key FROM idempotency_keys WHERE created_at < $1 ORDER BY created_at LIMIT $2)";

/// A key to take.
#[derive(Debug, Clone)]
pub struct NewKey {
    /// The caller, as a text that no other caller has.
    pub caller: String,
    /// The method and path.
    pub route: String,
    /// The key that the client chose.
    pub key: String,
    /// A digest of the request's body.
    pub request_digest: String,
}

/// How a key is found: its caller, its route, and the key.
pub type KeyId<'k> = (&'k str, &'k str, &'k str);

/// Takes a key. Where another transaction has taken it and not ended yet, waits for that end.
///
/// # Errors
/// `Duplicate` if it is taken.
pub async fn take(conn: &Conn<'_>, key: NewKey, now: Timestamp) -> StoreResult<()> {
    let row = ActiveModel {
        caller: Set(key.caller),
        route: Set(key.route),
        key: Set(key.key),
        company_id: Set(None),
        request_digest: Set(key.request_digest),
        status: Set(UNANSWERED),
        body: Set(OpaqueJson::object().to_string()),
        created_at: Set(now),
        headers: Set(OpaqueJson::object().to_string()),
    };
    Entity::insert(row).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Returns what is known of a key.
///
/// # Errors
/// If the database fails.
pub async fn get(
    conn: &Conn<'_>,
    caller: &str,
    route: &str,
    key: &str,
) -> StoreResult<Option<IdempotentAnswer>> {
    let id = (caller.to_owned(), route.to_owned(), key.to_owned());
    Ok(Entity::find_by_id(id).one(conn.db()).await?)
}

/// Returns the answer that was kept with a key; `None` if there is none.
#[must_use]
pub fn kept(known: IdempotentAnswer) -> Option<KeptAnswer> {
    let status = u16::try_from(known.status).ok().filter(|_| known.status != UNANSWERED)?;
    let headers = serde_json::from_str(&known.headers).unwrap_or_default();
    Some(KeptAnswer { status, body: known.body, headers })
}

/// Returns what the change of a key without an answer is about.
#[must_use]
pub fn about(unanswered: &IdempotentAnswer) -> Option<OpaqueJson> {
    let about: OpaqueJson = serde_json::from_str(&unanswered.body).ok()?;
    let has_any = about.keys().next().is_some();
    has_any.then_some(about)
}

/// Notes beside a taken key which company is changed, and what the change is about.
///
/// # Errors
/// If the database fails.
pub async fn tell_about(
    conn: &Conn<'_>,
    id: KeyId<'_>,
    company_id: CompanyId,
    about: &OpaqueJson,
) -> StoreResult<()> {
    update(id)
        .col_expr(Column::CompanyId, Expr::value(company_id))
        .col_expr(Column::Body, Expr::value(about.to_string()))
        .exec(conn.db())
        .await?;
    Ok(())
}

/// An answer to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// Its status.
    pub status: u16,
    /// Its body.
    pub body: String,
    /// Those of its headers that say something of the product, by their names.
    pub headers: BTreeMap<String, String>,
}

/// Adds the answer to a key.
///
/// # Errors
/// If the database fails.
pub async fn answer(conn: &Conn<'_>, id: KeyId<'_>, answer: &KeptAnswer) -> StoreResult<()> {
    update(id)
        .col_expr(Column::Status, Expr::value(i32::from(answer.status)))
        .col_expr(Column::Body, Expr::value(&answer.body))
        .col_expr(Column::Headers, Expr::value(OpaqueJson::of(&answer.headers).to_string()))
        .exec(conn.db())
        .await?;
    Ok(())
}

fn update((caller, route, key): KeyId<'_>) -> UpdateMany<Entity> {
    Entity::update_many()
        .filter(Column::Caller.eq(caller))
        .filter(Column::Route.eq(route))
        .filter(Column::Key.eq(key))
}

/// Forgets some of the keys taken before a moment, oldest first, and returns how many.
///
/// # Errors
/// If the database fails.
pub async fn delete_before(conn: &Conn<'_>, before: Timestamp, rows: u32) -> StoreResult<u64> {
    // Index: idempotency_keys_by_age.
    let values = [before.into(), i64::from(rows).into()];
    let statement = Statement::from_sql_and_values(conn.db().get_database_backend(), DELETE_KEYS, values);
    Ok(conn.db().execute_raw(statement).await?.rows_affected())
}

//! People, where they are signed in, their keys, and who looks after the instance.

use sea_orm::sea_query::{Expr, ExprTrait as _, Func, LikeExpr, OnConflict};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, TryInsertResult,
};
use wireclip_domain::{BoardKeyId, SessionId, Timestamp, UserId};
use wireclip_schema::{board_keys, instance_roles, user_sessions, users};

pub use wireclip_schema::board_keys::Model as BoardKey;
pub use wireclip_schema::instance_roles::Model as InstanceRole;
pub use wireclip_schema::user_sessions::Model as UserSession;
pub use wireclip_schema::users::Model as User;

use crate::change::update_changed;
use crate::conn::Conn;
use crate::error::StoreResult;
use crate::page::PageLimit;

/// Stores a person; returns false, and stores nothing, if their address is taken.
///
/// # Errors
/// If the database fails.
pub async fn insert_if_address_is_free(conn: &Conn<'_>, user: &User) -> StoreResult<bool> {
    let inserted = users::Entity::insert(user.clone().into_active_model())
        .on_conflict(OnConflict::column(users::Column::Email).do_nothing().to_owned())
        .try_insert()
        .exec_without_returning(conn.db())
        .await?;
    Ok(matches!(inserted, TryInsertResult::Inserted(1)))
}

/// Returns a person.
///
/// # Errors
/// If the database fails.
pub async fn get(conn: &Conn<'_>, id: &UserId) -> StoreResult<Option<User>> {
    Ok(users::Entity::find_by_id(id.clone()).one(conn.db()).await?)
}

/// Returns the person with an address, which is in small letters.
///
/// # Errors
/// If the database fails.
pub async fn by_address(conn: &Conn<'_>, email: &str) -> StoreResult<Option<User>> {
    Ok(users::Entity::find().filter(users::Column::Email.eq(email)).one(conn.db()).await?)
}

/// Returns these people.
///
/// # Errors
/// If the database fails.
pub async fn many(conn: &Conn<'_>, ids: &[UserId]) -> StoreResult<Vec<User>> {
    Ok(users::Entity::find()
        .filter(users::Column::Id.is_in(ids.iter().cloned()))
        .limit(PageLimit::<1000>::MAX.rows())
        .all(conn.db())
        .await?)
}

/// Lists people whose name or address has a text in it, by name.
///
/// # Errors
/// If the database fails.
pub async fn find(conn: &Conn<'_>, text: &str, limit: PageLimit<100>) -> StoreResult<Vec<User>> {
    let has = |column: users::Column| {
        let text = text.to_lowercase();
        let pattern = LikeExpr::new(format!("%{}%", escaped(&text))).escape('\\');
        Expr::expr(Func::lower(Expr::col(column))).like(pattern)
    };
    let mut query = users::Entity::find();
    if !text.is_empty() {
        let any = Condition::any().add(has(users::Column::Name)).add(has(users::Column::Email));
        query = query.filter(any);
    }
    Ok(query
        .order_by_asc(users::Column::Name)
        .order_by_asc(users::Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Writes what differs in a person.
///
/// # Errors
/// If the database fails.
pub async fn update(conn: &Conn<'_>, before: &User, after: &User) -> StoreResult<()> {
    update_changed::<users::Entity>(conn, before, after).await
}

/// Returns the role of somebody who looks after the instance.
///
/// # Errors
/// If the database fails.
pub async fn role_of(conn: &Conn<'_>, id: &UserId) -> StoreResult<Option<InstanceRole>> {
    Ok(instance_roles::Entity::find()
        .filter(instance_roles::Column::UserId.eq(id.clone()))
        .one(conn.db())
        .await?)
}

/// Lists who looks after the instance.
///
/// # Errors
/// If the database fails.
pub async fn roles(conn: &Conn<'_>, limit: PageLimit<1000>) -> StoreResult<Vec<InstanceRole>> {
    Ok(instance_roles::Entity::find()
        .order_by_asc(instance_roles::Column::CreatedAt)
        .order_by_asc(instance_roles::Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Returns how many look after the instance.
///
/// # Errors
/// If the database fails.
pub async fn count_roles(conn: &Conn<'_>) -> StoreResult<u64> {
    Ok(instance_roles::Entity::find().count(conn.db()).await?)
}

/// Has somebody look after the instance.
///
/// # Errors
/// `Duplicate` if they do.
pub async fn insert_role(conn: &Conn<'_>, role: &InstanceRole) -> StoreResult<()> {
    instance_roles::Entity::insert(role.clone().into_active_model())
        .exec_without_returning(conn.db())
        .await?;
    Ok(())
}

/// Takes that back.
///
/// # Errors
/// If the database fails.
pub async fn delete_role(conn: &Conn<'_>, role: &InstanceRole) -> StoreResult<()> {
    instance_roles::Entity::delete_by_id(role.id).exec(conn.db()).await?;
    Ok(())
}

/// Stores that somebody is signed in.
///
/// # Errors
/// If the database fails.
pub async fn insert_session(conn: &Conn<'_>, session: &UserSession) -> StoreResult<()> {
    user_sessions::Entity::insert(session.clone().into_active_model())
        .exec_without_returning(conn.db())
        .await?;
    Ok(())
}

/// Returns the session whose token has this hash, if it has not ended. For authentication alone.
///
/// # Errors
/// If the database fails.
pub async fn find_session(
    conn: &Conn<'_>,
    token_hash: &str,
    now: Timestamp,
) -> StoreResult<Option<UserSession>> {
    Ok(user_sessions::Entity::find()
        .filter(user_sessions::Column::TokenHash.eq(token_hash))
        .filter(user_sessions::Column::ExpiresAt.gt(now))
        .one(conn.db())
        .await?)
}

/// Returns a session that has not ended.
///
/// # Errors
/// If the database fails.
pub async fn session(conn: &Conn<'_>, id: SessionId, now: Timestamp) -> StoreResult<Option<UserSession>> {
    Ok(user_sessions::Entity::find_by_id(id)
        .filter(user_sessions::Column::ExpiresAt.gt(now))
        .one(conn.db())
        .await?)
}

/// Lists where somebody is signed in, newest first.
///
/// # Errors
/// If the database fails.
pub async fn sessions(
    conn: &Conn<'_>,
    user_id: &UserId,
    now: Timestamp,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<UserSession>> {
    // Index: user_sessions_by_user.
    Ok(user_sessions::Entity::find()
        .filter(user_sessions::Column::UserId.eq(user_id.clone()))
        .filter(user_sessions::Column::ExpiresAt.gt(now))
        .order_by_desc(user_sessions::Column::CreatedAt)
        .order_by_asc(user_sessions::Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

/// Ends a session of somebody; returns whether there was one.
///
/// # Errors
/// If the database fails.
pub async fn end_session(conn: &Conn<'_>, user_id: &UserId, id: SessionId) -> StoreResult<bool> {
    let ended = user_sessions::Entity::delete_many()
        .filter(user_sessions::Column::Id.eq(id))
        .filter(user_sessions::Column::UserId.eq(user_id.clone()))
        .exec(conn.db())
        .await?;
    Ok(ended.rows_affected > 0)
}

/// Removes what is left of the sessions of somebody that have ended.
///
/// # Errors
/// If the database fails.
pub async fn remove_ended_sessions(conn: &Conn<'_>, user_id: &UserId, now: Timestamp) -> StoreResult<()> {
    user_sessions::Entity::delete_many()
        .filter(user_sessions::Column::UserId.eq(user_id.clone()))
        .filter(user_sessions::Column::ExpiresAt.lte(now))
        .exec(conn.db())
        .await?;
    Ok(())
}

/// Stores a key.
///
/// # Errors
/// If the database fails.
pub async fn insert_key(conn: &Conn<'_>, key: &BoardKey) -> StoreResult<()> {
    board_keys::Entity::insert(key.clone().into_active_model()).exec_without_returning(conn.db()).await?;
    Ok(())
}

/// Returns the key with this hash, if it opens anything. For authentication alone.
///
/// # Errors
/// If the database fails.
pub async fn find_valid_key(
    conn: &Conn<'_>,
    key_hash: &str,
    now: Timestamp,
) -> StoreResult<Option<BoardKey>> {
    Ok(board_keys::Entity::find()
        .filter(board_keys::Column::KeyHash.eq(key_hash))
        .filter(is_valid(now))
        .one(conn.db())
        .await?)
}

/// Returns a key of somebody that opens something.
///
/// # Errors
/// If the database fails.
pub async fn valid_key(
    conn: &Conn<'_>,
    user_id: &UserId,
    id: BoardKeyId,
    now: Timestamp,
) -> StoreResult<Option<BoardKey>> {
    Ok(board_keys::Entity::find_by_id(id)
        .filter(board_keys::Column::UserId.eq(user_id.clone()))
        .filter(is_valid(now))
        .one(conn.db())
        .await?)
}

/// Lists somebody's keys, newest first; those that open nothing any more only if asked for.
///
/// # Errors
/// If the database fails.
pub async fn keys(
    conn: &Conn<'_>,
    user_id: &UserId,
    valid_at: Option<Timestamp>,
    limit: PageLimit<1000>,
) -> StoreResult<Vec<BoardKey>> {
    // Index: board_keys_by_user.
    let mut query = board_keys::Entity::find().filter(board_keys::Column::UserId.eq(user_id.clone()));
    if let Some(now) = valid_at {
        query = query.filter(is_valid(now));
    }
    Ok(query
        .order_by_desc(board_keys::Column::CreatedAt)
        .order_by_asc(board_keys::Column::Id)
        .limit(limit.rows())
        .all(conn.db())
        .await?)
}

fn is_valid(now: Timestamp) -> Condition {
    let goes_on = Condition::any()
        .add(board_keys::Column::ExpiresAt.is_null())
        .add(board_keys::Column::ExpiresAt.gt(now));
    Condition::all().add(board_keys::Column::RevokedAt.is_null()).add(goes_on)
}

/// Makes a key open nothing any more; one that is revoked keeps its moment.
///
/// # Errors
/// If the database fails.
pub async fn revoke_key(conn: &Conn<'_>, id: BoardKeyId, now: Timestamp) -> StoreResult<()> {
    board_keys::Entity::update_many()
        .col_expr(board_keys::Column::RevokedAt, Expr::value(now))
        .filter(board_keys::Column::Id.eq(id))
        .filter(board_keys::Column::RevokedAt.is_null())
        .exec(conn.db())
        .await?;
    Ok(())
}

/// Notes when a key was used.
///
/// # Errors
/// If the database fails.
pub async fn note_use_of_key(conn: &Conn<'_>, id: BoardKeyId, now: Timestamp) -> StoreResult<()> {
    board_keys::Entity::update_many()
        .col_expr(board_keys::Column::LastUsedAt, Expr::value(now))
        .filter(board_keys::Column::Id.eq(id))
        .exec(conn.db())
        .await?;
    Ok(())
}

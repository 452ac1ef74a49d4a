//! Telling the other nodes on a PostgreSQL server that something was committed.
//!
//! A notification is part of the transaction that it tells of, and carries no content: whoever
//! hears it reads the rows. With SQLite there is no other node, and nobody is told.

use std::sync::Arc;

use sea_orm::sqlx::postgres::PgListener;
use sea_orm::{ConnectionTrait, RuntimeErr, Statement};
use serde::{Deserialize, Serialize};
use wireclip_domain::{CompanyId, NodeId};

use crate::conn::{Conn, DatabaseKind, Store};
use crate::error::StoreResult;

const CHANNEL: &str = "wireclip";

/// What other nodes are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Who tells it.
    pub node_id: NodeId,
    /// The company in which events were stored, if any were.
    #[serde(default)]
    pub company_id: Option<CompanyId>,
    /// The first of these events.
    #[serde(default)]
    pub first_seq: i64,
    /// The last of these events.
    #[serde(default)]
    pub last_seq: i64,
    /// Whether there may be work for engines.
    #[serde(default)]
    pub wakes_engine: bool,
}

/// Tells the other nodes, once the transaction is committed.
///
/// # Errors
/// If the database fails.
pub async fn send(conn: &Conn<'_>, notification: &Notification) -> StoreResult<()> {
    if conn.kind() == DatabaseKind::Sqlite {
        return Ok(());
    }
    let text = serde_json::to_string(notification).expect("notifications are JSON");
    let backend = conn.db().get_database_backend();
    let values = [CHANNEL.into(), text.into()];
    let statement = Statement::from_sql_and_values(backend, "SELECT pg_notify($1, $2)", values);
    conn.db().query_one_raw(statement).await?;
    Ok(())
}

/// What a listener hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Another node, or we ourselves, committed something.
    Notification(Notification),
    /// The connection was lost and is back: anything may have been told meanwhile.
    Gap,
}

/// A place from which notifications are heard.
#[derive(Debug)]
pub struct Listener(PgListener);

impl Store {
    /// Listens to what nodes on this database tell; nothing with SQLite, where there is one.
    ///
    /// # Errors
    /// If the server gives no connection for it.
    pub async fn listen(&self) -> StoreResult<Option<Listener>> {
        let Some(pool) = self.postgres_pool() else { return Ok(None) };
        let mut listener = PgListener::connect_with(pool).await.map_err(lost)?;
        listener.listen(CHANNEL).await.map_err(lost)?;
        Ok(Some(Listener(listener)))
    }
}

impl Listener {
    /// Waits for the next that is told. Connects again if the connection is lost. Cancel safe.
    ///
    /// # Errors
    /// If the connection is lost and does not come back.
    pub async fn next(&mut self) -> StoreResult<Heard> {
        loop {
            let Some(heard) = self.0.try_recv().await.map_err(lost)? else {
                return Ok(Heard::Gap);
            };
            // A newer node may tell things that this one does not understand.
            if let Ok(notification) = serde_json::from_str(heard.payload()) {
                return Ok(Heard::Notification(notification));
            }
        }
    }
}

fn lost(error: sea_orm::sqlx::Error) -> sea_orm::DbErr {
    sea_orm::DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

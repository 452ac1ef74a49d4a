//! Whether a database server can be reached.

use std::time::Duration;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::{self, Connection as _};
use sea_orm::{DbErr, RuntimeErr};
use tokio::time::{Instant, timeout_at};

use crate::error::{StoreError, StoreResult};

/// How long a PostgreSQL server may take to be there when this one starts.
const REACH_LIMIT: Duration = Duration::from_secs(5);
const LOOK_AGAIN: Duration = Duration::from_millis(250);

/// Makes one connection, to learn soon and exactly why there can be none: a pool keeps trying in
/// silence for as long as anybody may wait for one. A server that is just starting is waited for.
#[expect(clippy::disallowed_methods, reason = "a connection is waited for in real time")]
pub(super) async fn reach(address: &secrecy::SecretString) -> StoreResult<()> {
    let options: PgConnectOptions =
        secrecy::ExposeSecret::expose_secret(address).parse().map_err(|error| unreachable_because(&error))?;
    let give_up_at = Instant::now() + REACH_LIMIT;
    loop {
        let refused = match timeout_at(give_up_at, PgConnection::connect_with(&options)).await {
            Ok(Ok(connection)) => {
                // What becomes of it does not matter any more.
                drop(connection);
                return Ok(());
            }
            Ok(Err(error)) => error,
            Err(_) => {
                let limit = REACH_LIMIT.as_secs();
                return Err(unreachable_because(&format!("no answer within {limit} s")));
            }
        };
        let is_starting = match &refused {
            sqlx::Error::Io(_) => true,
            sqlx::Error::Database(error) => error.code().as_deref() == Some("57P03"),
            _ => false,
        };
        if !is_starting || Instant::now() + LOOK_AGAIN >= give_up_at {
            return Err(unreachable_because(&refused));
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

fn unreachable_because(reason: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unreachable(DbErr::Conn(RuntimeErr::Internal(reason.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conn::{DatabaseUrl, Store};

    #[tokio::test]
    #[expect(clippy::disallowed_methods, reason = "a connection is waited for in real time")]
    async fn a_server_that_is_not_there_is_told_of_within_seconds() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let begun = Instant::now();
        let url = DatabaseUrl::Postgres(format!("postgres://nobody:nothing@{address}/none").into());
        let refused = Store::open(&url).await.unwrap_err();
        assert!(matches!(refused, StoreError::Unreachable(_)), "{refused:?}");
        assert!(begun.elapsed() < REACH_LIMIT * 2, "{:?}", begun.elapsed());
    }
}

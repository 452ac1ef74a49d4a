//! What a database can do to us.

use sea_orm::{DbErr, SqlErr};

/// The result of a question to the database.
pub type StoreResult<T> = Result<T, StoreError>;

/// What the database did instead of answering.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another row already has what must be unique. Names the table and columns, or the
    /// constraint.
    #[error("a row with the same key exists")]
    Duplicate(String),
    /// A row that is referred to is not there, or one that is still referred to was to go.
    #[error("a row that is referred to is missing, or one to remove is still referred to")]
    Reference(String),
    /// The value cannot be stored (text with a NUL character, a number out of range).
    #[error("a value cannot be stored")]
    BadValue(String),
    /// The database is locked, restarting, or out of connections; trying again may work.
    #[error("the database is busy")]
    Busy(#[source] DbErr),
    /// The database server does not answer.
    #[error("the database server cannot be reached")]
    Unreachable(#[source] DbErr),
    /// There is no room left on the disk.
    #[error("the disk of the database is full")]
    Full(#[source] DbErr),
    /// The file of the embedded database is damaged, or is not a database at all.
    #[error("the file of the database is damaged, or is not a database")]
    Damaged(#[source] DbErr),
    /// A stored value is not what its column may hold.
    #[error("the database holds a value that it cannot hold")]
    Corrupt(#[source] DbErr),
    /// Anything else.
    #[error("the database failed")]
    Database(#[source] DbErr),
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(detail)) => return Self::Duplicate(detail),
            Some(SqlErr::ForeignKeyConstraintViolation(detail)) => return Self::Reference(detail),
            _ => {}
        }
        let state = sql_state(&error);
        match &error {
            // SQLite: SQLITE_CORRUPT and its kin, SQLITE_NOTADB.
            _ if matches!(state.as_deref(), Some("11" | "267" | "523" | "779" | "26")) => {
                return Self::Damaged(error);
            }
            DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => return Self::Busy(error),
            DbErr::Type(_) | DbErr::Json(_) | DbErr::TryIntoErr { .. } => return Self::Corrupt(error),
            _ => {}
        }
        match state.as_deref() {
            // SQLite: SQLITE_BUSY, SQLITE_LOCKED and their kin. PostgreSQL: deadlock, failed
            // serialisation, shutting down, too many connections.
            Some("5" | "6" | "261" | "262" | "517" | "40001" | "40P01" | "57P01" | "57P03" | "53300") => {
                Self::Busy(error)
            }
            Some(state) if is_full_state(state) => Self::Full(error),
            // PostgreSQL: data exceptions, such as a NUL character in a text.
            Some(state) if state.len() == 5 && state.starts_with("22") => Self::BadValue(error.to_string()),
            _ => Self::Database(error),
        }
    }
}

/// Returns whether there was no room left on the disk.
pub(crate) fn is_full(error: &DbErr) -> bool {
    sql_state(error).is_some_and(|state| is_full_state(&state))
}

fn is_full_state(state: &str) -> bool {
    // SQLite: SQLITE_FULL, SQLITE_IOERR_WRITE. PostgreSQL: disk_full.
    matches!(state, "13" | "778" | "53100")
}

fn sql_state(error: &DbErr) -> Option<String> {
    let (DbErr::Conn(sea_orm::RuntimeErr::SqlxError(source))
    | DbErr::Exec(sea_orm::RuntimeErr::SqlxError(source))
    | DbErr::Query(sea_orm::RuntimeErr::SqlxError(source))) = error
    else {
        return None;
    };
    source.as_database_error()?.code().map(std::borrow::Cow::into_owned)
}

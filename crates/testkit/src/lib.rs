//! Stands in for the world in tests: databases, clocks, callers.
//!
//! Tests of store and API run on SQLite and, where `WIRECLIP_TEST_POSTGRES_URL` names a server,
//! on PostgreSQL, from one text: [`databases`] gives the stores to run on.

mod app;
mod database;
mod logs;

pub use app::{Reply, TestApp};
pub use database::{TestStore, databases};
pub use logs::LogsOnly;

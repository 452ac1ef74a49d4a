//! Stands in for the world in tests: databases, clocks, callers.
//!
//! Tests of store and API run on SQLite and, where `WIRECLIP_TEST_POSTGRES_URL` names a server,
//! on PostgreSQL, from one text: [`databases`] gives the stores to run on.

mod adapters;
mod app;
mod clock;
mod commit_plan;
mod database;
mod described;
mod files;
mod hosts;
mod logs;
mod pasture;
mod sandboxes;
mod sealing;
mod world;

pub use adapters::FakeAdapters;
pub use app::{Api, Reply, TestApp};
pub use clock::ManualClock;
pub use commit_plan::CommitPlan;
pub use database::{TestStore, databases};
pub use files::MemoryFiles;
pub use hosts::{FakeHosts, Script, StartFault};
pub use logs::LogsOnly;
pub use pasture::{MakingFault, Pasture, ReleaseFault};
pub use sandboxes::FakeSandboxes;
pub use world::{Machine, World, eventually, person};

//! The provider against a stand-in for the service, which counts every request.
//!
//! Tests named `s01_…` to `s62_…` are the scenarios that the handle cache must master.

#![expect(clippy::unwrap_used, reason = "a test that gets something else ends there")]
#![expect(clippy::disallowed_methods, reason = "the service lives in real time")]

#[path = "daytona/support.rs"]
mod support;

#[path = "daytona/acquire.rs"]
mod acquire;
#[path = "daytona/contract.rs"]
mod contract;
#[path = "daytona/data_safety.rs"]
mod data_safety;
#[path = "daytona/eviction.rs"]
mod eviction;
#[path = "daytona/files.rs"]
mod files;
#[path = "daytona/freshness.rs"]
mod freshness;
#[path = "daytona/isolation.rs"]
mod isolation;
#[path = "daytona/populate.rs"]
mod populate;
#[path = "daytona/processes.rs"]
mod processes;
#[path = "daytona/reuse.rs"]
mod reuse;
#[path = "daytona/sentinel.rs"]
mod sentinel;
#[path = "daytona/setup.rs"]
mod setup;
#[path = "daytona/stale.rs"]
mod stale;
#[path = "daytona/teardown.rs"]
mod teardown;

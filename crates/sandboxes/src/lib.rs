//! Sandbox providers, one module each, the cache of handles that they share, machines reached by SSH
//! as places of the same kind, and the program of runs that execute with them.
//!
//! **Invariant:** a provider only translates between the port and its product. Which lease is
//! acquired, resumed or ended, and when, is decided elsewhere.

pub mod daytona;
pub mod handle_cache;
mod links;
mod moving;
mod providers;
mod run_in_lease;
mod shell;
mod ssh;

pub use providers::Providers;
pub use run_in_lease::run_in_lease_main;
pub use ssh::{PlaceProbe, SshProvider};

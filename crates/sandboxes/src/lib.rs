//! Sandbox providers, one module each, and the cache of handles that they share.
//!
//! **Invariant:** a provider only translates between the port and its product. Which lease is
//! acquired, resumed or ended, and when, is decided elsewhere.

pub mod daytona;
pub mod handle_cache;
mod providers;

pub use providers::Providers;

//! Makes happen what must happen without being asked: queued runs start, running ones are
//! followed to their end, and reconcilers put right whatever a crash, a lost machine or a missed
//! signal left behind.
//!
//! The engine decides nothing. What may start, what an end means and what follows it are actions
//! of `services`, each one transaction; the engine calls them at the right moment and performs
//! what is not in the database: programs are started, followed and stopped through the ports.
//!
//! - [`Engine::start`] starts the loops; [`EngineHandle`] watches and ends them.
//! - [`EngineCore`] is the same without loops: every step is a method, for simulations.
//!
//! **Invariant:** nothing is remembered here that a dropped engine would lose. All that an engine
//! knows beside its tasks can be read again from the database and from the run hosts.

mod config;
mod core;
mod cursor;
mod dispatch;
mod error;
mod handle;
mod in_flight;
mod reconcile;
mod run_task;
mod status;
mod stopping;
mod tracker;

pub use config::Config;
pub use core::EngineCore;
pub use dispatch::Claims;
pub use error::{EngineError, EngineResult};
pub use handle::{Engine, EngineHandle, OnShutdown};
pub use reconcile::{RECONCILERS, Reconciler, Report};
pub use run_task::{Begin, RunTask};
pub use status::{EngineStatus, ReconcilerStatus};

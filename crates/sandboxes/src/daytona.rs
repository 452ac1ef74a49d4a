//! Daytona: sandboxes of the hosted service or of an installation of it.
//!
//! The service has two parts: the control plane, which makes, starts, stops and removes
//! sandboxes, and the toolbox, which works inside one. A command in a known sandbox costs one
//! request to the toolbox; the control plane is asked when a sandbox is made or ended, when it
//! was idle for half the time after which it would be stopped, and when the toolbox says that it
//! does not run.
//!
//! **Invariants.** Nothing that may have run is sent again. A sandbox whose data is to be kept is
//! never removed instead of being stopped. No request without a deadline. The key is in no error,
//! no log and no command.

mod activation;
mod capture;
mod client;
mod config;
mod deadline;
mod errors;
mod execute;
mod files;
mod handle;
mod labels;
mod lifecycle;
mod place;
mod process;
mod provider;
mod pty;
mod script;
mod sentinel;
mod setup;

pub use config::DaytonaDefaults;
pub use deadline::Pacing;
pub use provider::{DaytonaOptions, DaytonaProvider};

/// The key by which environments name this provider.
pub const DRIVER: &str = "daytona";

//! What the core asks of the outside, as traits: agents, the machine that runs them, sandboxes,
//! other machines, sealed secrets, time, chance.
//!
//! **Invariant:** nothing here knows a database, HTTP or a particular agent. Tests stand in for
//! the outside by implementing these traits.

pub mod adapter;
pub mod adapter_catalog;
pub mod clock;
pub mod files;
pub mod going_on;
pub mod held;
pub mod host;
pub mod place_probe;
pub mod random;
pub mod sandbox;
pub mod sandboxed_run;
pub mod sealing;

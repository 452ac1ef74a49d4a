//! A stand-in for the Daytona service: control plane and toolbox on one address, as clients of
//! its first generation see them. For tests, and for people who try Wireclip without an account.
//!
//! Commands, sessions and terminals are real processes of this computer, so whoever has a key
//! may do what the fake's user may. It listens on 127.0.0.1 only. Sandbox paths are real paths
//! (the module `machine` says why); ask `GET /work-dir`.
//!
//! ```no_run
//! use std::time::Duration;
//! use wireclip_fake_daytona::{FakeDaytona, Fault, Hold, routes};
//!
//! # async fn example() -> std::io::Result<()> {
//! let fake = FakeDaytona::builder().key("key-of-acme", "acme").start().await?;
//! // Point a client at `fake.api_url()` with "key-of-acme", and let it create a sandbox.
//! let sandbox = fake.sandboxes().remove(0);
//!
//! let hold = Hold::new();
//! fake.fault(routes::GET_SANDBOX.of(&sandbox.id), Fault::Hold(hold.clone()));
//! // The client looks the sandbox up from twenty tasks.
//! hold.arrived(1).await;
//! hold.release();
//! assert_eq!(fake.count(routes::GET_SANDBOX), 1);
//!
//! fake.advance(Duration::from_secs(16 * 60)); // it stops for want of use
//! # Ok(())
//! # }
//! ```

#![expect(clippy::disallowed_methods, reason = "what the fake stands in for takes real time")]

mod accounts;
mod answers;
mod builder;
mod clock;
mod control;
mod edge;
mod fake;
mod faults;
mod inputs;
mod journal;
mod lifecycle;
mod limits;
mod listener;
mod machine;
mod options;
pub mod routes;
mod sandbox;
mod server;
mod shared;
mod snapshots;
mod states;
mod timers;
mod toolbox;
mod transitions;

pub use accounts::Permission;
pub use builder::Builder;
pub use fake::{FakeDaytona, SandboxFacts};
pub use faults::{Fault, Hold, Target};
pub use journal::{Entry, key_fingerprint};
pub use options::{CannedExecution, Latency, Pace, RateLimits};
pub use routes::Route;
pub use sandbox::Failure;
pub use states::{DesiredState, SandboxState};

/// The version of the service that the fake follows.
pub const SERVICE_VERSION: &str = "v0.190.0";

//! The facts of the service that the fake keeps, by the sections of its description.

#![expect(clippy::disallowed_methods, reason = "the fake is asked over real sockets, in real time")]
#![expect(clippy::unwrap_used, reason = "a test that gets something else ends there")]

#[path = "facts/access.rs"]
mod access;
#[path = "facts/execute.rs"]
mod execute;
#[path = "facts/fake.rs"]
mod fake;
#[path = "facts/faults.rs"]
mod faults;
#[path = "facts/files.rs"]
mod files;
#[path = "facts/kit.rs"]
mod kit;
#[path = "facts/not_running.rs"]
mod not_running;
#[path = "facts/sandboxes.rs"]
mod sandboxes;
#[path = "facts/sessions.rs"]
mod sessions;
#[path = "facts/terminals.rs"]
mod terminals;
#[path = "facts/timers.rs"]
mod timers;
#[path = "facts/transfers.rs"]
mod transfers;
#[path = "facts/transitions.rs"]
mod transitions;

//! Machines reached by SSH, as places in which runs execute.
//!
//! A run gets a folder of its own below the environment's folder, and holds it by a link beside it
//! that names the lease: two runs never work in one folder, and nobody gives back or clears what
//! another holds. The folder is named after the agent's workspace, so that its next run finds what
//! is not moved again.
//!
//! ```text
//! <remoteWorkspacePath>/<workspace>                             where the command works
//! <remoteWorkspacePath>/.wireclip-runtime/<workspace>/lease     a link whose text names the lease
//! <remoteWorkspacePath>/.wireclip-runtime/<workspace>/<id>/     one command: its process, its end
//! ```
//!
//! The system's own `ssh` speaks with the machine: one connection, over which every command has a
//! stream of its own. What a shell there is told travels on that stream's input and never on a
//! command line, of this machine or of that one.
//!
//! **Invariant:** nothing here trusts a machine whose key the environment does not name, and no
//! private key is on the disk longer than a login takes.

mod claim;
mod commands;
mod connection;
mod ending;
mod files;
mod login;
mod look;
mod place;
mod probe;
mod process;
mod provider;

pub use probe::PlaceProbe;
pub use provider::SshProvider;

/// A word that nobody can foresee, by which our own lines are told from everybody else's.
fn fresh_id() -> String {
    wireclip_ports::random::name::<16>()
}

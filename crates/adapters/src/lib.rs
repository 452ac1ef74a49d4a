//! The code that runs agents, one module for each kind, and what clients may know of them; and
//! the run hosts under which their programs run on this machine. Beside them stands one more part of
//! the outside: the sealing of stored secrets.
//!
//! **Invariant:** an adapter decides nothing about a run's life. It says which program to start
//! and reads what the program left; limits, stops and outcomes are the engine's.

mod catalog;
mod checks;
mod cli_agents;
mod environment;
mod http;
mod http_call;
mod process;
mod registry;
mod run_hosts;
mod sealing;
mod secret_values;
mod settings;

pub use catalog::ADAPTERS;
pub use cli_agents::CliAdapter;
pub use environment::inheritable;
pub use http::HttpAdapter;
pub use http_call::{CALL_HTTP_MODE, call_http_main};
pub use process::ProcessAdapter;
pub use registry::Adapters;
pub use run_hosts::{LocalRunHosts, RunHostsConfig};
pub use sealing::{KeySealer, NoSealingKey, SEALING_KEY_BYTES};
pub use wireclip_egress::{EgressPolicy, EgressRefused};

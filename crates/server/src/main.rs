//! The program: reads settings, builds everything, starts and stops it.
//!
//! One executable has several roles. Those that run beside the server (`run-host`, `call-http` and
//! `run-in-lease`) are started often and must stay small, so they are told apart before anything
//! else is set up.

mod assembly;
mod audit;
mod backup;
mod cli;
mod config;
mod connections;
mod demo;
mod descriptors;
mod doctor;
mod gateway;
mod home;
mod logging;
mod serve;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next().as_ref().and_then(|role| role.to_str()) {
        Some("run-host") => wireclip_runhost::run(arguments),
        Some(wireclip_adapters::CALL_HTTP_MODE) => wireclip_adapters::call_http_main(),
        Some(wireclip_ports::sandboxed_run::RUN_IN_LEASE_MODE) => wireclip_sandboxes::run_in_lease_main(),
        _ => cli::main(),
    }
}

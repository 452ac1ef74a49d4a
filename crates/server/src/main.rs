//! The program: reads settings, builds everything, starts and stops it.
//!
//! One executable has several roles. The two that run beside the server (`run-host` and
//! `call-http`) are started often and must stay small, so they are told apart before anything
//! else is set up.

mod assembly;
mod backup;
mod cli;
mod config;
mod connections;
mod demo;
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
        _ => cli::main(),
    }
}

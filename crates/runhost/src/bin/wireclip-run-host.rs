//! A run host as a program of its own, for the tests; the product has it inside its one binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|mode| mode != "run-host") {
        return ExitCode::from(2);
    }
    wireclip_runhost::run(arguments)
}

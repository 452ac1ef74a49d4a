//! Starts the program; says in full what was in the way if that fails.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use wireclip_domain::run_host::TOKEN_VARIABLE;
use wireclip_domain::run_host::order::StartOrder;

use crate::lookup;

/// Starts the program of an order, in a process group of its own.
///
/// # Errors
/// With a sentence for people.
pub(crate) fn spawn(order: &StartOrder) -> Result<Child, String> {
    lookup::check_folder(&order.working_directory)?;
    let search_path = order.environment.get("PATH").map(String::as_str);
    let path = lookup::find(&order.program, search_path, &order.working_directory)?;
    limit_open_files(order.open_files)?;
    Command::new(&path)
        .arg0(&order.program)
        .args(&order.arguments)
        .current_dir(&order.working_directory)
        .env_clear()
        .envs(&order.environment)
        .env(TOKEN_VARIABLE, &order.token)
        .stdin(if order.stdin_bytes == 0 { Stdio::null() } else { Stdio::piped() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|error| explain(&path, &error))
}

/// Sets the limit that the program will inherit. It counts for the host as well, which needs few.
fn limit_open_files(wanted: Option<u64>) -> Result<(), String> {
    let Some(wanted) = wanted else { return Ok(()) };
    let given = getrlimit(Resource::Nofile);
    let current = given.maximum.map_or(wanted, |maximum| maximum.min(wanted));
    let limit = Rlimit { current: Some(current), maximum: given.maximum };
    setrlimit(Resource::Nofile, limit)
        .map_err(|error| format!("the limit of open files cannot be set to {current}: {error}"))
}

fn explain(path: &Path, error: &io::Error) -> String {
    let shown = path.display();
    match error.kind() {
        // We have just seen the file itself.
        io::ErrorKind::NotFound => {
            format!("the program {shown} needs an interpreter that was not found; see its first line")
        }
        io::ErrorKind::ArgumentListTooLong => {
            format!("the program {shown} cannot be given so many arguments and variables")
        }
        _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
            format!(
                "the program {shown} is nothing that this machine can run; a script needs a first line such as #!/bin/sh"
            )
        }
        _ => format!("the program {shown} could not be started: {error}"),
    }
}

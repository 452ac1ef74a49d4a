//! Finds the program and starts it; says in full what was in the way if that fails.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::fs::Access;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use wireclip_domain::run_host::TOKEN_VARIABLE;
use wireclip_domain::run_host::order::StartOrder;

/// Where programs are looked up if the environment has no `PATH`.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Starts the program of an order, in a process group of its own.
///
/// # Errors
/// With a sentence for people.
pub(crate) fn spawn(order: &StartOrder) -> Result<Child, String> {
    check_folder(&order.working_directory)?;
    let path = find(order)?;
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

fn check_folder(folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    match std::fs::metadata(folder) {
        Ok(metadata) if !metadata.is_dir() => Err(format!("working directory {shown} is not a directory")),
        Ok(_) if rustix::fs::access(folder, Access::EXEC_OK).is_err() => {
            Err(format!("working directory {shown} may not be entered"))
        }
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(format!("working directory {shown} does not exist"))
        }
        Err(error) => Err(format!("working directory {shown} cannot be used: {error}")),
    }
}

fn find(order: &StartOrder) -> Result<PathBuf, String> {
    let program = &order.program;
    if program.is_empty() {
        return Err("no program is named".to_owned());
    }
    if program.contains('/') {
        let path = order.working_directory.join(program);
        return match look(&path) {
            Look::Program => Ok(path),
            Look::NotExecutable => Err(format!("program {} is not executable", path.display())),
            Look::Nothing => Err(format!("program {} was not found", path.display())),
        };
    }
    let search_path = order.environment.get("PATH").map_or(DEFAULT_PATH, String::as_str);
    let mut not_executable = None;
    for folder in search_path.split(':') {
        let path = order.working_directory.join(folder).join(program);
        match look(&path) {
            Look::Program => return Ok(path),
            Look::NotExecutable => not_executable = Some(path),
            Look::Nothing => {}
        }
    }
    Err(match not_executable {
        Some(path) => format!("program {} is not executable", path.display()),
        None => format!("program '{program}' was not found; searched PATH {search_path}"),
    })
}

enum Look {
    Program,
    NotExecutable,
    Nothing,
}

fn look(path: &Path) -> Look {
    match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Look::NotExecutable,
        Ok(_) if rustix::fs::access(path, Access::EXEC_OK).is_err() => Look::NotExecutable,
        Ok(_) => Look::Program,
        Err(_) => Look::Nothing,
    }
}

fn explain(path: &Path, error: &io::Error) -> String {
    let shown = path.display();
    match error.kind() {
        // We have just seen the file itself.
        io::ErrorKind::NotFound => {
            format!("program {shown} needs an interpreter that was not found; see its first line")
        }
        io::ErrorKind::ArgumentListTooLong => {
            format!("program {shown} cannot be given so many arguments and variables")
        }
        _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
            format!(
                "program {shown} is nothing that this machine can run; a script needs a first line such as #!/bin/sh"
            )
        }
        _ => format!("program {shown} could not be started: {error}"),
    }
}

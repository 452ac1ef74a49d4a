//! A folder of a test's own, in which the program runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::kill_all;

/// How long a command may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(45);

/// A folder in which the program runs as on a fresh machine. Whatever was started in it ends with
/// it, also agents that left their group.
pub(crate) struct Place {
    folder: TempDir,
}

/// A program that ended.
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("wireclip-program-").tempdir().unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The home folder, unless a test names another.
    pub(crate) fn home(&self) -> PathBuf {
        self.path().join("home")
    }

    /// Prepares the program with an environment that holds nothing but what every user has. By
    /// `HOME` all its processes can be told from those of others.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wireclip"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.path())
            .env("WIRECLIP_HOME", self.home())
            .stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Finished {
        self.run_with(&[], arguments)
    }

    /// Runs the program to its end, with variables of the environment.
    pub(crate) fn run_with(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Finished {
        // Files, so that a program which does not end can be shown with what it said.
        let (out, errors) = (self.path().join("stdout"), self.path().join("stderr"));
        let mut child = self
            .program(arguments)
            .envs(variables.iter().copied())
            .stdout(std::fs::File::create(&out).unwrap())
            .stderr(std::fs::File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        let said = |path| std::fs::read_to_string(path).unwrap();
        let give_up_at = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < give_up_at, "it does not end: {}{}", said(&out), said(&errors));
            std::thread::sleep(Duration::from_millis(5));
        };
        Finished { code: status.code(), stdout: said(&out), stderr: said(&errors) }
    }

    /// Writes a file, and returns its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Reads a file that agents write to; one that is not there is empty.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_default()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        kill_all(self.path());
    }
}

impl Finished {
    /// Asserts that the program did what it was asked to, and returns what it printed.
    pub(crate) fn well(self) -> String {
        assert_eq!(self.code, Some(0), "it printed {}\n{}", self.stdout, self.stderr);
        self.stdout
    }

    /// Asserts that the program ended with this code, and returns what it printed.
    pub(crate) fn said_with(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "it printed {}\n{}", self.stdout, self.stderr);
        self.stdout
    }

    /// Asserts that the program refused, and returns why.
    pub(crate) fn refused(self) -> String {
        assert!(self.code.is_some_and(|code| code != 0), "exit {:?}: {}", self.code, self.stdout);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self.stderr
    }
}

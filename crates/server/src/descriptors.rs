//! How many files this process may have open, and how many its agents may.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// How many the server asks for, at most.
const MOST: u64 = 65_536;

/// The limits of open files.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Descriptors {
    /// How many the server may have.
    pub(crate) of_server: u64,
    /// How many it was given when it started, which is what agents' programs get: some of them
    /// close every descriptor that there may be, or do not work with numbers above 1023.
    pub(crate) of_programs: u64,
}

impl Descriptors {
    /// Asks the operating system for as many as it gives.
    pub(crate) fn raise() -> Self {
        let given = getrlimit(Resource::Nofile);
        let current = given.current.unwrap_or(MOST);
        let possible = given.maximum.unwrap_or(MOST).min(MOST);
        if possible <= current {
            return Self { of_server: current, of_programs: current };
        }
        let raised = Rlimit { current: Some(possible), maximum: given.maximum };
        let of_server = match setrlimit(Resource::Nofile, raised) {
            Ok(()) => possible,
            Err(error) => {
                tracing::warn!(%error, "cannot have more than {current} files open");
                current
            }
        };
        Self { of_server, of_programs: current }
    }
}

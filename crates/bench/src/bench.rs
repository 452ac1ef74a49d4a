//! What all rows share: the program, how much to do, and a folder for everything that is written.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use tempfile::TempDir;

use crate::arguments::Arguments;
use crate::figures::FIGURES;
use crate::server::Server;

/// The settings of one measurement.
pub(crate) struct Bench {
    pub(crate) program: PathBuf,
    pub(crate) database_url: Option<String>,
    pub(crate) is_quick: bool,
    pub(crate) is_long: bool,
    only: Vec<String>,
    folder: TempDir,
}

impl Bench {
    /// Prepares to measure.
    ///
    /// # Errors
    /// If the program is not there or no folder can be made.
    pub(crate) fn new(arguments: Arguments) -> anyhow::Result<Self> {
        let Arguments { program, only, is_quick, is_long, database_url } = arguments;
        let program =
            std::fs::canonicalize(&program).with_context(|| format!("find {}", program.display()))?;
        let folder = tempfile::Builder::new().prefix("wireclip-bench-").tempdir().context("make a folder")?;
        Ok(Self { program, database_url, is_quick, is_long, only, folder })
    }

    /// Whether the row is asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| name.contains(part.as_str()))
    }

    /// Whether any of the rows of a stage is asked for.
    pub(crate) fn wants_any(&self, names: &[&str]) -> bool {
        debug_assert!(names.iter().all(|name| FIGURES.iter().any(|figure| figure.name == *name)));
        names.iter().any(|name| self.wants(name))
    }

    /// Returns how often to do something: a tenth of it in a hurry.
    pub(crate) fn scaled(&self, count: usize) -> usize {
        if self.is_quick { count.div_ceil(10) } else { count }
    }

    /// Returns for how long to do something: a tenth of it in a hurry.
    pub(crate) fn scaled_time(&self, time: Duration) -> Duration {
        if self.is_quick { time / 10 } else { time }
    }

    /// Returns the folder for files of the bench itself.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a server on an empty home and waits until it is ready.
    ///
    /// # Errors
    /// If it does not become ready.
    pub(crate) async fn server(&self) -> anyhow::Result<Server> {
        Ok(Server::start_new(self).await?.0)
    }
}

//! The home folder: what lies where, and who has it.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rustix::fs::{FlockOperation, flock};
use wireclip_domain::NodeId;

/// How long a home may still be locked after its server is gone: one that is killed while it
/// starts a program leaves the lock to the child, until that has become the program.
const HEIRS_LEAVE: Duration = Duration::from_secs(5);
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// The home folder, held by this process.
#[derive(Debug)]
pub(crate) struct Home {
    path: PathBuf,
    // The operating system lets go of it when the process ends, however it ends.
    _lock: File,
}

impl Home {
    /// Makes the folder if needed, and takes it for this process alone.
    ///
    /// # Errors
    /// If it cannot be made or written, or another server has it.
    pub(crate) fn take(path: &Path) -> anyhow::Result<Self> {
        make_folder(path)?;
        let lock = take_lock(path)?;
        let home = Self { path: path.to_owned(), _lock: lock };
        for folder in [home.runs(), home.run_logs(), home.workspaces()] {
            make_folder(&folder)?;
        }
        Ok(home)
    }

    /// The file of the embedded database.
    pub(crate) fn database(&self) -> PathBuf {
        database_in(&self.path)
    }

    /// The traces of runs: one folder each while it lives.
    pub(crate) fn runs(&self) -> PathBuf {
        self.path.join("runs")
    }

    /// The logs of runs, for good.
    pub(crate) fn run_logs(&self) -> PathBuf {
        run_logs_in(&self.path)
    }

    /// The folders in which agents work that have no other.
    pub(crate) fn workspaces(&self) -> PathBuf {
        self.path.join("workspaces")
    }

    /// Returns by which name this folder, with the runs that it holds, is known to its database;
    /// makes it at the first start.
    ///
    /// # Errors
    /// If its file cannot be read or written.
    pub(crate) fn node_id(&self) -> anyhow::Result<NodeId> {
        let path = self.path.join("node-id");
        match fs::read_to_string(&path) {
            Ok(text) => {
                let id = text.trim().parse();
                id.with_context(|| format!("{} holds no id; remove it and start again", path.display()))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let id = NodeId::random();
                fs::write(&path, id.to_string()).with_context(|| format!("write {}", path.display()))?;
                Ok(id)
            }
            Err(error) => Err(error).with_context(|| format!("read {}", path.display())),
        }
    }
}

/// The file of the embedded database in a home folder.
pub(crate) fn database_in(home: &Path) -> PathBuf {
    home.join("wireclip.sqlite")
}

/// The logs of runs in a home folder.
pub(crate) fn run_logs_in(home: &Path) -> PathBuf {
    home.join("data/run-logs")
}

/// Makes a folder that only its owner can read, with those above it.
///
/// # Errors
/// If it cannot be made or written to.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path).with_context(|| {
        format!("make the folder {} (choose another with --home DIR, or make it writable)", path.display())
    })
}

fn take_lock(home: &Path) -> anyhow::Result<File> {
    let path = home.join("server.lock");
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(&path)
        .with_context(|| {
            format!("write {} (choose another folder with --home DIR, or make it writable)", path.display())
        })?;
    let give_up_at = Instant::now() + HEIRS_LEAVE;
    while flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        let holder = holder_in(&mut file);
        let is_gone = !holder.is_empty() && !Path::new("/proc").join(&holder).exists();
        if is_gone && Instant::now() < give_up_at {
            std::thread::sleep(LOOK_AGAIN);
            continue;
        }
        let process = if holder.is_empty() { String::new() } else { format!(" (process {holder})") };
        bail!(
            "another server{process} has the home folder {}: stop it, or give this one a folder of its own \
             with --home DIR",
            home.display()
        );
    }
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .with_context(|| format!("write {} (is the disk full?)", path.display()))?;
    Ok(file)
}

fn holder_in(lock: &mut File) -> String {
    let mut holder = String::new();
    lock.rewind().and_then(|()| lock.read_to_string(&mut holder)).unwrap_or_default();
    holder.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_server_on_the_same_home_is_told_who_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = Home::take(folder.path()).unwrap();
        let error = Home::take(folder.path()).unwrap_err().to_string();
        assert!(error.contains(&format!("process {}", std::process::id())), "{error}");
        assert!(error.contains("--home"), "{error}");
        drop(first);
        Home::take(folder.path()).unwrap();
    }

    #[test]
    fn a_child_that_a_killed_server_was_starting_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let lock = take_lock(folder.path()).unwrap();
        let mut child =
            std::process::Command::new("sleep").arg("0.2").stdin(lock.try_clone().unwrap()).spawn().unwrap();
        // No process has this number.
        fs::write(folder.path().join("server.lock"), "4194305\n").unwrap();
        drop(lock);
        Home::take(folder.path()).unwrap();
        assert!(child.wait().unwrap().success());
    }
}

//! The home folder: what lies where, and who has it.

mod rights;

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use rustix::fs::{FlockOperation, flock};
use secrecy::{ExposeSecret, SecretString};
use wireclip_domain::NodeId;

pub(crate) use rights::make_private;

/// How long a home may still be locked after its server is gone: one that is killed while it
/// starts a program leaves the lock to the child, until that has become the program.
const CHILD_LOCK_WAIT: Duration = Duration::from_secs(5);
const LOCK: &str = "server.lock";
const NODE_ID: &str = "node-id";
const SECRETS_KEY: &str = "secrets.key";
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// The home folder, held by this process.
#[derive(Debug)]
pub(crate) struct Home {
    path: PathBuf,
    // The operating system lets go of it when the process ends, however it ends.
    lock: File,
}

impl Home {
    /// Makes the folder if needed, and takes it for this process alone.
    ///
    /// # Errors
    /// If it cannot be made or written, or another server has it.
    pub(crate) fn take(path: &Path) -> anyhow::Result<Self> {
        make_folder(path)?;
        let lock = take_lock(path)?;
        let home = Self { path: path.to_owned(), lock };
        home.make_folders()?;
        rights::tighten(path);
        Ok(home)
    }

    fn make_folders(&self) -> anyhow::Result<()> {
        for folder in [self.runs(), self.run_logs(), self.workspaces()] {
            make_folder(&folder)?;
        }
        Ok(())
    }

    /// Moves what the folder holds into another one, but for settings, the key for secrets, backups
    /// and what was moved before. What is left is as at the first start.
    ///
    /// # Errors
    /// If something cannot be moved; what was moved until then stays there.
    pub(crate) fn move_aside(&self, aside: &Path) -> anyhow::Result<()> {
        make_folder(aside)?;
        for entry in fs::read_dir(&self.path).with_context(|| format!("read {}", self.path.display()))? {
            let entry = entry.with_context(|| format!("read {}", self.path.display()))?;
            let name = entry.file_name();
            let stays = ["config.toml", "backups", SECRETS_KEY, LOCK].iter().any(|kept| name == *kept)
                || name.to_string_lossy().starts_with("replaced-");
            if !stays {
                fs::rename(entry.path(), aside.join(&name))
                    .with_context(|| format!("move {} aside", entry.path().display()))?;
            }
        }
        self.make_folders()
    }

    /// The file of the embedded database.
    pub(crate) fn database(&self) -> PathBuf {
        database_in(&self.path)
    }

    /// The traces of runs: one folder each while it lives.
    pub(crate) fn runs(&self) -> PathBuf {
        self.path.join("runs")
    }

    /// Attachments and images.
    pub(crate) fn files(&self) -> PathBuf {
        files_in(&self.path)
    }

    /// The logs of runs, for good.
    pub(crate) fn run_logs(&self) -> PathBuf {
        run_logs_in(&self.path)
    }

    /// The folders in which agents work that have no other.
    pub(crate) fn workspaces(&self) -> PathBuf {
        workspaces_in(&self.path)
    }

    /// Returns where this folder is: the machine since it was started, and the folder on it. A copy
    /// is in another place, also at the same path in another container.
    ///
    /// # Errors
    /// If the folder is gone.
    pub(crate) fn place(&self) -> anyhow::Result<String> {
        // Where there is no such file the rest has to do.
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let machine = rustix::system::uname();
        let path = fs::canonicalize(&self.path).context("find the home folder")?;
        let inode = self.lock.metadata().context("look at the home folder's lock")?.ino();
        let (boot, machine) = (boot.trim(), machine.nodename().to_string_lossy());
        Ok(format!("{machine}:{}#{inode}@{boot}", path.display()))
    }

    /// Returns the key that seals stored secrets; `fresh` is kept if there is none yet.
    ///
    /// # Errors
    /// If its file cannot be read or written.
    pub(crate) fn secrets_key(&self, fresh: &SecretString) -> anyhow::Result<SecretString> {
        let path = secrets_key_in(&self.path);
        match fs::read_to_string(&path) {
            // An empty file is one that a server was about to write when its machine failed.
            Ok(text) if !text.trim().is_empty() => Ok(SecretString::from(text)),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("read {}", path.display()))
            }
            Ok(_) | Err(_) => {
                let written = write_whole(&path, fresh.expose_secret().as_bytes());
                written.with_context(|| format!("write {} (is the disk full?)", path.display()))?;
                Ok(fresh.clone())
            }
        }
    }

    /// Returns by which name this folder, with the runs that it holds, is known to its database;
    /// makes it at the first start.
    ///
    /// # Errors
    /// If its file cannot be read or written.
    pub(crate) fn node_id(&self) -> anyhow::Result<NodeId> {
        let path = self.path.join(NODE_ID);
        match fs::read_to_string(&path) {
            // An empty file is one that a server was about to write when its machine failed.
            Ok(text) if !text.trim().is_empty() => {
                let id = text.trim().parse();
                id.with_context(|| format!("{} holds no id; remove it and start again", path.display()))
            }
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("read {}", path.display()))
            }
            Ok(_) | Err(_) => {
                let id = NodeId::random();
                let written = write_whole(&path, id.to_string().as_bytes());
                written.with_context(|| format!("write {} (is the disk full?)", path.display()))?;
                Ok(id)
            }
        }
    }
}

/// The file of the embedded database in a home folder.
pub(crate) fn database_in(home: &Path) -> PathBuf {
    home.join("wireclip.sqlite")
}

/// Returns whether a server has worked with a home folder, rather than only begun to start.
pub(crate) fn was_used(home: &Path) -> bool {
    home.join(NODE_ID).exists()
}

/// The logs of runs in a home folder.
pub(crate) fn run_logs_in(home: &Path) -> PathBuf {
    home.join("data/run-logs")
}

/// The attachments and images in a home folder.
pub(crate) fn files_in(home: &Path) -> PathBuf {
    home.join("data/files")
}

/// The workspaces of agents in a home folder.
pub(crate) fn workspaces_in(home: &Path) -> PathBuf {
    home.join("workspaces")
}

/// The file with the key that seals stored secrets in a home folder.
pub(crate) fn secrets_key_in(home: &Path) -> PathBuf {
    home.join(SECRETS_KEY)
}

/// The file that the server of a home folder has locked, with its process id.
pub(crate) fn lock_in(home: &Path) -> PathBuf {
    home.join(LOCK)
}

/// Makes a folder that only its owner can read, with those above it.
///
/// # Errors
/// If it cannot be made or written to.
pub(crate) fn make_folder(path: &Path) -> anyhow::Result<()> {
    ensure!(
        path.is_dir() || !path.exists(),
        "{} is no folder (choose another with --home DIR)",
        path.display()
    );
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path).with_context(|| {
        format!("make the folder {} (choose another with --home DIR, or make it writable)", path.display())
    })
}

/// Writes a file so that it is there as a whole or not at all, whenever the machine fails. Only its
/// owner can read it.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    File::open(folder)?.sync_all()
}

#[expect(clippy::disallowed_methods, reason = "the operating system does not say when a lock is free")]
fn take_lock(home: &Path) -> anyhow::Result<File> {
    let path = lock_in(home);
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
    let give_up_at = Instant::now() + CHILD_LOCK_WAIT;
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

    #[test]
    fn a_home_whose_first_start_was_cut_off_starts_again() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::take(folder.path()).unwrap();
        fs::write(folder.path().join("node-id"), "").unwrap();
        let id = home.node_id().unwrap();
        assert_eq!(home.node_id().unwrap(), id);
        let files: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(files.len(), 5, "nothing half written is left: {files:?}");
    }
}

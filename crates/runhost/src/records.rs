//! The files that a host leaves in its run's folder, each complete or absent.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};
use wireclip_domain::run_host::order::StartOrder;
use wireclip_domain::run_host::process_stat::ProcessStat;
use wireclip_domain::run_host::{
    CHILD_FILE, ChildRecord, EXIT_FILE, ExitRecord, INTENT_FILE, PROTOCOL, StartIntent,
};

use crate::moment;

/// The file that will become the exit record. It is made, with space for the record, before the
/// program starts: a disk that is full at the end cannot keep the end from being told.
const EXIT_DRAFT_FILE: &str = "exit.draft";
const EXIT_RESERVE: [u8; 4096] = [b' '; 4096];

/// A run's folder.
pub(crate) struct RunFolder {
    path: PathBuf,
}

/// What became of the wish to start.
pub(crate) enum Claimed {
    /// The run is ours.
    Ours,
    /// It had its start before.
    Before,
}

impl RunFolder {
    /// Names the folder.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Returns where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the start intent, durably. Of all hosts that ever try this for a run, one succeeds.
    pub(crate) fn claim(&self, order: &StartOrder) -> io::Result<Claimed> {
        let own_stat = fs::read_to_string("/proc/self/stat")?;
        let own_stat =
            ProcessStat::parse(&own_stat).ok_or_else(|| io::Error::other("cannot read /proc/self/stat"))?;
        let intent = StartIntent {
            protocol: PROTOCOL,
            run_id: order.run_id,
            token: order.token.clone(),
            command_sha256: command_digest(order),
            host_process_id: own_stat.process_id,
            host_start_ticks: own_stat.start_ticks,
            boot_id: fs::read_to_string("/proc/sys/kernel/random/boot_id")?.trim().to_owned(),
            written_at: moment::now(),
        };
        let intent_path = self.path.join(INTENT_FILE);
        // A link, unlike a file that is made and then filled, is never seen half written.
        let draft_path = self.path.join(format!("intent.{}", std::process::id()));
        let draft = write_new(&draft_path, &intent)?;
        draft.sync_data()?;
        let linked = fs::hard_link(&draft_path, &intent_path);
        fs::remove_file(&draft_path)?;
        match linked {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(Claimed::Before),
            Err(error) => return Err(error),
        }
        fs::write(self.path.join(EXIT_DRAFT_FILE), EXIT_RESERVE)?;
        self.sync()?;
        Ok(Claimed::Ours)
    }

    /// Writes which process the program became.
    ///
    /// Not made durable: after a power failure no process is left that it could name.
    pub(crate) fn write_child(&self, child: &ChildRecord) -> io::Result<()> {
        let draft_path = self.path.join("child.draft");
        write_new(&draft_path, child)?;
        fs::rename(draft_path, self.path.join(CHILD_FILE))
    }

    /// Writes how the program ended, durably.
    pub(crate) fn write_exit(&self, exit: &ExitRecord) -> io::Result<()> {
        let draft_path = self.path.join(EXIT_DRAFT_FILE);
        let mut draft =
            OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&draft_path)?;
        let text = serde_json::to_vec(exit)?;
        draft.write_all(&text)?;
        draft.set_len(text.len() as u64)?;
        draft.sync_all()?;
        fs::rename(draft_path, self.path.join(EXIT_FILE))?;
        self.sync()
    }

    fn sync(&self) -> io::Result<()> {
        File::open(&self.path)?.sync_all()
    }
}

fn write_new(path: &Path, content: &impl Serialize) -> io::Result<File> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(&serde_json::to_vec(content)?)?;
    Ok(file)
}

/// Returns the SHA-256 of what is started; each part with its length, so that none can pass for
/// another.
fn command_digest(order: &StartOrder) -> String {
    let folder = order.working_directory.to_string_lossy();
    let mut digest = Sha256::new();
    for part in
        [order.program.as_str(), &folder].into_iter().chain(order.arguments.iter().map(String::as_str))
    {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    hex::encode(digest.finalize())
}

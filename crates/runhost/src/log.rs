//! The one writer of a run's log: complete lines, within the log's limit and the disk's.
//!
//! **Invariant:** the file always ends with a complete line, and the digest covers exactly the
//! bytes in it. A log that is full stays full: the rest of the output is counted, and the program
//! goes on.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use sha2::{Digest, Sha256};
use wireclip_domain::Timestamp;
use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::OutputChunk;

use crate::forgive::Forgive;

/// How much is written between two looks at the disk's free space.
const SPACE_CHECK_BYTES: u64 = 4 << 20;

/// The longest piece of text in a line of the log.
pub(crate) const CHUNK_BYTES: usize = 64 << 10;

/// How much a log may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LogLimits {
    /// The most bytes in the file.
    pub(crate) log_bytes: u64,
    /// The free bytes to leave on the disk.
    pub(crate) free_space_bytes: u64,
}

/// Wire: clients know the first output of a run as number 2; 1 is the run's start, which stands
/// among its events and not in its log.
const FIRST_SEQ: u64 = 2;

/// A run's log while its host lives.
pub(crate) struct RunLog {
    file: File,
    limits: LogLimits,
    bytes: u64,
    digest: Sha256,
    next_seq: u64,
    dropped_bytes: u64,
    is_full: bool,
    next_space_check: u64,
    line: Vec<u8>,
}

/// What a finished log amounts to.
pub(crate) struct LogSummary {
    /// Bytes in the file.
    pub(crate) bytes: u64,
    /// Their SHA-256, in hex.
    pub(crate) sha256: String,
    /// Bytes of output that were not kept.
    pub(crate) dropped_bytes: u64,
}

impl RunLog {
    /// Makes the file. A log that is there already belongs to somebody else.
    pub(crate) fn create(path: &Path, limits: LogLimits) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create_new(true).mode(0o600).open(path)?;
        Ok(Self {
            file,
            limits,
            bytes: 0,
            digest: Sha256::new(),
            next_seq: FIRST_SEQ,
            dropped_bytes: 0,
            is_full: false,
            next_space_check: 0,
            line: Vec::new(),
        })
    }

    /// Returns the size of the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Appends a text, in as many lines as it takes.
    pub(crate) fn append(&mut self, now: Timestamp, stream: OutputStream, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_at(rest.floor_char_boundary(CHUNK_BYTES));
            rest = behind;
            self.append_chunk(now, stream, piece);
        }
    }

    /// Makes the file durable and sums it up.
    pub(crate) fn finish(mut self) -> LogSummary {
        self.file.sync_data().forgive("what the disk lost, the digest will tell");
        LogSummary {
            bytes: self.bytes,
            sha256: hex::encode(self.digest.finalize_reset()),
            dropped_bytes: self.dropped_bytes,
        }
    }

    fn append_chunk(&mut self, now: Timestamp, stream: OutputStream, text: &str) {
        if !self.is_full {
            self.spell(now, stream, text);
            match self.has_room().and_then(|()| self.write_line()) {
                Ok(()) => return,
                Err(why) => self.close(now, &why),
            }
        }
        self.dropped_bytes = self.dropped_bytes.saturating_add(text.len() as u64);
    }

    fn spell(&mut self, ts: Timestamp, stream: OutputStream, text: &str) {
        let chunk = OutputChunk { ts, stream, chunk: text.to_owned(), seq: self.next_seq };
        self.line.clear();
        serde_json::to_writer(&mut self.line, &chunk).expect("a chunk is JSON");
        self.line.push(b'\n');
    }

    fn has_room(&mut self) -> io::Result<()> {
        let size = self.bytes + self.line.len() as u64;
        if size > self.limits.log_bytes {
            return Err(io::Error::other(format!(
                "the log has reached its limit of {} bytes",
                self.limits.log_bytes
            )));
        }
        if size >= self.next_space_check {
            self.next_space_check = size + SPACE_CHECK_BYTES;
            let disk = rustix::fs::fstatvfs(&self.file)?;
            let free_bytes = disk.f_bavail.saturating_mul(disk.f_frsize);
            if free_bytes < self.limits.free_space_bytes {
                return Err(io::Error::other(format!("the disk has only {free_bytes} bytes free")));
            }
        }
        Ok(())
    }

    fn write_line(&mut self) -> io::Result<()> {
        if let Err(error) = self.file.write_all(&self.line) {
            // Part of the line may be there: take it back, so that the next line can be read.
            self.file.set_len(self.bytes)?;
            return Err(error);
        }
        self.digest.update(&self.line);
        self.bytes += self.line.len() as u64;
        self.next_seq += 1;
        Ok(())
    }

    /// Says in the log why it ends here.
    fn close(&mut self, now: Timestamp, why: &io::Error) {
        self.is_full = true;
        self.spell(
            now,
            OutputStream::System,
            &format!("[paperclip] Output from here on is not kept: {why}. The program goes on.\n"),
        );
        self.write_line().forgive("the exit record counts what was dropped");
    }
}

/// Returns the digest of a log without lines.
pub(crate) fn empty_digest() -> String {
    hex::encode(Sha256::digest([]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_LIMITS: LogLimits = LogLimits { log_bytes: u64::MAX, free_space_bytes: 0 };

    fn lines(path: &Path) -> Vec<OutputChunk> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn a_line_has_the_four_members_of_the_wire_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.ndjson");
        let mut log = RunLog::create(&path, NO_LIMITS).unwrap();
        log.append(Timestamp::from_unix_millis(0), OutputStream::Stdout, "one\n");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            "{\"ts\":\"1970-01-01T00:00:00.000Z\",\"stream\":\"stdout\",\"chunk\":\"one\\n\",\"seq\":2}\n"
        );
        let summary = log.finish();
        assert_eq!(summary.bytes, text.len() as u64);
        assert_eq!(summary.sha256, hex::encode(Sha256::digest(text.as_bytes())));
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.ndjson");
        let mut log = RunLog::create(&path, NO_LIMITS).unwrap();
        let text = "ä€𝄞".repeat(20_000);
        log.append(Timestamp::from_unix_millis(0), OutputStream::Stderr, &text);
        let lines = lines(&path);
        assert!(lines.len() > 1 && lines.iter().all(|line| line.chunk.len() <= CHUNK_BYTES));
        assert_eq!(lines.iter().map(|line| line.chunk.as_str()).collect::<String>(), text);
    }

    #[test]
    fn a_full_log_says_so_once_and_counts_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.ndjson");
        let mut log = RunLog::create(&path, LogLimits { log_bytes: 200, free_space_bytes: 0 }).unwrap();
        for _ in 0..10 {
            log.append(Timestamp::from_unix_millis(0), OutputStream::Stdout, "0123456789");
        }
        assert_eq!(log.finish().dropped_bytes, 80);
        let lines = lines(&path);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[2].stream, OutputStream::System);
        assert!(lines[2].chunk.starts_with("[paperclip] "));
    }

    #[test]
    fn a_disk_that_is_nearly_full_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.ndjson");
        let limits = LogLimits { log_bytes: u64::MAX, free_space_bytes: u64::MAX };
        let mut log = RunLog::create(&path, limits).unwrap();
        log.append(Timestamp::from_unix_millis(0), OutputStream::Stdout, "0123456789");
        assert_eq!(log.finish().dropped_bytes, 10);
        assert_eq!(lines(&path).len(), 1);
    }
}

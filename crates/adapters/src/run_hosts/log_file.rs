//! Reads the file of a run's log, while it grows and afterwards.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use tokio::sync::mpsc;
use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::OutputChunk;
use wireclip_ports::host::{HostError, HostEvent, LogPart, LogPosition};

use super::failed;

/// How much is read at once.
const READ_BYTES: u64 = 128 << 10;
/// A longer line was not written by a run host.
const LINE_LIMIT_BYTES: usize = 2 << 20;
/// How much of each output an ending tells.
const TAIL_BYTES: usize = 64 << 10;
/// How far back the tails are looked for in a log that was not followed from its start.
const TAIL_SEARCH_BYTES: u64 = 4 << 20;
/// The most that one call reads for a client.
const PART_LIMIT_BYTES: usize = 8 << 20;

/// Passes on the lines of a log.
pub(super) struct LogReader {
    path: PathBuf,
    /// Where the first line that was not passed on begins.
    position: u64,
    /// What was read from there on.
    pending: Vec<u8>,
    tails: Tails,
}

/// What came of passing on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Forwarded {
    /// Everything that is in the file was passed on.
    All,
    /// The receiver is gone.
    NobodyListens,
}

impl LogReader {
    pub(super) fn new(path: &Path, from: LogPosition) -> Self {
        Self { path: path.to_owned(), position: from.bytes, pending: Vec::new(), tails: Tails::default() }
    }

    /// Passes on all complete lines that are in the file now, no faster than they are taken.
    pub(super) async fn forward(&mut self, events: &mpsc::Sender<HostEvent>) -> Result<Forwarded, HostError> {
        while self.read_more().await? {
            let mut done = 0;
            while let Some(length) = self.pending[done..].iter().position(|byte| *byte == b'\n') {
                let line = &self.pending[done..done + length];
                done += length + 1;
                let Some(chunk) = parse(line, &self.path) else { continue };
                self.tails.push(&chunk);
                let position = LogPosition { bytes: self.position + done as u64 };
                if events.send(HostEvent::Output { chunk, position }).await.is_err() {
                    return Ok(Forwarded::NobodyListens);
                }
            }
            self.position += done as u64;
            self.pending.drain(..done);
            if self.pending.len() > LINE_LIMIT_BYTES {
                let error = io::Error::new(io::ErrorKind::InvalidData, "a line has no end");
                return Err(failed(format!("read {}", self.path.display()))(error));
            }
        }
        Ok(Forwarded::All)
    }

    pub(super) fn into_tails(self) -> Tails {
        self.tails
    }

    async fn read_more(&mut self) -> Result<bool, HostError> {
        let from = self.position + self.pending.len() as u64;
        let read = read_range(&self.path, from, READ_BYTES).await?;
        self.pending.extend_from_slice(&read.bytes);
        Ok(!read.bytes.is_empty())
    }
}

/// The last of what a run printed.
#[derive(Debug, Default)]
pub(super) struct Tails {
    stdout: String,
    stderr: String,
}

impl Tails {
    fn push(&mut self, chunk: &OutputChunk) {
        let tail = match chunk.stream {
            OutputStream::Stdout => &mut self.stdout,
            OutputStream::Stderr => &mut self.stderr,
            OutputStream::System => return,
        };
        tail.push_str(&chunk.chunk);
        // Cut only now and then: each cut moves what stays.
        if tail.len() > 2 * TAIL_BYTES {
            cut(tail);
        }
    }

    pub(super) fn are_full(&self) -> bool {
        self.stdout.len() >= TAIL_BYTES && self.stderr.len() >= TAIL_BYTES
    }

    pub(super) fn followed_by(mut self, later: &Self) -> Self {
        self.stdout.push_str(&later.stdout);
        self.stderr.push_str(&later.stderr);
        self
    }

    /// Returns the ends of standard output and standard error.
    pub(super) fn into_texts(mut self) -> (String, String) {
        cut(&mut self.stdout);
        cut(&mut self.stderr);
        (self.stdout, self.stderr)
    }
}

fn cut(tail: &mut String) {
    let start = tail.ceil_char_boundary(tail.len().saturating_sub(TAIL_BYTES));
    tail.drain(..start);
}

/// Collects the tails of what stands before a position.
pub(super) async fn tails_before(path: &Path, position: LogPosition) -> Result<Tails, HostError> {
    let start = position.bytes.saturating_sub(TAIL_SEARCH_BYTES);
    let read = read_range(path, start, position.bytes - start).await?;
    let mut lines = read.bytes.split_inclusive(|byte| *byte == b'\n');
    if start > 0 {
        // Its beginning is cut off.
        lines.next();
    }
    let mut tails = Tails::default();
    for line in lines.filter(|line| line.ends_with(b"\n")) {
        if let Some(chunk) = parse(line, path) {
            tails.push(&chunk);
        }
    }
    Ok(tails)
}

fn parse(line: &[u8], path: &Path) -> Option<OutputChunk> {
    let chunk = serde_json::from_slice(line);
    if let Err(error) = &chunk {
        tracing::warn!(path = %path.display(), %error, "a line of a run's log cannot be understood");
    }
    chunk.ok()
}

/// Reads a part for a client, without cutting a character in two.
pub(super) async fn read_part(
    path: &Path,
    offset: u64,
    limit_bytes: usize,
    may_grow: bool,
) -> Result<LogPart, HostError> {
    let limit = limit_bytes.min(PART_LIMIT_BYTES);
    // Three bytes more, to complete a character if the limit is within the first one.
    let mut read = read_range(path, offset, limit as u64 + 3).await?;
    let is_last =
        offset + read.bytes.len() as u64 >= read.file_bytes && !may_grow && read.bytes.len() <= limit;
    if !is_last {
        read.bytes.truncate(end_of_part(&read.bytes, limit));
    }
    let end = offset + read.bytes.len() as u64;
    Ok(LogPart {
        content: String::from_utf8(read.bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        next_offset: (end < read.file_bytes || may_grow).then_some(end),
    })
}

/// Returns the last end of a character within the limit; behind the first one if the limit is
/// within it, so that a reader always gets on.
fn end_of_part(bytes: &[u8], limit: usize) -> usize {
    let is_end = |end: usize| bytes.get(end).is_none_or(|next| next & 0xC0 != 0x80);
    let mut end = limit.min(bytes.len());
    if end == bytes.len() {
        // What follows is not known: look whether the last character says that it is complete.
        let start = (end.saturating_sub(4)..end).rev().find(|start| bytes[*start] & 0xC0 != 0x80);
        let Some(start) = start else { return end };
        let length = match bytes[start] {
            0xF0.. => 4,
            0xE0.. => 3,
            0xC0.. => 2,
            _ => 1,
        };
        return if start + length > end { start } else { end };
    }
    while end > 0 && !is_end(end) {
        end -= 1;
    }
    if end == 0 && limit > 0 {
        end = (1..=bytes.len()).find(|end| is_end(*end)).unwrap_or(bytes.len());
    }
    end
}

struct RangeRead {
    bytes: Vec<u8>,
    file_bytes: u64,
}

/// Reads at most `limit` bytes; a file that is not there is empty.
async fn read_range(path: &Path, from: u64, limit: u64) -> Result<RangeRead, HostError> {
    let action = failed(format!("read {}", path.display()));
    let path = path.to_owned();
    let read = tokio::task::spawn_blocking(move || {
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(RangeRead { bytes: Vec::new(), file_bytes: 0 });
            }
            Err(error) => return Err(error),
        };
        let file_bytes = file.metadata()?.len();
        if from >= file_bytes {
            // There are places that no file can have, and going there would be an error.
            return Ok(RangeRead { bytes: Vec::new(), file_bytes });
        }
        file.seek(SeekFrom::Start(from))?;
        let expected = file_bytes.saturating_sub(from).min(limit);
        let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or_default());
        file.take(limit).read_to_end(&mut bytes)?;
        Ok(RangeRead { bytes, file_bytes })
    });
    read.await.map_err(io::Error::other).and_then(|read| read).map_err(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn part(content: &str, offset: u64, limit: usize, may_grow: bool) -> (String, Option<u64>) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), content).unwrap();
        let part = read_part(file.path(), offset, limit, may_grow).await.unwrap();
        (part.content, part.next_offset)
    }

    #[tokio::test]
    async fn a_finished_log_says_where_to_read_on_until_its_end() {
        assert_eq!(part("0123456789abc", 0, 10, false).await, ("0123456789".to_owned(), Some(10)));
        assert_eq!(part("0123456789abc", 10, 10, false).await, ("abc".to_owned(), None));
        assert_eq!(part("0123456789", 0, 10, false).await, ("0123456789".to_owned(), None));
        for beyond in [1_000_000, i64::MAX as u64, u64::MAX] {
            assert_eq!(part("0123456789", beyond, 10, false).await, (String::new(), None));
        }
    }

    #[tokio::test]
    async fn a_growing_log_always_says_where_to_read_on() {
        assert_eq!(part("0123", 0, 10, true).await, ("0123".to_owned(), Some(4)));
        assert_eq!(part("0123", 4, 10, true).await, (String::new(), Some(4)));
    }

    #[tokio::test]
    async fn parts_put_together_are_the_log_and_no_character_is_cut() {
        let content = "aä€𝄞".repeat(5);
        for limit in 1..12 {
            for may_grow in [false, true] {
                let (mut whole, mut offset) = (String::new(), 0);
                while whole.len() < content.len() {
                    let (piece, next) = part(&content, offset, limit, may_grow).await;
                    assert!(!piece.is_empty() && !piece.contains('\u{fffd}'));
                    assert!(piece.len() <= limit.max(4));
                    whole.push_str(&piece);
                    offset = next.unwrap_or(content.len() as u64);
                }
                assert_eq!(whole, content);
            }
        }
    }

    #[tokio::test]
    async fn a_character_whose_rest_is_not_written_yet_waits_for_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"ab\xe2\x82").unwrap();
        let part = read_part(file.path(), 0, 100, true).await.unwrap();
        assert_eq!((part.content.as_str(), part.next_offset), ("ab", Some(2)));
    }

    #[test]
    fn tails_keep_the_last_of_each_output() {
        let mut tails = Tails::default();
        for seq in 0..1000 {
            let chunk = format!("line {seq:03} {}\n", "ä".repeat(500));
            let ts = wireclip_domain::Timestamp::from_unix_millis(0);
            tails.push(&OutputChunk { ts, stream: OutputStream::Stdout, chunk, seq });
        }
        let (stdout, stderr) = tails.into_texts();
        assert!(stdout.len() <= TAIL_BYTES && stdout.len() > TAIL_BYTES - 4);
        assert!(stdout.trim_end().lines().last().unwrap().starts_with("line 999"));
        assert_eq!(stderr, "");
    }
}

//! What a session's command has written, line by line, each line marked with its stream.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::watch;

/// Which stream a line was written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Stdout,
    Stderr,
}

impl Stream {
    fn mark(self) -> [u8; 3] {
        match self {
            Self::Stdout => [1, 1, 1],
            Self::Stderr => [2, 2, 2],
        }
    }
}

#[derive(Debug)]
pub(super) struct SessionLog {
    text: Mutex<LogText>,
    /// The length of the marked text, for those who follow it.
    length: watch::Sender<usize>,
}

/// The same lines in all the shapes that are asked for.
#[derive(Debug, Default, Clone)]
pub(super) struct LogText {
    marked: Vec<u8>,
    pub(super) output: Vec<u8>,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

impl SessionLog {
    pub(super) fn new() -> Self {
        Self { text: Mutex::default(), length: watch::Sender::new(0) }
    }

    pub(super) fn text(&self) -> LogText {
        self.lock().clone()
    }

    pub(super) fn follow(&self) -> watch::Receiver<usize> {
        self.length.subscribe()
    }

    /// Returns the marked text from this byte on.
    pub(super) fn marked_from(&self, offset: usize) -> Vec<u8> {
        self.lock().marked.get(offset..).unwrap_or_default().to_vec()
    }

    /// Reads a stream to its end. A last line without an end gains one.
    pub(super) async fn take_in(&self, mut reader: impl AsyncRead + Unpin, stream: Stream) {
        let mut pending = Vec::new();
        let mut chunk = vec![0; 16 * 1024];
        loop {
            // What cannot be read any more is the end of the stream.
            let read = reader.read(&mut chunk).await.unwrap_or(0);
            if read == 0 {
                break;
            }
            pending.extend_from_slice(&chunk[..read]);
            if let Some(end) = pending.iter().rposition(|byte| *byte == b'\n') {
                let rest = pending.split_off(end + 1);
                self.add(stream, &pending);
                pending = rest;
            }
        }
        self.add(stream, &pending);
    }

    /// Adds whole lines; the last one is completed.
    pub(super) fn add(&self, stream: Stream, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        let mut log = self.lock();
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            log.marked.extend_from_slice(&stream.mark());
            let LogText { marked, output, stdout, stderr } = &mut *log;
            let own = if stream == Stream::Stdout { stdout } else { stderr };
            for shape in [marked, output, own] {
                shape.extend_from_slice(line);
                shape.push(b'\n');
            }
        }
        let length = log.marked.len();
        drop(log);
        self.length.send_replace(length);
    }

    fn lock(&self) -> MutexGuard<'_, LogText> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

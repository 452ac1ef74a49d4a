//! From the bytes that a program prints to the lines of its log.
//!
//! **Invariant:** at most one buffer of input is in memory per host, whatever the program prints
//! and however slowly the disk takes it; the pipe makes the program wait.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use wireclip_domain::Timestamp;
use wireclip_domain::run::OutputStream;

use crate::log::RunLog;
use crate::mask::{Masker, Secrets};

/// How much is read at once.
pub(crate) const READ_BYTES: usize = 32 << 10;

/// The most that is read at the end: all that fits into a pipe. More can only come from a process
/// that is not one of the run's.
const DRAIN_READINGS: usize = (1 << 20) / READ_BYTES;

/// Space for one reading, shared by the pipes of a host.
pub(crate) struct Buffers {
    input: Vec<u8>,
    masked: Vec<u8>,
    text: String,
}

/// One of a program's two outputs.
pub(crate) struct OutputPipe {
    stream: OutputStream,
    pipe: Box<dyn PipeEnd>,
    masker: Masker,
    /// The start of a character whose rest has not come yet.
    partial: Vec<u8>,
    is_open: bool,
}

/// What one reading brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Some output.
    Some,
    /// Nothing for now.
    Nothing,
    /// The end: nobody holds the other side any more.
    End,
}

/// The reading end of a pipe, set not to wait.
pub(crate) trait PipeEnd: Read + AsFd {}

impl<T: Read + AsFd> PipeEnd for T {}

impl Buffers {
    /// Makes space for one reading.
    pub(crate) fn new() -> Self {
        Self { input: vec![0; READ_BYTES], masked: Vec::new(), text: String::new() }
    }
}

/// Less than this, in bytes, may be the beginning of what is printed in one go.
const A_LITTLE: usize = 4096;
/// How long more of it is waited for: half a millisecond.
const A_MOMENT: Timespec = Timespec { tv_sec: 0, tv_nsec: 500_000 };

impl OutputPipe {
    /// Takes over the host's end of a pipe.
    pub(crate) fn new(stream: OutputStream, pipe: impl PipeEnd + 'static) -> io::Result<Self> {
        rustix::io::ioctl_fionbio(&pipe, true)?;
        Ok(Self {
            stream,
            pipe: Box::new(pipe),
            masker: Masker::default(),
            partial: Vec::new(),
            is_open: true,
        })
    }

    /// Returns the pipe to wait for, as long as it is open.
    pub(crate) fn waits_for(&self) -> Option<BorrowedFd<'_>> {
        self.is_open.then(|| self.pipe.as_fd())
    }

    /// Reads what is there and appends it to the log. After a little a moment is waited for more, so
    /// that what a program prints in one go is one piece of the log.
    pub(crate) fn read(
        &mut self,
        secrets: &Secrets,
        buffers: &mut Buffers,
        log: &mut RunLog,
        now: Timestamp,
    ) -> Reading {
        if !self.is_open {
            return Reading::End;
        }
        buffers.masked.clear();
        match self.pipe.read(&mut buffers.input) {
            Ok(0) => {
                self.close(secrets, buffers, log, now);
                Reading::End
            }
            Ok(length) => {
                self.masker.push(secrets, &buffers.input[..length], &mut buffers.masked);
                // An end or a failure is met again when the pipe is next read.
                if length < A_LITTLE
                    && self.has_more_in_a_moment()
                    && let Ok(more) = self.pipe.read(&mut buffers.input)
                {
                    self.masker.push(secrets, &buffers.input[..more], &mut buffers.masked);
                }
                self.log(buffers, log, now);
                Reading::Some
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Reading::Some,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Reading::Nothing,
            Err(_) => {
                self.close(secrets, buffers, log, now);
                Reading::End
            }
        }
    }

    /// Returns as soon as there is more to read, or when nothing came within a moment.
    fn has_more_in_a_moment(&self) -> bool {
        let mut ends = [PollFd::new(&self.pipe, PollFlags::IN)];
        poll(&mut ends, Some(&A_MOMENT)).is_ok_and(|ready| ready > 0)
    }

    /// Reads what is left and gives up the pipe, even if somebody still holds its other side.
    pub(crate) fn drain(
        &mut self,
        secrets: &Secrets,
        buffers: &mut Buffers,
        log: &mut RunLog,
        now: Timestamp,
    ) {
        for _ in 0..DRAIN_READINGS {
            if self.read(secrets, buffers, log, now) != Reading::Some {
                break;
            }
        }
        if self.is_open {
            buffers.masked.clear();
            self.close(secrets, buffers, log, now);
        }
    }

    fn close(&mut self, secrets: &Secrets, buffers: &mut Buffers, log: &mut RunLog, now: Timestamp) {
        self.is_open = false;
        self.masker.finish(secrets, &mut buffers.masked);
        self.log(buffers, log, now);
        if !self.partial.is_empty() {
            log.append(now, self.stream, "\u{fffd}");
            self.partial.clear();
        }
    }

    fn log(&mut self, buffers: &mut Buffers, log: &mut RunLog, now: Timestamp) {
        buffers.text.clear();
        decode(&mut self.partial, &buffers.masked, &mut buffers.text);
        log.append(now, self.stream, &buffers.text);
    }
}

/// Appends bytes as text: what is no UTF-8 is replaced, and a character that is cut off at the
/// end is kept in `partial` for the next piece.
fn decode(partial: &mut Vec<u8>, bytes: &[u8], text: &mut String) {
    let mut rest = bytes;
    while !partial.is_empty() && !rest.is_empty() {
        let mut candidate = partial.clone();
        candidate.push(rest[0]);
        match std::str::from_utf8(&candidate) {
            Ok(character) => {
                text.push_str(character);
                partial.clear();
                rest = &rest[1..];
            }
            Err(error) if error.error_len().is_none() => {
                *partial = candidate;
                rest = &rest[1..];
            }
            Err(_) => {
                text.push('\u{fffd}');
                partial.clear();
            }
        }
    }
    while !rest.is_empty() {
        match std::str::from_utf8(rest) {
            Ok(valid) => {
                text.push_str(valid);
                return;
            }
            Err(error) => {
                let (valid, behind) = rest.split_at(error.valid_up_to());
                text.push_str(std::str::from_utf8(valid).expect("valid up to there"));
                let Some(bad) = error.error_len() else {
                    partial.extend_from_slice(behind);
                    return;
                };
                text.push('\u{fffd}');
                rest = &behind[bad..];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_same_wherever_the_bytes_are_cut() {
        let bytes = b"a\xc3\xa4\xf0\x9d\x84\x9e\xff\xe2\x82z\xe2\x82";
        let whole = "a\u{e4}\u{1d11e}\u{fffd}\u{fffd}z";
        for first in 0..bytes.len() {
            for second in first..bytes.len() {
                let (mut partial, mut text) = (Vec::new(), String::new());
                for piece in [&bytes[..first], &bytes[first..second], &bytes[second..]] {
                    decode(&mut partial, piece, &mut text);
                }
                assert_eq!(text, whole, "cut at {first} and {second}");
                assert_eq!(partial, b"\xe2\x82");
            }
        }
    }
}

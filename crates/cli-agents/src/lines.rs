//! Output cut into lines, however it arrives.
//!
//! **Invariant:** no more than [`LONGEST_LINE`] bytes are kept of a line; a longer one is dropped
//! whole, since half a document means nothing.

/// The longest line that is read. Programs send files and pictures in one line.
pub(crate) const LONGEST_LINE: usize = 4 * 1024 * 1024;

/// The part of a line that has come so far.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    begun: Vec<u8>,
    /// The line is too long, and passed over up to its end.
    skips: bool,
}

impl Lines {
    /// Takes a piece of output and hands on each line that is complete with it.
    pub(crate) fn push(&mut self, mut bytes: &[u8], mut line: impl FnMut(&str)) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            self.keep(&bytes[..end]);
            self.end(&mut line);
            bytes = &bytes[end + 1..];
        }
        self.keep(bytes);
    }

    /// Hands on the line that has no end, if there is one.
    pub(crate) fn finish(&mut self, mut line: impl FnMut(&str)) {
        if !self.begun.is_empty() {
            self.end(&mut line);
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.skips || self.begun.len() + bytes.len() > LONGEST_LINE {
            self.skips = true;
            self.begun = Vec::new();
        } else {
            self.begun.extend_from_slice(bytes);
        }
    }

    fn end(&mut self, line: &mut impl FnMut(&str)) {
        if !std::mem::take(&mut self.skips) {
            line(String::from_utf8_lossy(&self.begun).trim_end_matches('\r'));
        }
        self.begun.clear();
        // One long line does not hold its memory for the rest of the run.
        self.begun.shrink_to(64 * 1024);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<String> {
        let (mut lines, mut found) = (Lines::default(), Vec::new());
        for piece in pieces {
            lines.push(piece, |line| found.push(line.to_owned()));
        }
        lines.finish(|line| found.push(line.to_owned()));
        found
    }

    #[test]
    fn lines_are_the_same_however_they_are_cut() {
        assert_eq!(lines(&[b"one\ntwo\r\n", b"th", b"ree"]), ["one", "two", "three"]);
        assert_eq!(lines(&["ä\n".as_bytes().get(..1).unwrap(), &"ä\n".as_bytes()[1..]]), ["ä"]);
        assert_eq!(lines(&[b"\xff\n"]), ["\u{fffd}"]);
    }

    #[test]
    fn a_line_of_a_hundred_mebibytes_is_passed_over_and_not_kept() {
        let (mut lines, mut found) = (Lines::default(), Vec::new());
        let piece = vec![b'x'; 1024 * 1024];
        for _ in 0..100 {
            lines.push(&piece, |line| found.push(line.to_owned()));
            assert!(lines.begun.capacity() <= 2 * LONGEST_LINE);
        }
        lines.push(b"\nnext\n", |line| found.push(line.to_owned()));
        assert_eq!(found, ["next"]);
    }
}

//! Whole lines out of pieces of output.

/// The longest line that is kept for its end; of a longer one nobody reads anything.
const LONGEST_LINE: usize = 1024 * 1024;

/// The line that has not ended yet.
#[derive(Debug, Default)]
pub(super) struct Lines {
    open: String,
    is_too_long: bool,
}

impl Lines {
    /// Takes a piece of output, and returns the lines that end in it.
    pub(super) fn take(&mut self, piece: &str) -> Vec<String> {
        let mut ended = Vec::new();
        for part in piece.split_inclusive('\n') {
            let is_end = part.ends_with('\n');
            if self.open.len() + part.len() > LONGEST_LINE {
                self.is_too_long = true;
                self.open.clear();
            }
            if !self.is_too_long {
                self.open.push_str(part.trim_end_matches(['\n', '\r']));
            }
            if is_end && !std::mem::take(&mut self.is_too_long) {
                ended.push(std::mem::take(&mut self.open));
            }
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_put_together_from_pieces() {
        let mut lines = Lines::default();
        assert_eq!(lines.take("one\ntw"), ["one"]);
        assert_eq!(lines.take("o\r\n\nthree"), ["two", ""]);
        assert_eq!(lines.take("\n"), ["three"]);
        let long = "x".repeat(LONGEST_LINE);
        assert!(lines.take(&long).is_empty() && lines.take(&long).is_empty());
        assert_eq!(lines.take("end\nnext\n"), ["next"]);
    }
}

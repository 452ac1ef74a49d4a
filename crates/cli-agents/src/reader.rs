//! Reading a program's output as it comes.

use crate::cli::Engine;
use crate::conclusion::{Conclusion, ProgramEnd, conclude};
use crate::entry::Entry;
use crate::lines::Lines;
use crate::stream;
use crate::told::Told;

/// Which output it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// Reads the output of one run from its beginning to its end, cut in whatever pieces.
#[derive(Debug)]
pub struct Reader {
    engine: Engine,
    stdout: Lines,
    stderr: Lines,
    told: Told,
}

impl Reader {
    /// Begins to read.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self { engine, stdout: Lines::default(), stderr: Lines::default(), told: Told::default() }
    }

    /// Takes a piece of output, and returns what is new in the transcript.
    pub fn push(&mut self, output: Output, bytes: &[u8]) -> Vec<Entry> {
        let (engine, told) = (self.engine, &mut self.told);
        match output {
            Output::Stdout => self.stdout.push(bytes, |line| stream::read_stdout(engine, line, told)),
            Output::Stderr => self.stderr.push(bytes, |line| stream::read_stderr(engine, line, told)),
        }
        std::mem::take(&mut self.told.entries)
    }

    /// Returns the session, as soon as the program has named it.
    #[must_use]
    pub fn session(&self) -> Option<&str> {
        self.told.session.as_deref()
    }

    /// Reads what is left, and says what the end means.
    #[must_use]
    pub fn conclude(mut self, end: ProgramEnd<'_>) -> (Conclusion, Vec<Entry>) {
        let (engine, told) = (self.engine, &mut self.told);
        self.stdout.finish(|line| stream::read_stdout(engine, line, told));
        self.stderr.finish(|line| stream::read_stderr(engine, line, told));
        told.end_pieces();
        stream::close(told);
        let entries = std::mem::take(&mut told.entries);
        (conclude(engine, self.told, end), entries)
    }
}

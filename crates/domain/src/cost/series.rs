//! Sums of one length in a row, as a picture over time shows them.

use super::Grain;
use crate::time::Timestamp;

/// The most sums that are told in a row.
pub const LONGEST_SERIES: usize = 800;

/// Sums of one length in a row, without gaps: all that a stretch of time touches, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// How long each is.
    pub grain: Grain,
    /// Where each begins, oldest first; at least one, at most [`LONGEST_SERIES`].
    pub starts: Vec<Timestamp>,
}

/// A stretch of time that cannot be told in a row of sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoSeries {
    /// It ends before it begins.
    #[error("the stretch ends before it begins")]
    Backwards,
    /// It has too many.
    #[error("the stretch has more than {LONGEST_SERIES} of them")]
    TooLong,
}

impl Series {
    /// Lays out the sums of a stretch, both ends within.
    ///
    /// # Errors
    /// If it ends before it begins, or takes more than [`LONGEST_SERIES`] of this length.
    pub fn over(grain: Grain, from: Timestamp, to: Timestamp) -> Result<Self, NoSeries> {
        if to < from {
            return Err(NoSeries::Backwards);
        }
        let (mut starts, mut start) = (Vec::new(), grain.start(from));
        while start <= to {
            if starts.len() == LONGEST_SERIES {
                return Err(NoSeries::TooLong);
            }
            starts.push(start);
            start = grain.next(start);
        }
        Ok(Self { grain, starts })
    }

    /// Returns the first moment after it.
    ///
    /// # Panics
    /// If it has none, which [`Series::over`] does not make.
    #[must_use]
    pub fn end(&self) -> Timestamp {
        let last = self.starts.last().expect("there is one at least");
        self.grain.next(*last)
    }
}

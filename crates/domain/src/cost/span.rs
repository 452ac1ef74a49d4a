//! A stretch of time, cut into pieces for which sums are kept: whole months and days and hours, and
//! what remains at both ends, where entries are looked at one by one. However many entries there
//! are, the pieces are few, and only those of two part hours are counted anew.

use chrono::{Datelike as _, TimeZone as _, Utc};

use crate::time::Timestamp;
use crate::words;

words! {
    /// How long a kept sum is.
    pub enum Grain("grain of a sum") {
        /// All time.
        All = "all",
        /// A calendar month, by UTC.
        Month = "month",
        /// A day, by UTC.
        Day = "day",
        /// An hour.
        Hour = "hour",
    }
}

const HOUR_MILLIS: i64 = 3_600_000;

impl Grain {
    /// Returns where the sum begins in which a moment is counted.
    #[must_use]
    pub fn start(self, at: Timestamp) -> Timestamp {
        match self {
            Self::All => Timestamp::from_unix_millis(0),
            Self::Month => start_of_month(at),
            Self::Day => at.start_of_day(),
            Self::Hour => Timestamp::from_unix_millis(at.unix_millis().div_euclid(HOUR_MILLIS) * HOUR_MILLIS),
        }
    }

    /// Returns where the sum after that of a moment begins.
    #[must_use]
    pub fn next(self, at: Timestamp) -> Timestamp {
        match self {
            Self::All => Timestamp::from_unix_millis(i64::MAX),
            Self::Month => start_of_next_month(at),
            Self::Day => Timestamp::from_unix_millis(at.start_of_day().unix_millis() + 24 * HOUR_MILLIS),
            Self::Hour => Timestamp::from_unix_millis(self.start(at).unix_millis() + HOUR_MILLIS),
        }
    }

    fn finer(self) -> Option<Self> {
        match self {
            Self::All => Some(Self::Month),
            Self::Month => Some(Self::Day),
            Self::Day => Some(Self::Hour),
            Self::Hour => None,
        }
    }
}

fn first_of(year: i32, month: u32) -> Timestamp {
    match Utc.with_ymd_and_hms(year, month, 1, 0, 0, 0) {
        chrono::LocalResult::Single(at) => at.into(),
        // Before and after all calendars.
        _ => Timestamp::from_unix_millis(if year < 0 { i64::MIN } else { i64::MAX }),
    }
}

/// Returns the first moment of the calendar month, by UTC.
#[must_use]
pub fn start_of_month(at: Timestamp) -> Timestamp {
    first_of(at.as_utc().year(), at.as_utc().month())
}

fn start_of_next_month(at: Timestamp) -> Timestamp {
    let at = at.as_utc();
    if at.month() == 12 { first_of(at.year() + 1, 1) } else { first_of(at.year(), at.month() + 1) }
}

/// A stretch of time; both ends belong to it, and one that is absent is no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The first moment.
    pub from: Option<Timestamp>,
    /// The last moment.
    pub to: Option<Timestamp>,
}

/// A piece of a stretch: from its start to before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The sums that make it up; none where entries are looked at one by one.
    pub grain: Option<Grain>,
    /// Its first moment; absent without a beginning.
    pub start: Option<Timestamp>,
    /// The first moment after it; absent without an end.
    pub end: Option<Timestamp>,
}

impl Span {
    /// Takes all from a moment on.
    #[must_use]
    pub const fn since(from: Timestamp) -> Self {
        Self { from: Some(from), to: None }
    }

    /// Cuts the stretch into pieces: without gaps, none over another, the coarsest there are.
    #[must_use]
    pub fn pieces(self) -> Vec<Piece> {
        let end = self.to.map(|to| Timestamp::from_unix_millis(to.unix_millis().saturating_add(1)));
        let mut pieces = Vec::new();
        match (self.from, end) {
            (None, None) => pieces.push(Piece { grain: Some(Grain::All), start: None, end: None }),
            (Some(start), Some(end)) if start >= end => {}
            (start, end) => cut(Grain::Month, start, end, &mut pieces),
        }
        pieces
    }
}

fn cut(grain: Grain, start: Option<Timestamp>, end: Option<Timestamp>, pieces: &mut Vec<Piece>) {
    // The first and the last boundary of this grain within.
    let first = start.map(|start| if grain.start(start) == start { start } else { grain.next(start) });
    let last = end.map(|end| grain.start(end));
    let is_whole = match (first, last) {
        (Some(first), Some(last)) => first <= last,
        _ => true,
    };
    if !is_whole {
        return cut_finer(grain, start, end, pieces);
    }
    if let (Some(start), Some(first)) = (start, first)
        && start < first
    {
        cut_finer(grain, Some(start), Some(first), pieces);
    }
    if first.is_none() || last.is_none() || first < last {
        pieces.push(Piece { grain: Some(grain), start: first, end: last });
    }
    if let (Some(end), Some(last)) = (end, last)
        && last < end
    {
        cut_finer(grain, Some(last), Some(end), pieces);
    }
}

fn cut_finer(grain: Grain, start: Option<Timestamp>, end: Option<Timestamp>, pieces: &mut Vec<Piece>) {
    match grain.finer() {
        Some(finer) => cut(finer, start, end, pieces),
        None => pieces.push(Piece { grain: None, start, end }),
    }
}

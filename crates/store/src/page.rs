//! Lists with an end: no question to the database is without a limit.

/// How many rows a list may have at most, between 1 and `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageLimit<const MAX: u32>(u32);

impl<const MAX: u32> PageLimit<MAX> {
    /// The largest limit there is.
    pub const MAX: Self = Self(MAX);

    /// Takes a wish for so many rows, as far as it is allowed.
    #[must_use]
    pub fn at_most(rows: u32) -> Self {
        Self(rows.clamp(1, MAX))
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(self) -> u64 {
        u64::from(self.0)
    }
}

impl<const MAX: u32> Default for PageLimit<MAX> {
    fn default() -> Self {
        Self::MAX
    }
}

/// How many rows of a list are passed over: no list is worth more than `MAX` of them, and a
/// database takes no number that is beyond its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageOffset(u32);

impl PageOffset {
    /// The largest offset there is.
    pub const MAX: u32 = 1_000_000;

    /// Takes a wish to pass over so many rows, as far as it is allowed.
    #[must_use]
    pub fn at_most(rows: u32) -> Self {
        Self(rows.min(Self::MAX))
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(self) -> u64 {
        u64::from(self.0)
    }
}

/// A part of a list: how many rows to pass over, and how many to return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Page<const MAX: u32> {
    /// Rows to pass over.
    pub offset: PageOffset,
    /// Rows to return.
    pub limit: PageLimit<MAX>,
}

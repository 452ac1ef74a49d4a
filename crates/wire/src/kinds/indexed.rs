//! Texts that a database has to find again: names and keys.

use super::{Text, text};

/// The longest text of this kind, in UTF-16 units. An index of PostgreSQL holds no longer ones
/// (2704 bytes for all its columns), and nobody reads them.
pub const LONGEST: usize = 500;

/// Returns the kind of names and keys: not empty, and no longer than [`LONGEST`].
#[must_use]
pub fn indexed() -> Text {
    text().min(1).max(LONGEST)
}

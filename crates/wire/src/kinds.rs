//! The kinds of value that requests have, each with its rules.

mod compounds;
pub mod formats;
mod indexed;
mod texts;
mod values;

use serde_json::Value;

use crate::fields::Place;

pub use compounds::{Either, EitherKind, List, Object, either, list, object};
pub use indexed::{LONGEST, indexed};
pub use texts::{
    Id, LONGEST_LISTED_TEXT, LONGEST_TEXT, LONGEST_TITLE, Moment, OneWord, Text, TheWord, id, moment, text,
    the_word, word,
};
pub use values::{Anything, Boolean, Int, LARGEST_CARRIED, Record, any, boolean, cents, int, record};

/// A kind of value.
pub trait Kind {
    /// What a value of this kind becomes.
    type Out;

    /// Reads a value (absent if the field is missing); notes what is wrong with it.
    fn read(&self, value: Option<&Value>, place: &mut Place<'_>) -> Option<Self::Out>;
}

/// Returns a length as violations tell it.
fn in_violations(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

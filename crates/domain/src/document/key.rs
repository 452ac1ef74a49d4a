//! The name of a document within its issue.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The longest name, in characters.
const LONGEST: usize = 64;

/// The name under which an issue's plan is kept.
pub const PLAN: &str = "plan";

/// Documents that the system keeps for itself: lists leave them out.
const OF_THE_SYSTEM: [&str; 2] = ["continuation-summary", "pipeline-case-body"];

/// The name of a document within its issue: small letters, digits, `_` and `-`, at most 64.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sea_orm::DeriveValueType))]
#[serde(transparent)]
pub struct DocumentKey(String);

/// A text that is not a name of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Invalid document key")]
pub struct InvalidKey;

impl DocumentKey {
    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the system keeps this document for itself.
    #[must_use]
    pub fn is_of_the_system(&self) -> bool {
        OF_THE_SYSTEM.contains(&self.as_str())
    }

    /// Returns the name of the `number`th document beside this one, from 2 on: `plan-2`.
    #[must_use]
    pub fn beside(&self, number: u64) -> Self {
        let ending = format!("-{number}");
        let kept = self.0.len().min(LONGEST.saturating_sub(ending.len()));
        Self(format!("{}{ending}", &self.0[..kept]))
    }
}

impl FromStr for DocumentKey {
    type Err = InvalidKey;

    /// Reads a name; capitals are the same as small letters.
    fn from_str(text: &str) -> Result<Self, InvalidKey> {
        let text = text.trim().to_ascii_lowercase();
        let is_first = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_later = |byte: u8| is_first(byte) || byte == b'_' || byte == b'-';
        let fits =
            text.len() <= LONGEST && text.bytes().next().is_some_and(is_first) && text.bytes().all(is_later);
        if fits { Ok(Self(text)) } else { Err(InvalidKey) }
    }
}

impl fmt::Display for DocumentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_small_letters_digits_and_two_signs() {
        for (text, read) in
            [("plan", "plan"), ("PLAN", "plan"), ("a_b-c", "a_b-c"), ("0", "0"), (" plan ", "plan")]
        {
            assert_eq!(text.parse::<DocumentKey>().unwrap().as_str(), read);
        }
        let too_long = "a".repeat(65);
        for text in ["", "my plan", "plan.md", "-a", "_a", "ä", "a/b", "..", &too_long] {
            assert_eq!(text.parse::<DocumentKey>(), Err(InvalidKey), "{text}");
        }
    }

    #[test]
    fn a_name_beside_another_is_a_name() {
        let long: DocumentKey = "a".repeat(64).parse().unwrap();
        for number in [2, 10, 100] {
            assert_eq!(long.beside(number).as_str().parse(), Ok(long.beside(number)));
        }
        assert_eq!("plan".parse::<DocumentKey>().unwrap().beside(2).as_str(), "plan-2");
    }
}

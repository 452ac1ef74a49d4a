//! How an issue is called: by its id, or by its company's prefix and its number.

use std::fmt;

use crate::IssueId;

/// An issue's name for people, such as `ABC-12`; unique in the installation, read in either case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IssueIdentifier {
    prefix: String,
    number: u64,
}

impl IssueIdentifier {
    /// Makes the identifier of a company's issue.
    #[must_use]
    pub fn new(prefix: &str, number: u64) -> Self {
        Self { prefix: prefix.to_ascii_uppercase(), number }
    }

    /// Reads an identifier: letters and digits, a hyphen, a number from 1 without leading zeros.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (prefix, digits) = text.split_once('-')?;
        let starts_well = prefix.starts_with(|sign: char| sign.is_ascii_alphabetic());
        if !starts_well || !prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(Self::new(prefix, digits.parse().ok()?))
    }

    /// Returns the company's prefix, in capitals.
    #[must_use]
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Returns the number within the company.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }
}

impl fmt::Display for IssueIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.prefix, self.number)
    }
}

/// How a path or a text names an issue.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IssueRef {
    /// By its id.
    Id(IssueId),
    /// By its identifier.
    Identifier(IssueIdentifier),
}

impl IssueRef {
    /// Reads either form; `None` if no issue can be called so.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.parse() {
            Ok(id) => Some(Self::Id(id)),
            Err(_) => IssueIdentifier::parse(text).map(Self::Identifier),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_issue_is_called_by_id_or_identifier() {
        let id = IssueId::random();
        assert_eq!(IssueRef::parse(&id.to_string()), Some(IssueRef::Id(id)));
        let twelve = IssueRef::Identifier(IssueIdentifier::new("ABC", 12));
        assert_eq!(IssueRef::parse("ABC-12"), Some(twelve.clone()));
        assert_eq!(IssueRef::parse("abc-12"), Some(twelve));
        for text in [
            "",
            "-",
            "ABC-",
            "-1",
            "ABC-0",
            "ABC-01",
            "ABC-+1",
            "ABC-1-2",
            "9-1",
            "ÄB-1",
            "ABC-99999999999999999999",
        ] {
            assert_eq!(IssueRef::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn an_identifier_reads_as_it_is_written(prefix in "[A-Z]{1,6}", number in 1_u64..u64::MAX) {
            let identifier = IssueIdentifier::new(&prefix, number);
            prop_assert_eq!(IssueIdentifier::parse(&identifier.to_string()), Some(identifier));
        }
    }
}

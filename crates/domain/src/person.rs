//! People: how they are addressed, and what of a password is asked for.

/// The longest address that mail can be sent to.
const LONGEST_ADDRESS: usize = 254;
/// The shortest password that is taken, and the longest, in characters.
pub const PASSWORD_LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// An address by which one person is known, in small letters: its letter case does not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAddress(String);

/// A text that is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Invalid email address")]
pub struct InvalidAddress;

impl EmailAddress {
    /// Reads an address. Whether mail arrives there only mail can tell, so what is asked for is
    /// little: one `@`, a name with a dot behind it, and nothing that a line of text is cut at.
    ///
    /// # Errors
    /// If the text is none.
    pub fn parse(text: &str) -> Result<Self, InvalidAddress> {
        let (name, host) = text.split_once('@').ok_or(InvalidAddress)?;
        let is_plain = |part: &str| {
            !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@')
        };
        let labels_are_there = host.contains('.') && host.split('.').all(|label| !label.is_empty());
        if text.len() > LONGEST_ADDRESS || !is_plain(name) || !is_plain(host) || !labels_are_there {
            return Err(InvalidAddress);
        }
        Ok(Self(text.to_lowercase()))
    }

    /// Returns the address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Why a password is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefused {
    /// It would be guessed.
    #[error("Password too short")]
    TooShort,
    /// Hashing it would cost more than it protects.
    #[error("Password too long")]
    TooLong,
}

/// Decides whether a password is taken.
///
/// # Errors
/// With the reason if it is not.
pub fn check_password(password: &str) -> Result<(), PasswordRefused> {
    match password.chars().count() {
        length if length < *PASSWORD_LENGTHS.start() => Err(PasswordRefused::TooShort),
        length if length > *PASSWORD_LENGTHS.end() => Err(PasswordRefused::TooLong),
        _ => Ok(()),
    }
}

/// Returns whether a picture may be shown: one of the web, or one that this server keeps.
#[must_use]
pub fn is_picture_address(text: &str) -> bool {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    let asset = text.strip_prefix("/api/assets/").and_then(|rest| rest.strip_suffix("/content"));
    let is_asset = asset.is_some_and(|id| id.parse::<crate::RowId>().is_ok());
    (is_web || is_asset)
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_name_and_a_host() {
        assert_eq!(EmailAddress::parse("Ada@Example.ORG").unwrap().as_str(), "ada@example.org");
        let long = format!("{}@example.org", "a".repeat(250));
        for text in
            ["", "ada", "ada@", "@example.org", "a b@example.org", "a@b@c.org", "a@example", "a@.org", &long]
        {
            assert_eq!(EmailAddress::parse(text), Err(InvalidAddress), "{text}");
        }
    }

    #[test]
    fn a_password_is_neither_short_nor_endless() {
        assert_eq!(check_password("1234567"), Err(PasswordRefused::TooShort));
        assert_eq!(check_password("12345678"), Ok(()));
        assert_eq!(check_password(&"x".repeat(128)), Ok(()));
        assert_eq!(check_password(&"x".repeat(129)), Err(PasswordRefused::TooLong));
    }

    #[test]
    fn a_picture_is_of_the_web_or_of_this_server() {
        for text in ["https://a.example/b.png", "/api/assets/3f2c0d8e-0000-4000-8000-000000000001/content"] {
            assert!(is_picture_address(text), "{text}");
        }
        for text in ["javascript:alert(1)", "/etc/passwd", "data:x", "https://a\">", "/api/assets/../content"]
        {
            assert!(!is_picture_address(text), "{text}");
        }
    }
}

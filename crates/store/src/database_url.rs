//! Addresses of databases, as they may be printed: without a password, in whatever form.

use std::fmt;

use secrecy::ExposeSecret as _;
use wireclip_domain::redaction::shown_address;

use crate::conn::DatabaseUrl;

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SqliteFile(path) => path.display().fmt(f),
            Self::Postgres(address) => f.write_str(&shown_address(address.expose_secret())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_printed_in_no_form() {
        for address in [
            "postgres://me:sekret@db/wireclip",
            "postgres://me:se#sekret@db/wireclip",
            "postgres://me:a/sekret@db/wireclip",
            "postgres://me:a?sekret@db/wireclip",
            "postgres://me:a@sekret@db/wireclip",
            "postgres://db/wireclip?user=me&password=sekret",
        ] {
            let url = DatabaseUrl::Postgres(address.into());
            let printed = format!("{url} {url:?}");
            assert!(!printed.contains("sekret"), "{printed}");
            assert!(printed.contains("db/wireclip"), "{printed}");
        }
    }
}

//! The programs that come with PostgreSQL, and how they are told where the database is.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};

/// A PostgreSQL database, as its own programs take it: the password apart from the address, since
/// other users can read what stands among the arguments.
pub(super) struct Postgres {
    address: String,
    password: Option<OsString>,
}

impl Postgres {
    /// Reads an address.
    ///
    /// # Errors
    /// If it is not one. The message does not hold it.
    pub(super) fn at(url: &SecretString) -> anyhow::Result<Self> {
        let mut address = Url::parse(url.expose_secret()).context("read the address of the database")?;
        let mut password = address.password().map(percent_decoded);
        if password.is_some() {
            address.set_password(None).ok().context("read the address of the database")?;
        }
        let query = address.query().unwrap_or_default().to_owned();
        let is_password = |pair: &&str| pair.starts_with("password=");
        if let Some(pair) = query.split('&').rfind(is_password) {
            password = Some(percent_decoded(pair.trim_start_matches("password=")));
            let rest: Vec<_> = query.split('&').filter(|pair| !is_password(pair)).collect();
            address.set_query((!rest.is_empty()).then(|| rest.join("&")).as_deref());
        }
        Ok(Self { address: address.into(), password })
    }

    /// Writes the database to a file.
    ///
    /// # Errors
    /// If `pg_dump` is missing or fails; it says why itself.
    pub(super) fn dump(&self, file: &Path) -> anyhow::Result<()> {
        self.run("pg_dump", |command| command.arg("--format=custom").arg("--file").arg(file))
    }

    /// Puts what a file holds in the place of what the database holds.
    ///
    /// # Errors
    /// If `pg_restore` is missing or fails; it says why itself.
    pub(super) fn restore(&self, file: &Path) -> anyhow::Result<()> {
        self.run("pg_restore", |command| {
            command.arg("--clean").arg("--if-exists").arg("--no-owner").arg("--exit-on-error").arg(file)
        })
    }

    fn run(
        &self,
        name: &str,
        with_arguments: impl FnOnce(&mut Command) -> &mut Command,
    ) -> anyhow::Result<()> {
        let mut command = Command::new(name);
        command.arg("--dbname").arg(&self.address);
        if let Some(password) = &self.password {
            command.env("PGPASSWORD", password);
        }
        let status = with_arguments(&mut command)
            .status()
            .with_context(|| format!("start {name} (it comes with PostgreSQL's client programs)"))?;
        ensure!(status.success(), "{name} failed ({status}); it says why above");
        Ok(())
    }
}

fn percent_decoded(text: &str) -> OsString {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let escaped = others.get(..2).filter(|_| *first == b'%').and_then(|digits| hex::decode(digits).ok());
        match escaped {
            Some(byte) => {
                bytes.extend(byte);
                rest = &others[2..];
            }
            None => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    OsString::from_vec(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_of_an_address() {
        for (url, address, password) in [
            (
                "postgres://me:pa55@db:5432/wireclip?sslmode=require",
                "postgres://me@db:5432/wireclip?sslmode=require",
                Some("pa55"),
            ),
            ("postgres://me@db/wireclip", "postgres://me@db/wireclip", None),
            ("postgres://db/wireclip?options=a:b@c", "postgres://db/wireclip?options=a:b@c", None),
            ("postgres://me:a%40b%25@db/wireclip", "postgres://me@db/wireclip", Some("a@b%")),
            ("postgres://me@db/wireclip?password=pa55", "postgres://me@db/wireclip", Some("pa55")),
            (
                "postgres://me:old@db/wireclip?user=me&password=n+w%21&sslmode=require",
                "postgres://me@db/wireclip?user=me&sslmode=require",
                Some("n+w!"),
            ),
            ("postgres:///wireclip?host=/run/pg", "postgres:///wireclip?host=/run/pg", None),
        ] {
            let read = Postgres::at(&SecretString::from(url)).unwrap();
            assert_eq!(read.address, address, "{url}");
            assert_eq!(read.password.as_deref(), password.map(std::ffi::OsStr::new), "{url}");
        }
    }
}

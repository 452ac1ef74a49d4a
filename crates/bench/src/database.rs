//! Databases on a PostgreSQL server, one for each server that is measured. `psql` makes and drops
//! them, so that this program needs no driver.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, bail};

static MADE: AtomicUsize = AtomicUsize::new(0);

/// A database that is dropped with this value.
#[derive(Debug)]
pub(crate) struct Database {
    server_url: String,
    name: String,
}

impl Database {
    /// Makes an empty database beside the one that `server_url` names.
    ///
    /// # Errors
    /// If `psql` is missing or refuses.
    pub(crate) fn create(server_url: &str) -> anyhow::Result<Self> {
        let name = format!("wireclip_bench_{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        order(server_url, &format!("CREATE DATABASE {name}"))?;
        Ok(Self { server_url: server_url.to_owned(), name })
    }

    /// Lets PostgreSQL count what the tables hold. It does so by itself within a minute of what was
    /// written; until then it plans every question as if the tables were empty.
    ///
    /// # Errors
    /// If `psql` is missing or refuses.
    pub(crate) fn take_statistics(&self) -> anyhow::Result<()> {
        order(&self.url(), "ANALYZE")
    }

    /// Returns the address of the database.
    pub(crate) fn url(&self) -> String {
        beside(&self.server_url, &self.name)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Err(error) = order(&self.server_url, &format!("DROP DATABASE {} WITH (FORCE)", self.name)) {
            drop(std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{error:#}\n")));
        }
    }
}

/// The address `url` with another database in it.
fn beside(url: &str, name: &str) -> String {
    let (address, options) = url.split_once('?').map_or((url, None), |(url, rest)| (url, Some(rest)));
    let host_at = address.find("://").map_or(0, |at| at + 3);
    let server = address[host_at..].find('/').map_or(address, |at| &address[..host_at + at]);
    match options {
        Some(options) => format!("{server}/{name}?{options}"),
        None => format!("{server}/{name}"),
    }
}

fn order(url: &str, statement: &str) -> anyhow::Result<()> {
    let output = Command::new("psql")
        .args(["--no-psqlrc", "--quiet", "--command", statement, url])
        .stdin(Stdio::null())
        .output()
        .context("run psql (Debian: apt-get install postgresql-client)")?;
    if output.status.success() {
        return Ok(());
    }
    bail!("psql refused '{statement}': {}", String::from_utf8_lossy(&output.stderr).trim());
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn only_the_name_of_the_database_changes() {
        assert_eq!(beside("postgres://a:b@h:5/old", "new"), "postgres://a:b@h:5/new");
        assert_eq!(beside("postgres://h", "new"), "postgres://h/new");
        assert_eq!(beside("postgres://h/old?sslmode=off", "new"), "postgres://h/new?sslmode=off");
    }
}

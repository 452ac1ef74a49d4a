//! The agent that writes down when it began. It is this program itself, so that only one process
//! start lies between the run host and the reading of the clock.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;

/// Appends the moment to `file`, in nanoseconds since 1970.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(file: &Path) -> anyhow::Result<()> {
    let now = now();
    let line = format!("{}\n", now.as_nanos());
    let mut file = OpenOptions::new().append(true).create(true).open(file).context("open the stamp file")?;
    file.write_all(line.as_bytes()).context("write the stamp")
}

/// Reads when an agent first began after `moment`; both are times since 1970. `None` if none has.
pub(crate) fn first_after(file: &Path, moment: Duration) -> Option<Duration> {
    let text = std::fs::read_to_string(file).ok()?;
    let stamps = text.lines().filter_map(|line| line.parse().ok().map(Duration::from_nanos));
    stamps.filter(|stamp| *stamp >= moment).min()
}

/// Returns the time since 1970.
#[expect(clippy::disallowed_methods, reason = "two processes compare their readings of one clock")]
pub(crate) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

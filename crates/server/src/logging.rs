//! Log lines and messages to the person at the terminal.

use std::io::{IsTerminal, Write};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use crate::config::{LogFormat, Settings};

/// Starts logging to standard error, in colours if that is a terminal and nobody minds
/// (<https://no-color.org>).
///
/// # Errors
/// If the filter makes no sense.
pub(crate) fn start(settings: &Settings) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.log)
        .map_err(|error| anyhow::anyhow!("read the log filter '{}': {error}", settings.log))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal() && !settings.no_color);
    match settings.log_format {
        LogFormat::Text => lines.init(),
        LogFormat::Json => lines.json().init(),
    }
    Ok(())
}

/// Checks a filter for log lines.
///
/// # Errors
/// If it makes no sense, or has a word that is neither a level nor a part of the program: the
/// library takes any word for a part, and is silent about all others.
pub(crate) fn check(filter: &str) -> anyhow::Result<()> {
    EnvFilter::try_new(filter).map_err(|error| anyhow::anyhow!("the filter makes no sense: {error}"))?;
    for directive in filter.split(',').map(str::trim).filter(|directive| !directive.is_empty()) {
        let is_level = directive.parse::<LevelFilter>().is_ok();
        if !is_level && !directive.contains(['=', '[', ':']) {
            anyhow::bail!(
                "'{directive}' is no level (error, warn, info, debug, trace, off); a part of the program is \
                 written with its own: wireclip_engine=debug"
            );
        }
    }
    Ok(())
}

/// Prints to the person at the terminal. A terminal that is gone is no reason to stop.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    drop(
        out.write_all(text.as_bytes())
            .and_then(|()| if text.ends_with('\n') { Ok(()) } else { out.write_all(b"\n") })
            .and_then(|()| out.flush()),
    );
}

/// Prints an error with its whole chain.
pub(crate) fn print_error(error: &anyhow::Error) {
    drop(writeln!(std::io::stderr().lock(), "wireclip: {error:#}"));
}

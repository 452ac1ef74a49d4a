//! Hermes Agent: plain text, with the session's name on a line of its own.

use crate::told::Told;

/// How lines begin that tell of the program and not of the work.
const BANNERS: &[&str] = &[
    "⚠",
    "Query:",
    "Initializing agent",
    "Resume this session",
    "hermes --resume",
    "Duration:",
    "Messages:",
];

pub(super) fn read(line: &str, told: &mut Told) {
    let line = line.trim();
    if session(line, told) || line.chars().all(is_frame) || BANNERS.iter().any(|it| line.starts_with(it)) {
        return;
    }
    if line.starts_with('╭') || line.starts_with('╰') {
        return;
    }
    told.said(line);
    told.keep_plain(line);
}

pub(super) fn read_stderr(line: &str, told: &mut Told) {
    session(line.trim(), told);
}

fn session(line: &str, told: &mut Told) -> bool {
    let name = line.strip_prefix("session_id:").or_else(|| line.strip_prefix("Session:"));
    let Some(name) = name else { return false };
    told.session_is(name.trim());
    true
}

/// What boxes are drawn with.
fn is_frame(sign: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&sign) || sign.is_whitespace()
}

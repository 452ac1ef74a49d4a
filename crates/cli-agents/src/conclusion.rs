//! What a program's end means, from the evidence in a fixed order: its own last word, an error that
//! it told, that we stopped it, a signal, its exit code with what it wrote beside its format.
//!
//! **Invariant:** success needs evidence; an exit code of zero alone is none.

use std::collections::VecDeque;

use crate::class::{Class, ErrorRecord, class_of, class_of_exit, status_of_exit};
use crate::cli::Engine;
use crate::reset::Reset;
use crate::told::{Terminal, Told};
use crate::usage::{Spent, UsageBasis};

/// How a program ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProgramEnd<'a> {
    /// Its exit code, if it exited.
    pub exit_code: Option<i32>,
    /// The signal that ended it, if one did.
    pub signal: Option<&'a str>,
    /// Why we stopped it, if we did.
    pub stopped: Option<StoppedBy>,
    /// Why it could not be started, if it was not.
    pub spawn_error: Option<&'a str>,
}

/// Why we stopped a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedBy {
    /// Its time was over.
    TimeLimit,
    /// It was not wanted any more.
    Request,
}

/// What is known of a run when its program is gone.
#[derive(Debug, Clone, PartialEq)]
pub struct Conclusion {
    /// How it ended.
    pub class: Class,
    /// Whether the program itself said how it ended.
    pub is_reported: bool,
    /// What went wrong, for people; nothing after a success.
    pub message: Option<String>,
    /// When the quota comes back, if that was said.
    pub reset: Option<Reset>,
    /// The session, as soon as the program had named one.
    pub session: Option<String>,
    /// The model, if the program named it.
    pub model: Option<String>,
    /// What was used.
    pub spent: Spent,
    /// What the figures are of.
    pub basis: UsageBasis,
    /// What the agent said last.
    pub summary: Option<String>,
}

struct Verdict {
    class: Class,
    is_reported: bool,
    message: Option<String>,
}

pub(crate) fn conclude(engine: Engine, told: Told, end: ProgramEnd<'_>) -> Conclusion {
    let verdict = verdict(engine, &told, end);
    let reset = told.reset.or_else(|| verdict.message.as_deref().and_then(Reset::read));
    Conclusion {
        class: verdict.class,
        is_reported: verdict.is_reported,
        reset: reset.filter(|_| matches!(verdict.class, Class::Quota | Class::RateLimit)),
        message: verdict.message,
        session: told.session,
        model: told.model,
        spent: told.spent,
        basis: told.basis,
        summary: Some(told.summary).filter(|summary| !summary.is_empty()),
    }
}

fn verdict(engine: Engine, told: &Told, end: ProgramEnd<'_>) -> Verdict {
    let of = |class, message: String| Verdict { class, is_reported: false, message: Some(message) };
    if let Some(reason) = end.spawn_error {
        return of(Class::Config, format!("the program could not be started: {reason}"));
    }
    let failure = match &told.terminal {
        Some(Terminal::Success) => {
            return Verdict { class: Class::Ok, is_reported: true, message: None };
        }
        Some(Terminal::Done) if end.exit_code == Some(0) => {
            return Verdict { class: Class::Ok, is_reported: true, message: None };
        }
        Some(Terminal::Failure(record)) => Some(record),
        Some(Terminal::Done) | None => told.error.as_ref(),
    };
    if let Some(record) = failure {
        let mut record = record.clone();
        record.status = record.status.or_else(|| status_of_exit(engine, end.exit_code?));
        let class = class_of(&record).unwrap_or(Class::Crash);
        return Verdict { class, is_reported: true, message: Some(record.message) };
    }
    match end.stopped {
        Some(StoppedBy::TimeLimit) => return of(Class::Timeout, "its time was over".to_owned()),
        Some(StoppedBy::Request) => return of(Class::Killed, "it was stopped".to_owned()),
        None => {}
    }
    if let Some(signal) = end.signal {
        return of(Class::Killed, format!("the program was ended by {signal}"));
    }
    match end.exit_code {
        Some(code @ (130 | 137 | 143)) => {
            of(Class::Killed, format!("the program ended itself after a signal (exit code {code})"))
        }
        Some(0) if engine.speaks_plainly() && told.did_something => {
            Verdict { class: Class::Ok, is_reported: true, message: None }
        }
        Some(0) => of(Class::EmptySuccess, "the program ended without a result".to_owned()),
        code => by_lines(engine, told, code),
    }
}

/// Reads what a program wrote beside its format, the last line first.
fn by_lines(engine: Engine, told: &Told, code: Option<i32>) -> Verdict {
    let record = |line: &String| ErrorRecord { message: line.clone(), ..ErrorRecord::default() };
    let known = |lines: &VecDeque<String>| {
        lines.iter().rev().find_map(|line| class_of(&record(line)).map(|class| (class, line.clone())))
    };
    if let Some((class, line)) = known(&told.stderr).or_else(|| known(&told.plain)) {
        return Verdict { class, is_reported: true, message: Some(line) };
    }
    let class = code.and_then(|code| class_of_exit(engine, code)).unwrap_or(Class::Crash);
    let last = told.stderr.back().or_else(|| told.plain.back());
    let exited = code.map_or_else(
        || "the program's end was not seen".to_owned(),
        |code| format!("the program exited with code {code}"),
    );
    let message = match last {
        Some(line) => format!("{exited}: {line}"),
        None => exited,
    };
    Verdict { class, is_reported: false, message: Some(message) }
}

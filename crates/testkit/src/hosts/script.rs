//! What a scripted run does.

use std::time::Duration;

use wireclip_domain::run::OutputStream;

/// What a run does, from its start to its end. Without an end of its own it ends well.
#[derive(Debug, Clone, Default)]
pub struct Script {
    pub(super) steps: Vec<Step>,
    pub(super) end: End,
    pub(super) ignores_stop: bool,
    pub(super) spawn_error: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) enum Step {
    Say(OutputStream, String),
    Work(Duration),
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) enum End {
    Exit(i32),
    Never,
    HostLost,
    #[default]
    Well,
}

impl Script {
    /// Starts a script.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// It prints something.
    #[must_use]
    pub fn says(mut self, text: &str) -> Self {
        self.steps.push(Step::Say(OutputStream::Stdout, text.to_owned()));
        self
    }

    /// It prints something on its standard error.
    #[must_use]
    pub fn says_aside(mut self, text: &str) -> Self {
        self.steps.push(Step::Say(OutputStream::Stderr, text.to_owned()));
        self
    }

    /// It takes so long.
    #[must_use]
    pub fn works_for(mut self, time: Duration) -> Self {
        self.steps.push(Step::Work(time));
        self
    }

    /// It ends with an exit code.
    #[must_use]
    pub fn exits(mut self, code: i32) -> Self {
        self.end = End::Exit(code);
        self
    }

    /// It does not end by itself.
    #[must_use]
    pub fn hangs(mut self) -> Self {
        self.end = End::Never;
        self
    }

    /// Its host vanishes instead of its program ending.
    #[must_use]
    pub fn host_lost(mut self) -> Self {
        self.end = End::HostLost;
        self
    }

    /// It ends only by force.
    #[must_use]
    pub fn ignores_stop(mut self) -> Self {
        self.ignores_stop = true;
        self
    }

    /// It cannot be started.
    #[must_use]
    pub fn cannot_start(mut self, reason: &str) -> Self {
        self.spawn_error = Some(reason.to_owned());
        self
    }
}

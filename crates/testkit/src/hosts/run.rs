//! One scripted run.

use std::collections::VecDeque;
use std::time::Duration;

use wireclip_domain::Timestamp;
use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::{ExitRecord, OutputChunk, StopReason};
use wireclip_ports::host::{Ending, HostEvent, HostOrder, LogPart, LogPosition, Started, Trace};

use super::script::{End, Script, Step};

#[derive(Debug)]
pub(super) struct FakeRun {
    run_id: wireclip_domain::RunId,
    started: Started,
    /// What it prints and when, from now on.
    coming: VecDeque<(Timestamp, OutputStream, String)>,
    /// When and how its script ends.
    end: Option<(Timestamp, End)>,
    ignores_stop: bool,
    time_limit: Option<Timestamp>,
    grace: Duration,
    stop: Option<(StopReason, Timestamp)>,
    log: String,
    chunks: Vec<(OutputChunk, LogPosition)>,
    state: State,
    left_processes: usize,
}

#[derive(Debug, Clone, PartialEq)]
enum State {
    Alive,
    Ended(ExitRecord),
    Lost,
}

impl FakeRun {
    pub(super) fn start(order: &HostOrder, script: Script, started: &Started) -> Self {
        let mut at = started.started_at;
        let mut coming = VecDeque::new();
        for step in script.steps {
            match step {
                Step::Say(stream, text) => coming.push_back((at, stream, text)),
                Step::Work(time) => at = at.plus(time),
            }
        }
        let end = match script.end {
            End::Never => None,
            end => Some((at, end)),
        };
        let limit = order.launch.time_limit;
        Self {
            run_id: order.run.run_id,
            started: started.clone(),
            coming,
            end,
            ignores_stop: script.ignores_stop,
            time_limit: limit.map(|limit| started.started_at.plus(limit)),
            grace: order.launch.grace,
            stop: None,
            log: String::new(),
            chunks: Vec::new(),
            state: State::Alive,
            left_processes: 0,
        }
    }

    /// Does what the script says up to now.
    pub(super) fn catch_up(&mut self, now: Timestamp) {
        while self.state == State::Alive {
            let force = self.stop.map(|(_, at)| at);
            let limit = self.time_limit.filter(|_| self.stop.is_none());
            let end = self.end.map(|(at, _)| at);
            let line = self.coming.front().map(|(at, ..)| *at);
            let Some(next) = [line, end, force, limit].into_iter().flatten().min().filter(|at| *at <= now)
            else {
                return;
            };
            if line == Some(next) {
                let (at, stream, text) = self.coming.pop_front().expect("it was looked at");
                self.print(stream, text, at);
            } else if end == Some(next) {
                self.end_by_script(next);
            } else if force == Some(next) {
                self.end_with(None, Some("SIGKILL"), next);
            } else if let Some(at) = self.time_limit {
                self.stop(StopReason::Timeout, at);
            }
        }
    }

    /// Returns when something happens next by itself.
    pub(super) fn next_moment(&self) -> Option<Timestamp> {
        let line = self.coming.front().map(|(at, ..)| *at);
        let limit = self.time_limit.filter(|_| self.stop.is_none());
        let end = self.end.map(|(at, _)| at);
        let moments = [line, end, limit, self.stop.map(|(_, at)| at)];
        moments.into_iter().flatten().min().filter(|_| self.state == State::Alive)
    }

    pub(super) fn stop(&mut self, reason: StopReason, now: Timestamp) {
        if self.state != State::Alive || self.stop.is_some() {
            return;
        }
        self.stop = Some((reason, now.plus(self.grace)));
        if !self.ignores_stop {
            self.end_with(None, Some("SIGTERM"), now);
        }
    }

    pub(super) fn exit(&mut self, code: i32, now: Timestamp) {
        if self.state == State::Alive {
            self.end_with(Some(code), None, now);
        }
    }

    pub(super) fn say(&mut self, text: &str, now: Timestamp) {
        if self.state == State::Alive {
            self.print(OutputStream::Stdout, text.to_owned(), now);
        }
    }

    pub(super) fn lose(&mut self) {
        if self.state == State::Alive {
            self.state = State::Lost;
            self.left_processes = 1;
        }
    }

    pub(super) fn sweep(&mut self) -> usize {
        std::mem::take(&mut self.left_processes)
    }

    pub(super) fn has_process(&self) -> bool {
        self.state == State::Alive || self.left_processes > 0
    }

    pub(super) fn trace(&self) -> Trace {
        match &self.state {
            State::Alive => Trace::Alive(self.started.clone()),
            State::Ended(exit) => Trace::Ended(exit.clone()),
            State::Lost => Trace::Lost,
        }
    }

    pub(super) fn output_after(&self, from: LogPosition) -> Vec<HostEvent> {
        let missed = self.chunks.iter().filter(|(_, position)| *position > from);
        missed
            .map(|(chunk, position)| HostEvent::Output { chunk: chunk.clone(), position: *position })
            .collect()
    }

    /// Returns how it ended, once it has; what a lost host left behind is swept first.
    pub(super) fn ending(&mut self) -> Option<Ending> {
        let exit = match &self.state {
            State::Alive => return None,
            State::Ended(exit) => Some(exit.clone()),
            State::Lost => None,
        };
        self.left_processes = 0;
        let tail = |wanted| {
            let chunks = self.chunks.iter().filter(|(chunk, _)| chunk.stream == wanted);
            chunks.map(|(chunk, _)| chunk.chunk.as_str()).collect()
        };
        Some(Ending {
            exit,
            stdout_tail: tail(OutputStream::Stdout),
            stderr_tail: tail(OutputStream::Stderr),
        })
    }

    pub(super) fn log_part(&self, offset: u64, limit_bytes: usize) -> LogPart {
        let bytes = self.log.as_bytes();
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        let end = start.saturating_add(limit_bytes).min(bytes.len());
        let next_offset = (end < bytes.len()).then_some(end as u64);
        LogPart { content: String::from_utf8_lossy(&bytes[start..end]).into_owned(), next_offset }
    }

    fn print(&mut self, stream: OutputStream, text: String, at: Timestamp) {
        let chunk = OutputChunk { ts: at, stream, chunk: text, seq: self.chunks.len() as u64 + 2 };
        self.log.push_str(&serde_json::to_string(&chunk).expect("chunks are JSON"));
        self.log.push('\n');
        self.chunks.push((chunk, LogPosition { bytes: self.log.len() as u64 }));
    }

    fn end_by_script(&mut self, at: Timestamp) {
        match self.end {
            Some((_, End::Exit(code))) => self.end_with(Some(code), None, at),
            Some((_, End::HostLost)) => self.lose(),
            _ => self.end_with(Some(0), None, at),
        }
    }

    fn end_with(&mut self, exit_code: Option<i32>, signal: Option<&str>, at: Timestamp) {
        self.state = State::Ended(ExitRecord {
            run_id: self.run_id,
            exit_code,
            signal: signal.map(str::to_owned),
            stop_reason: self.stop.map(|(reason, _)| reason),
            started_at: self.started.started_at,
            finished_at: at,
            log_bytes: self.log.len() as u64,
            log_sha256: "0".repeat(64),
            dropped_bytes: 0,
            spawn_error: None,
        });
    }
}

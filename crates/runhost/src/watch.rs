//! The one loop of a host: it waits for the program, its output, its clients and the clock.
//!
//! Everything happens in this one thread, so that order is plain: what a program printed before
//! it ended is in the log before its end is told.

use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, ChildStdin};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, PidfdFlags, Signal, WaitStatus};
use wireclip_domain::Timestamp;
use wireclip_domain::run::OutputStream;
use wireclip_domain::run_host::StopReason;
use wireclip_domain::run_host::order::StartOrder;
use wireclip_domain::run_host::socket::HostRequest;

use crate::control::Control;
use crate::forgive::Forgive;
use crate::ladder::{Act, Ladder};
use crate::log::{LogSummary, RunLog};
use crate::mask::Secrets;
use crate::output::{Buffers, OutputPipe};
use crate::{moment, processes};

/// Growth of the log is told at once, then not again for so long.
const GROWTH_PERIOD: Duration = Duration::from_millis(20);
/// How often a host looks for ended processes that the program itself did not wait for.
const REAP_PERIOD: Duration = Duration::from_secs(10);
/// The same while the host waits for the last of them, or cannot be told of the program's end.
const CLOSE_REAP_PERIOD: Duration = Duration::from_millis(10);

/// A program under watch.
pub(crate) struct Watch {
    program: Pid,
    /// Becomes readable when the program ends; absent once it has.
    program_end: Option<OwnedFd>,
    status: Option<WaitStatus>,
    ladder: Ladder,
    secrets: Secrets,
    buffers: Buffers,
    outputs: [OutputPipe; 2],
    input: Option<Input>,
    log: RunLog,
    growth: Growth,
}

/// What the program is still to read.
struct Input {
    pipe: ChildStdin,
    bytes: Vec<u8>,
    sent: usize,
}

/// What clients know of the log's growth.
struct Growth {
    told_bytes: u64,
    next_at: Instant,
}

impl Watch {
    /// Takes over a program that was just started.
    ///
    /// # Errors
    /// If its pipes cannot be used; the program is ended then.
    pub(crate) fn new(
        mut child: Child,
        stdin: Vec<u8>,
        secrets: Secrets,
        log: RunLog,
        order: &StartOrder,
    ) -> io::Result<Self> {
        let now = Instant::now();
        let id = i32::try_from(child.id()).map_err(io::Error::other)?;
        let program = Pid::from_raw(id).ok_or_else(|| io::Error::other("the program has no id"))?;
        let stdout = child.stdout.take().ok_or_else(|| io::Error::other("the program has no output"))?;
        let stderr = child.stderr.take().ok_or_else(|| io::Error::other("the program has no output"))?;
        let input = child.stdin.take().map(|pipe| Input { pipe, bytes: stdin, sent: 0 });
        if let Some(input) = &input {
            rustix::io::ioctl_fionbio(&input.pipe, true)?;
        }
        let time_limit = order.time_limit_millis.map(Duration::from_millis);
        Ok(Self {
            program,
            program_end: rustix::process::pidfd_open(program, PidfdFlags::empty()).ok(),
            status: None,
            ladder: Ladder::new(now, time_limit, Duration::from_millis(order.grace_millis)),
            secrets,
            buffers: Buffers::new(),
            outputs: [
                OutputPipe::new(OutputStream::Stdout, stdout)?,
                OutputPipe::new(OutputStream::Stderr, stderr)?,
            ],
            input,
            log,
            growth: Growth { told_bytes: 0, next_at: now },
        })
    }

    /// Watches until no process of the run is left; returns how the program itself ended.
    pub(crate) fn until_nobody_is_left(&mut self, control: &mut Control) -> Option<WaitStatus> {
        loop {
            self.feed();
            self.read_outputs();
            let is_nobody_left = self.reap();
            let now = Instant::now();
            for stop in control.serve() {
                let HostRequest::Stop { reason, .. } = stop else { continue };
                let act = self.ladder.stop(now, reason);
                self.perform(act);
            }
            if is_nobody_left {
                return self.status;
            }
            let act = self.ladder.due(now);
            self.perform(act);
            self.tell_growth(control, now);
            self.wait(control, now);
        }
    }

    /// Returns why the program was stopped, if it was.
    pub(crate) fn stop_reason(&self) -> Option<StopReason> {
        self.ladder.reason()
    }

    /// Reads what is left in the pipes and closes the log.
    pub(crate) fn finish(mut self, control: &mut Control, now: Timestamp) -> LogSummary {
        for output in &mut self.outputs {
            output.drain(&self.secrets, &mut self.buffers, &mut self.log, now);
        }
        control.log_grew(self.log.bytes());
        self.log.finish()
    }

    fn feed(&mut self) {
        while let Some(input) = &mut self.input {
            match input.pipe.write(&input.bytes[input.sent..]) {
                Ok(length) => input.sent += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // The program does not want to read more.
                Err(_) => input.sent = input.bytes.len(),
            }
            if input.sent == input.bytes.len() {
                self.input = None;
            }
        }
    }

    fn read_outputs(&mut self) {
        let now = moment::now();
        for output in &mut self.outputs {
            output.read(&self.secrets, &mut self.buffers, &mut self.log, now);
        }
    }

    fn reap(&mut self) -> bool {
        let reaped = processes::reap(self.program);
        let now = Instant::now();
        if reaped.program.is_some() {
            self.status = reaped.program;
            self.program_end = None;
        }
        if self.status.is_some() && !reaped.is_nobody_left {
            let act = self.ladder.program_ended(now);
            self.perform(act);
            if self.outputs.iter().all(|output| output.waits_for().is_none()) {
                let act = self.ladder.pipes_closed(now);
                self.perform(act);
            }
        }
        reaped.is_nobody_left
    }

    fn perform(&self, act: Option<Act>) {
        let is_program_there = self.status.is_none();
        match act {
            None => {}
            Some(Act::AskGroup) if is_program_there => processes::signal_group(self.program, Signal::TERM),
            Some(Act::AskGroup | Act::AskAll) => processes::signal_all(Signal::TERM),
            Some(Act::Force) => {
                if is_program_there {
                    processes::signal_group(self.program, Signal::KILL);
                }
                processes::signal_all(Signal::KILL);
            }
        }
    }

    fn tell_growth(&mut self, control: &mut Control, now: Instant) {
        let bytes = self.log.bytes();
        if bytes > self.growth.told_bytes && now >= self.growth.next_at {
            self.growth = Growth { told_bytes: bytes, next_at: now + GROWTH_PERIOD };
            control.log_grew(bytes);
        }
    }

    fn wait(&self, control: &Control, now: Instant) {
        let mut poll = Vec::with_capacity(8);
        if let Some(end) = &self.program_end {
            poll.push(PollFd::from_borrowed_fd(end.as_fd(), PollFlags::IN));
        }
        for pipe in self.outputs.iter().filter_map(OutputPipe::waits_for) {
            poll.push(PollFd::from_borrowed_fd(pipe, PollFlags::IN));
        }
        if let Some(input) = &self.input {
            poll.push(PollFd::from_borrowed_fd(input.pipe.as_fd(), PollFlags::OUT));
        }
        control.waits_for(&mut poll);
        let timeout = self.next_deadline(now).saturating_duration_since(now);
        let timeout = Timespec {
            tv_sec: i64::try_from(timeout.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: timeout.subsec_nanos().into(),
        };
        rustix::event::poll(&mut poll, Some(&timeout)).forgive("the loop looks at everything anyway");
    }

    fn next_deadline(&self, now: Instant) -> Instant {
        let reap_period = if self.program_end.is_some() { REAP_PERIOD } else { CLOSE_REAP_PERIOD };
        let mut next = now + reap_period;
        if let Some(deadline) = self.ladder.deadline() {
            next = next.min(deadline);
        }
        if self.log.bytes() > self.growth.told_bytes {
            next = next.min(self.growth.next_at);
        }
        next
    }
}

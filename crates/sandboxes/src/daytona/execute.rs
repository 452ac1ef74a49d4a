//! Running a command to its end: one request in a sandbox that is known.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use bytes::Bytes;
use wireclip_ports::random;
use wireclip_ports::sandbox::{
    CommandEnding, CommandTimings, ExecuteOrder, Executed, ProviderError, RemoteCommand,
};

use super::activation::{Active, Again};
use super::client::{ExecuteAnswer, ExecuteRequest, Upload, UploadSource};
use super::deadline::Deadline;
use super::errors::{CallError, Evidence};
use super::handle::SandboxHandle;
use super::provider::Link;
use super::script::{self, OneShot, StdinSource, Transcript};
use crate::shell;

/// How much later than the command's own limit the call ends, for the sake of a late answer.
const MARGIN: Duration = Duration::from_secs(5);

/// How long ending a command that was given up may take.
const ENDING_LIMIT: Duration = Duration::from_secs(10);

/// Input up to this size travels in the command's own request.
const INLINE_STDIN_BYTES: usize = 32 * 1024;

/// The most that is kept of a stream, whatever is asked for: the answer is held in memory.
const OUTPUT_BYTES: usize = 4 * 1024 * 1024;

/// How long git may talk to other machines.
const GIT_NETWORK_LIMIT: Duration = Duration::from_secs(120);

/// Runs a command to its end.
pub(super) async fn execute(link: &Link, order: &ExecuteOrder) -> Result<Executed, ProviderError> {
    shell::check(&order.command)?;
    let execution = Execution::new(link, order)?;
    let deadline = Deadline::within(execution.limit + MARGIN + bring_up_allowance(link));
    let activity = link.enter(deadline).await?;
    let mut traces = Traces::new(link.clone(), execution.id.clone(), execution.output_limit_bytes);
    let began = Mutex::new(None);
    let work = link.inside(&activity, deadline, Again::Harmful, |active| {
        traces.may_exist_at(&active);
        let began = &began;
        let execution = &execution;
        async move {
            execution.bring_stdin(link, &active.handle).await?;
            *began.lock().unwrap_or_else(PoisonError::into_inner) = Some(link.access.core.timing.now());
            execution.run(link, &active.handle).await
        }
    });
    let outcome = tokio::select! {
        outcome = work => outcome,
        () = activity.forced() => {
            traces.end().await;
            return Err(ProviderError::LeaseClosed);
        }
    };
    let began = began.into_inner().unwrap_or_else(PoisonError::into_inner);
    let duration = began.map(|began| link.access.core.timing.now().since(began));
    match outcome {
        Ok((answer, active)) => {
            let lookup = Some(active.lookup);
            let timings = CommandTimings { duration, lookup, is_cache_hit: Some(active.is_hit) };
            let executed = execution.conclude(&answer, timings).inspect_err(|_| traces.end_later())?;
            traces.forget();
            activity.succeeded();
            Ok(executed)
        }
        Err(CallError { error: ProviderError::Timeout { .. }, evidence, .. })
            if began.is_some() && evidence != Evidence::NotRunning =>
        {
            // At the command's limit, or somewhat later if the service did not answer.
            let (lookup, is_cache_hit) = traces.lookup();
            let partial = traces.end().await.unwrap_or_default();
            Ok(Executed {
                ending: CommandEnding::TimedOut,
                stdout: partial.stdout,
                stderr: partial.stderr,
                is_truncated: partial.is_truncated,
                timings: CommandTimings { duration, lookup, is_cache_hit },
            })
        }
        Err(error) => {
            let was_sent = began.is_some() || execution.stdin_file.is_some();
            if error.evidence == Evidence::NotRunning || !was_sent {
                traces.forget();
            } else {
                traces.end_later();
            }
            Err(error.error)
        }
    }
}

/// One command, ready to be sent.
struct Execution<'a> {
    order: &'a ExecuteOrder,
    id: String,
    directory: String,
    limit: Duration,
    output_limit_bytes: usize,
    /// Input that travels in the request, in base64.
    inline_stdin: Option<String>,
    /// Where input goes that is too long for that.
    stdin_file: Option<String>,
}

impl<'a> Execution<'a> {
    fn new(link: &Link, order: &'a ExecuteOrder) -> Result<Self, ProviderError> {
        let id = random::name::<16>();
        let directory = directory_of(link, &order.command)?;
        let mut limit = order.time_limit.unwrap_or_else(|| link.access.config.settings.timeout());
        if is_git_over_network(&order.command) {
            limit = limit.min(GIT_NETWORK_LIMIT);
        }
        let is_inline = order.stdin.len() <= INLINE_STDIN_BYTES;
        let has_stdin = !order.stdin.is_empty();
        let inline_stdin =
            (has_stdin && is_inline).then(|| base64::engine::general_purpose::STANDARD.encode(&order.stdin));
        let stdin_file = (has_stdin && !is_inline).then(|| script::stdin_file(&id));
        let output_limit_bytes = order.output_limit_bytes.min(OUTPUT_BYTES);
        Ok(Self { order, id, directory, limit, output_limit_bytes, inline_stdin, stdin_file })
    }

    async fn bring_stdin(&self, link: &Link, handle: &SandboxHandle) -> Result<(), CallError> {
        let Some(path) = &self.stdin_file else { return Ok(()) };
        let source = UploadSource::Bytes(Bytes::copy_from_slice(&self.order.stdin));
        let upload = Upload { remote: path.clone(), source };
        let deadline = Deadline::within(link.access.config.settings.timeout());
        link.access.client.upload(&handle.toolbox, vec![upload], deadline).await
    }

    async fn run(&self, link: &Link, handle: &SandboxHandle) -> Result<ExecuteAnswer, CallError> {
        let stdin = match (&self.inline_stdin, &self.stdin_file) {
            (Some(text), _) => StdinSource::Inline(text),
            (None, Some(path)) => StdinSource::File(path),
            (None, None) => StdinSource::Nothing,
        };
        let one_shot = OneShot {
            command: &self.order.command,
            directory: &self.directory,
            id: &self.id,
            stdin,
            output_limit_bytes: self.output_limit_bytes,
        };
        let request = ExecuteRequest {
            command: one_shot.text(),
            envs: script::carried_environment(&self.order.command),
            timeout: seconds(self.limit),
        };
        let deadline = Deadline::within(self.limit.max(Duration::from_secs(1)) + MARGIN);
        link.access.client.execute(&handle.toolbox, &request, deadline).await
    }

    fn conclude(&self, answer: &ExecuteAnswer, timings: CommandTimings) -> Result<Executed, ProviderError> {
        let transcript = Transcript::read(&answer.result, &self.id, self.output_limit_bytes);
        match transcript {
            Some(transcript) if answer.exit_code >= 0 => Ok(Executed {
                ending: CommandEnding::Exited(answer.exit_code),
                stdout: transcript.stdout,
                stderr: transcript.stderr,
                is_truncated: transcript.is_truncated,
                timings,
            }),
            _ if answer.exit_code < 0 => Err(ProviderError::NotStarted {
                message: said(&answer.result, "its shell did not start or was killed"),
            }),
            _ if answer.result.contains(&format!("{}:unstarted", self.id)) => {
                Err(ProviderError::NotStarted {
                    message:
                        "the sandbox has no place for scratch files, or its shell profile ends the shell"
                            .to_owned(),
                })
            }
            _ => Err(ProviderError::Malformed {
                action: "run the command",
                message: said(&answer.result, "its output is cut off"),
            }),
        }
    }
}

fn said(result: &str, otherwise: &str) -> String {
    let line = result.lines().map(str::trim).find(|line| !line.is_empty());
    line.map_or_else(|| otherwise.to_owned(), |line| line.chars().take(300).collect())
}

/// Returns where a command starts.
pub(super) fn directory_of(link: &Link, command: &RemoteCommand) -> Result<String, ProviderError> {
    let root = link.lease.observed.root.as_ref();
    let directory = command.directory.as_ref().or(root);
    directory.map(|directory| directory.as_str().to_owned()).ok_or_else(|| ProviderError::Refused {
        message: "the lease has no directory, and the command names none".to_owned(),
    })
}

/// Returns whole seconds, at least one.
fn seconds(limit: Duration) -> u64 {
    let whole = limit.as_secs() + u64::from(limit.subsec_nanos() > 0);
    whole.max(1)
}

fn bring_up_allowance(link: &Link) -> Duration {
    let settings = &link.access.config.settings;
    // Twice: before the command, and again if the sandbox did not run after all.
    settings.liveness_limit().unwrap_or_else(|| settings.timeout()) * 2
}

/// Returns whether a command lets git talk to other machines, which can hang for hours.
fn is_git_over_network(command: &RemoteCommand) -> bool {
    let program = command.program.rsplit('/').next().unwrap_or_default();
    if program != "git" {
        return false;
    }
    let mut words = command.arguments.iter().map(String::as_str);
    let subcommand = loop {
        match words.next() {
            Some("-C" | "-c" | "--git-dir" | "--work-tree") => drop(words.next()),
            Some(word) if word.starts_with('-') => {}
            other => break other,
        }
    };
    match subcommand {
        Some("push" | "fetch" | "pull" | "ls-remote" | "clone") => true,
        Some("remote" | "submodule") => words.find(|word| !word.starts_with('-')) == Some("update"),
        _ => false,
    }
}

/// What a command leaves in the sandbox: a process, scratch files. Dropped before the command's
/// end is known, it ends the one and removes the others.
struct Traces {
    link: Link,
    id: String,
    limit: usize,
    at: Mutex<Option<Active>>,
    is_settled: bool,
}

impl Traces {
    fn new(link: Link, id: String, limit: usize) -> Self {
        Self { link, id, limit, at: Mutex::default(), is_settled: false }
    }

    fn may_exist_at(&self, active: &Active) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = Some(active.clone());
    }

    /// Returns what finding the sandbox took, and whether it was known.
    fn lookup(&self) -> (Option<Duration>, Option<bool>) {
        let at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        (at.as_ref().map(|active| active.lookup), at.as_ref().map(|active| active.is_hit))
    }

    fn forget(&mut self) {
        self.is_settled = true;
    }

    /// Ends the command now, and returns what it had printed.
    async fn end(&mut self) -> Option<Transcript> {
        self.is_settled = true;
        let active = self.at.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        end_command(&self.link, &active.handle, &self.id, self.limit).await
    }

    /// Ends the command while the caller goes on.
    fn end_later(&mut self) {
        if self.is_settled {
            return;
        }
        self.is_settled = true;
        let Some(active) = self.at.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        let (link, id, limit) = (self.link.clone(), self.id.clone(), self.limit);
        self.link.access.core.tasks.spawn(async move {
            end_command(&link, &active.handle, &id, limit).await;
        });
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        self.end_later();
    }
}

async fn end_command(link: &Link, handle: &SandboxHandle, id: &str, limit: usize) -> Option<Transcript> {
    let request = ExecuteRequest {
        command: script::end_one_shot(id, limit),
        envs: std::collections::BTreeMap::new(),
        timeout: seconds(ENDING_LIMIT),
    };
    match link.access.client.execute(&handle.toolbox, &request, Deadline::within(ENDING_LIMIT)).await {
        Ok(answer) => Transcript::read(&answer.result, id, limit),
        Err(error) => {
            tracing::debug!("a command that was given up could not be ended: {}", error.error);
            None
        }
    }
}

#[cfg(test)]
mod tests;

//! From a program's end to a settled run.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use wireclip_domain::retry::Doubling;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_host::{ExitRecord, LOG_STORE, StopReason};
use wireclip_domain::run_outcome::{ErrorFamily, Evidence, Exit, Failure, Reported, Stop};
use wireclip_domain::{OpaqueJson, RunId};
use wireclip_ports::adapter::{AdapterResult, Elsewhere, Verdict};
use wireclip_ports::going_on::LogAndContinue as _;
use wireclip_ports::host::Ending;
use wireclip_services::ServiceResult;
use wireclip_services::records::Run;
use wireclip_services::runs::{LastOutput, LogFacts, RunEnd, Settled};

use super::Carrier;
use super::order::{self, Limits};
use super::reading::Reading;
use crate::error::{EngineError, EngineResult, While as _};

/// The pauses between attempts to store a run's end.
const PAUSES: Doubling = Doubling { first: Duration::from_millis(200), longest: Duration::from_secs(30) };

/// How a run was limited, as the wire has it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Limiting {
    timeout_fired: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_source: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effective_timeout_sec: Option<serde_json::Number>,
}

/// Returns whether a failure says by its code that the session is not resumed.
fn drops_session(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Succeeded => false,
        Verdict::Failed { code, .. } => code.drops_session(),
    }
}

fn is_session_gone(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Failed { code: RunErrorCode::SessionNotFound, .. })
}

impl Carrier<'_> {
    /// The fencing number under which this node hosts the run.
    pub(super) fn fence(&self) -> i64 {
        self.claimed.fence
    }

    /// Reads what a program's end means.
    pub(super) async fn conclude(
        &self,
        ending: &Ending,
        last_output: Option<LastOutput>,
        reading: Option<Reading>,
        limits: &Limits,
    ) -> RunEnd {
        let result = match self.adapter_result(ending, reading).await {
            Ok(result) => result,
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "nobody can read a run's end");
                let failure = Failure::new(RunErrorCode::SetupFailed, error.to_string());
                return self.end_as_failed(failure, ending, last_output);
            }
        };
        let stop = stop_by_host(ending, limits);
        let says_something = result.is_reported || !was_stopped(ending);
        // In a session that could not be opened nothing was done, so that all of it may be repeated.
        let can_resume = result.session.is_some() || is_session_gone(&result.verdict);
        let evidence = Evidence {
            reported: says_something.then(|| reported(&result.verdict)),
            stop,
            exit: exit_of(ending.exit.as_ref()),
            exit_code_counts: !result.is_reported,
        };
        let fired = is_timeout(ending, &result.verdict);
        let clears_session = drops_session(&result.verdict);
        RunEnd {
            evidence,
            can_resume,
            result: result.result.merged_with(&limiting(fired, limits)),
            usage: result.usage,
            used: result.used,
            clears_session,
            session: result.session.filter(|_| !clears_session),
            ..self.end_of(ending, last_output)
        }
    }

    async fn adapter_result(&self, ending: &Ending, reading: Option<Reading>) -> EngineResult<AdapterResult> {
        // What a program was told is not asked of its end, only whether it was here.
        if let Some(reading) = reading {
            let elsewhere = self.is_elsewhere().await.then(Elsewhere::default);
            let order = self.order(elsewhere, BTreeMap::new()).while_doing("make a run's token")?;
            return Ok(self.conclude_reading(reading, &order, ending).await);
        }
        let order = self.order(None, BTreeMap::new()).while_doing("make a run's token")?;
        match self.core.adapters.adapter(self.claimed.agent.adapter_type) {
            Ok(adapter) => Ok(adapter.conclude(&order, ending)),
            Err(source) => Err(EngineError::Adapter { action: "read the end of a run of this type", source }),
        }
    }

    /// Ends a run as failed, whatever its program did.
    pub(super) fn end_as_failed(
        &self,
        failure: Failure,
        ending: &Ending,
        last_output: Option<LastOutput>,
    ) -> RunEnd {
        let reported = Some(Reported::Failure(failure));
        let exit = exit_of(ending.exit.as_ref());
        let evidence = Evidence { reported, stop: None, exit, exit_code_counts: false };
        RunEnd { evidence, ..self.end_of(ending, last_output) }
    }

    fn end_of(&self, ending: &Ending, last_output: Option<LastOutput>) -> RunEnd {
        RunEnd {
            has_started: ending.exit.as_ref().is_none_or(|exit| exit.spawn_error.is_none()),
            result: limiting(false, &Limits::default()),
            log: ending.exit.as_ref().map(|exit| LogFacts {
                store: LOG_STORE.to_owned(),
                log_ref: self.hosted.log_ref(),
                bytes: exit.log_bytes,
                sha256: exit.log_sha256.clone(),
            }),
            last_output,
            stdout_tail: ending.stdout_tail.clone(),
            stderr_tail: ending.stderr_tail.clone(),
            ..RunEnd::lost()
        }
    }

    /// Ends a run of which nothing was started.
    pub(super) async fn settle_unstarted(&self, failure: Failure) {
        let nothing = Ending { exit: None, stdout_tail: String::new(), stderr_tail: String::new() };
        let exit = Exit::NotStarted(failure);
        self.settle(RunEnd {
            evidence: Evidence { reported: None, stop: None, exit, exit_code_counts: false },
            has_started: false,
            ..self.end_of(&nothing, None)
        })
        .await;
    }

    /// Stores the end, as often as it takes; then removes what the run left on this machine.
    pub(super) async fn settle(&self, end: RunEnd) {
        let runs = &self.core.services.runs;
        let settle = || runs.settle(self.hosted.run_id, self.fence(), end.clone());
        let settled = self.until_stored("store the end of a run", settle).await;
        match settled {
            Settled::Ended(run) => tell_end(&run),
            Settled::Dropped => tracing::debug!("a run had been ended before"),
        }
        self.core.clear_away(self.hosted.run_id).await;
    }

    /// Asks the database as often as it takes.
    pub(super) async fn until_stored<T, F: Future<Output = ServiceResult<T>>>(
        &self,
        action: &'static str,
        ask: impl Fn() -> F,
    ) -> T {
        let mut failures = 0_u32;
        loop {
            match ask().await.while_doing(action) {
                Ok(answer) => return answer,
                Err(error) => self.pause_after(&error, &mut failures).await,
            }
        }
    }

    /// Lets some time pass after the database failed, the more the more often it did.
    pub(super) async fn pause_after(&self, error: &EngineError, failures: &mut u32) {
        tracing::error!(
            error = error as &dyn std::error::Error,
            "a run waits for the database; trying again"
        );
        *failures = failures.saturating_add(1);
        self.core.clock().sleep(PAUSES.after(*failures)).await;
    }
}

impl crate::core::EngineCore {
    /// Removes what a settled run left on this machine, but for its log.
    pub(crate) async fn clear_away(&self, run_id: RunId) {
        self.hosts().forget(run_id).await.log_and_continue("remove the traces of a run");
        let scratch = order::scratch_folder(self, run_id);
        match tokio::fs::remove_dir_all(&scratch).await {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            removed => removed.log_and_continue(&format!("remove the folder {}", scratch.display())),
        }
    }
}

fn was_stopped(ending: &Ending) -> bool {
    ending.exit.as_ref().is_some_and(|exit| exit.stop_reason.is_some())
}

fn is_timeout(ending: &Ending, verdict: &Verdict) -> bool {
    let by_host = ending.exit.as_ref().and_then(|exit| exit.stop_reason) == Some(StopReason::Timeout);
    by_host || matches!(verdict, Verdict::Failed { code: RunErrorCode::Timeout, .. })
}

/// Says what the host did by itself; a wish to cancel stands in the run's row.
fn stop_by_host(ending: &Ending, limits: &Limits) -> Option<Stop> {
    let exit = ending.exit.as_ref()?;
    match exit.stop_reason? {
        StopReason::Cancel => None,
        StopReason::Timeout => {
            let took = || exit.finished_at.since(exit.started_at);
            Some(Stop::TimedOut(limits.time_limit.unwrap_or_else(took)))
        }
        StopReason::Interrupt => {
            Some(Stop::Interrupted { message: "Interrupted by a stop of the server".to_owned() })
        }
    }
}

fn reported(verdict: &Verdict) -> Reported {
    match verdict {
        Verdict::Succeeded => Reported::Success,
        Verdict::Failed { message, code, is_transient } => Reported::Failure(Failure {
            message: message.clone(),
            code: code.clone(),
            family: is_transient.then_some(ErrorFamily::TransientUpstream),
        }),
    }
}

fn exit_of(exit: Option<&ExitRecord>) -> Exit {
    let Some(exit) = exit else { return Exit::Lost };
    match (&exit.spawn_error, exit.exit_code, &exit.signal) {
        (Some(reason), _, _) => Exit::NotStarted(Failure::new(RunErrorCode::AdapterFailed, reason.clone())),
        (None, Some(code), _) => Exit::Code(code),
        (None, None, Some(signal)) => Exit::Signal(signal.clone()),
        (None, None, None) => Exit::Lost,
    }
}

fn limiting(timeout_fired: bool, limits: &Limits) -> OpaqueJson {
    OpaqueJson::of(&Limiting {
        timeout_fired,
        timeout_source: limits.time_limit.map(|_| "config"),
        effective_timeout_sec: limits.time_limit.and_then(seconds),
    })
}

/// Whole seconds are whole numbers on the wire.
fn seconds(time: Duration) -> Option<serde_json::Number> {
    if time.subsec_nanos() == 0 {
        return Some(time.as_secs().into());
    }
    serde_json::Number::from_f64(time.as_secs_f64())
}

fn tell_end(run: &Run) {
    match (&run.error, run.error_code.as_deref()) {
        (Some(error), code) => tracing::warn!(
            run.status = %run.status,
            error.code = code,
            "a run of an agent ended as {}: {error}",
            run.status.as_str().replace('_', " "),
        ),
        (None, _) => tracing::info!(run.status = %run.status, "a run of an agent ended"),
    }
}

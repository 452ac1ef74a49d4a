//! One run, from its claim or from where a server that is gone left it, to its settled end.
//!
//! **Invariant:** a run is carried by one task at a time, and whatever happens to it (a refusal,
//! a panic of its adapter, a lost host) ends in a settled run. Between any two steps the server
//! may die: what was done by then is found again in the database and by the run's host.

mod elsewhere;
mod ending;
mod following;
mod lines;
mod notes;
mod order;
mod reading;
mod starting;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use tracing::Instrument as _;
use wireclip_domain::RunId;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_host::StopReason;
use wireclip_domain::run_outcome::Failure;
use wireclip_ports::going_on::LogAndContinue as _;
use wireclip_ports::host::{HostedRun, Trace};
use wireclip_services::Wanted;
use wireclip_services::runs::{ClaimedRun, hosted};

pub(crate) use self::order::scratch_folders;
use self::starting::NotStarted;
use crate::core::EngineCore;

/// A run that is to be carried.
#[derive(Debug)]
pub struct RunTask {
    claimed: ClaimedRun,
    begin: Begin,
}

/// Where a task begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// Nothing of the run was started yet.
    Fresh,
    /// The run has a host, or had one.
    Hosted,
}

impl RunTask {
    pub(crate) fn new(claimed: ClaimedRun, begin: Begin) -> Self {
        Self { claimed, begin }
    }

    /// Returns which run it is.
    #[must_use]
    pub fn run_id(&self) -> RunId {
        self.claimed.run.id
    }

    /// Carries the run to its end. Dropping the future leaves the run as a killed server does.
    pub async fn carry(self, core: Arc<EngineCore>) {
        let run = &self.claimed.run;
        let span = tracing::info_span!(
            "run",
            run.id = %run.id,
            agent.id = %run.agent_id,
            company.id = %run.company_id,
        );
        let carrier = Carrier { core: &core, claimed: &self.claimed, hosted: hosted(&self.claimed.run) };
        async {
            let carried = AssertUnwindSafe(carrier.carry(self.begin)).catch_unwind().await;
            if carried.is_err() {
                tracing::error!("carrying a run panicked");
                let ended = AssertUnwindSafe(carrier.end_after_panic()).catch_unwind().await;
                if ended.is_err() {
                    tracing::error!("ending a run after a panic panicked; it is taken up again");
                }
            }
        }
        .instrument(span)
        .await;
        core.in_flight.release(run.id);
        // A slot is free.
        core.services.core.nudge.nudge(Wanted::STARTS);
    }
}

/// Carries one run.
#[derive(Clone, Copy)]
struct Carrier<'c> {
    core: &'c Arc<EngineCore>,
    claimed: &'c ClaimedRun,
    hosted: HostedRun,
}

impl Carrier<'_> {
    async fn carry(&self, begin: Begin) {
        match begin {
            Begin::Fresh => match self.start().await {
                Ok(limits) => self.see_to_the_end(limits).await,
                Err(NotStarted::Failed(failure)) => self.settle_unstarted(failure).await,
                Err(NotStarted::Unwanted) => {
                    let message = "stopped before it started";
                    self.settle_unstarted(Failure::new(RunErrorCode::Cancelled, message)).await;
                }
                Err(NotStarted::HasHost) => self.see_to_the_end(self.limits_again()).await,
            },
            Begin::Hosted => self.see_to_the_end(self.limits_again()).await,
        }
    }

    async fn see_to_the_end(&self, limits: order::Limits) {
        self.stop_if_unwanted().await;
        let (ending, last_output, reading) = self.follow().await;
        let end = self.conclude(&ending, last_output, reading, &limits).await;
        let end = self.heed_report(end, &ending, last_output).await;
        self.settle(end).await;
    }

    /// Passes a wish on that came while there was nothing to stop.
    async fn stop_if_unwanted(&self) {
        if self.core.in_flight.has_host_now(self.hosted.run_id, self.core.now()) {
            self.core.ask_to_stop(self.hosted.run_id).await;
        }
    }

    /// Ends a run whose task cannot go on: what is left of it is stopped first.
    async fn end_after_panic(&self) {
        let failure = Failure::new(RunErrorCode::SetupFailed, "the server failed while it carried this run");
        match self.core.hosts().look_up(self.hosted.run_id).await {
            Ok(Trace::Unknown) => self.settle_unstarted(failure).await,
            Ok(Trace::Alive(_) | Trace::Ended(_) | Trace::Lost) | Err(_) => {
                let stopped = self.core.hosts().stop(self.hosted.run_id, StopReason::Cancel).await;
                stopped.log_and_continue("stop what is left of a run");
                let (ending, last_output, _) = self.follow().await;
                self.settle(self.end_as_failed(failure, &ending, last_output)).await;
            }
        }
    }
}

//! From a claim to a program that runs.

use std::collections::BTreeMap;

use secrecy::SecretString;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_host::StopReason;
use wireclip_domain::run_outcome::Failure;
use wireclip_ports::adapter::{Elsewhere, Launch, PrepareError};
use wireclip_ports::going_on::LogAndContinue as _;
use wireclip_ports::host::{HostError, HostOrder, Started, Trace};
use wireclip_services::leases::RunPlace;

use super::{Carrier, notes, order};
use crate::error::{EngineError, EngineResult, While as _};

/// Why a run has no program that this task started.
#[derive(Debug)]
pub(super) enum NotStarted {
    /// It could not be started, and nothing of it is alive.
    Failed(Failure),
    /// Somebody stopped it before.
    Unwanted,
    /// It was started before, perhaps by a server that died meanwhile, or nobody knows.
    HasHost,
}

impl From<EngineError> for NotStarted {
    fn from(error: EngineError) -> Self {
        tracing::warn!(error = &error as &dyn std::error::Error, "could not set a run up");
        let message = match std::error::Error::source(&error) {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        };
        Self::Failed(Failure::new(RunErrorCode::SetupFailed, message))
    }
}

impl Carrier<'_> {
    /// Starts the run's program.
    pub(super) async fn start(&self) -> Result<order::Limits, NotStarted> {
        let place = self.take_place().await?;
        // Closed never: the semaphore lives as long as the engine.
        let _permit = self.core.starts.acquire().await;
        let secrets = self.open_secrets().await?;
        let launch = self.prepare(place.as_ref().map(|place| place.gives.clone()), secrets).await?;
        let limits = order::Limits::from(&launch);
        let invocation = notes::invocation(self.claimed.agent.adapter_type, &launch);
        if self.core.in_flight.is_unwanted(self.hosted.run_id) {
            return Err(NotStarted::Unwanted);
        }
        let launch = match &place {
            Some(place) => self.in_place(place, launch).while_doing("make a run's token")?,
            None => launch,
        };
        let order = HostOrder { run: self.hosted, launch };
        // The start does not wait for its own story to be on the disk.
        let (noted, started) = tokio::join!(self.note(invocation), self.core.hosts().start(order));
        noted.log_and_continue("note how a run is started");
        match started {
            Ok(started) => {
                self.note_start(&started).await;
                Ok(limits)
            }
            Err(HostError::AlreadyStarted(_)) => Err(NotStarted::HasHost),
            Err(HostError::Spawn(message)) => {
                Err(NotStarted::Failed(Failure::new(RunErrorCode::AdapterFailed, message)))
            }
            Err(error @ HostError::Io { .. }) => Err(self.after_no_answer(error).await),
        }
    }

    /// Finds out whether anything was started by a start that failed. What left a trace may have
    /// acted, and may live: it is followed to its end like any other.
    async fn after_no_answer(&self, error: HostError) -> NotStarted {
        let error = EngineError::Host { action: "start a run host", source: error };
        match self.core.hosts().look_up(self.hosted.run_id).await {
            Ok(Trace::Unknown) => error.into(),
            Ok(Trace::Alive(_) | Trace::Ended(_) | Trace::Lost) | Err(_) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "a run may have started although its start failed; it is followed"
                );
                NotStarted::HasHost
            }
        }
    }

    /// Opens the place in which the run executes; none if it is this machine. A run that is meant
    /// for elsewhere is not started here instead.
    ///
    /// A provider may take minutes: whoever stops the run meanwhile is not kept waiting by it, and
    /// what it was making is removed.
    async fn take_place(&self) -> Result<Option<RunPlace>, NotStarted> {
        let run_id = self.hosted.run_id;
        tokio::select! {
            // What is not wanted any more does not go on for another step.
            biased;
            () = self.core.in_flight.until_unwanted(run_id) => {
                let given_up = self.core.services.leases.give_up_creates_of(run_id).await;
                given_up.log_and_continue("give up what was being made for a run");
                Err(NotStarted::Unwanted)
            }
            place = self.open_place() => place,
        }
    }

    async fn open_place(&self) -> Result<Option<RunPlace>, NotStarted> {
        let mut failures = 0;
        let place = loop {
            let place = self.core.services.leases.acquire_for(self.claimed).await;
            match place.while_doing("open the place of a run") {
                // Asked again, it gives the run what it has already.
                Err(error) if error.is_outage() => self.pause_after(&error, &mut failures).await,
                place => break place?,
            }
        };
        place.map_err(|refused| {
            let code = RunErrorCode::from(refused.code.as_str());
            NotStarted::Failed(Failure::new(code, refused.message))
        })
    }

    /// Opens the secrets that the agent's variables name. A run that misses one is not started.
    async fn open_secrets(&self) -> Result<BTreeMap<String, SecretString>, NotStarted> {
        let mut failures = 0;
        let opened = loop {
            let opened = self.core.services.secrets.for_run(self.claimed).await;
            match opened.while_doing("open the secrets of a run") {
                Err(error) if error.is_outage() => self.pause_after(&error, &mut failures).await,
                opened => break opened?,
            }
        };
        opened.map_err(NotStarted::Failed)
    }

    async fn prepare(
        &self,
        elsewhere: Option<Elsewhere>,
        secrets: BTreeMap<String, SecretString>,
    ) -> Result<Launch, NotStarted> {
        self.make_folders().await.map_err(|source| EngineError::Folder {
            action: "make the folders of a run".to_owned(),
            source,
        })?;
        let order = self.order(elsewhere, secrets).while_doing("make a run's token")?;
        let adapter = self.core.adapters.adapter(self.claimed.agent.adapter_type);
        // Nothing that a retry could mend: somebody has to choose another type.
        let adapter = adapter.map_err(|error| failed(RunErrorCode::ConfigurationIncomplete, &error))?;
        adapter.prepare(&order).map_err(|error| {
            let code = match error {
                // Wire: clients know settings that cannot work as a failure of the adapter.
                PrepareError::Settings(_) | PrepareError::Refused(_) => RunErrorCode::AdapterFailed,
                PrepareError::Missing(_) => RunErrorCode::ConfigurationIncomplete,
            };
            failed(code, &error)
        })
    }

    /// Stores that the program runs; stops it if the run has become somebody else's.
    async fn note_start(&self, started: &Started) {
        let run = &self.claimed.run;
        let noted = self
            .core
            .services
            .runs
            .started(run.id, self.fence(), started.process_id, started.started_at)
            .await;
        match noted {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!("a run was ended while it was started; its program is stopped");
                let stopped = self.core.hosts().stop(self.hosted.run_id, StopReason::Cancel).await;
                stopped.log_and_continue("stop a run that is over");
            }
            // The program runs either way, and its end will be settled.
            Err(_) => noted.log_and_continue("note that a run's program was started"),
        }
    }

    pub(super) async fn note(&self, note: wireclip_services::runs::RunNote) -> EngineResult<()> {
        self.core.services.runs.note(self.hosted.run_id, note).await.while_doing("note an event of a run")
    }
}

fn failed(code: RunErrorCode, error: &PrepareError) -> NotStarted {
    NotStarted::Failed(Failure::new(code, error.to_string()))
}

//! Getting from a lease to a sandbox that runs, and back to it when it was found stopped.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use wireclip_ports::sandbox::ProviderError;

use super::client::{DaytonaClient, SandboxPhase, SandboxView};
use super::deadline::{Deadline, Pacing, Pauses};
use super::errors::{CallError, Evidence};
use super::handle::SandboxHandle;
use super::provider::Link;
use crate::handle_cache::{Activity, Eviction};

/// A sandbox that runs, and what finding that out took.
#[derive(Clone)]
pub(super) struct Active {
    pub(super) handle: Arc<SandboxHandle>,
    pub(super) lookup: Duration,
    pub(super) is_hit: bool,
}

/// Whether a call may be made again when it is unknown whether it was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// It does the same again.
    Harmless,
    /// It may run a command twice.
    Harmful,
}

impl Link {
    /// Enters the lease for work.
    pub(super) async fn enter(&self, deadline: Deadline) -> Result<Activity<SandboxHandle>, ProviderError> {
        deadline.bound("wait for the lease's teardown", self.access.core.cache.enter(&self.key)).await
    }

    /// Returns the sandbox's handle: one request if it is not known or was idle for too long.
    pub(super) async fn handle(
        &self,
        activity: &Activity<SandboxHandle>,
        deadline: Deadline,
    ) -> Result<Active, ProviderError> {
        let limit = self.access.config.settings.liveness_limit().unwrap_or(Duration::from_secs(60));
        let load = || {
            let (client, config) = (Arc::clone(&self.access.client), Arc::clone(&self.access.config));
            let id = self.lease.id.clone();
            async move {
                let view = client.get(id.as_str(), Deadline::within(limit)).await?;
                SandboxHandle::of(&view, &config)
            }
        };
        let found = deadline.bound("look at the sandbox", activity.handle(load)).await;
        let found = found.inspect_err(|error| {
            if matches!(error, ProviderError::NotFound { .. }) {
                activity.missed();
            }
        })?;
        Ok(Active { handle: found.handle, lookup: found.took, is_hit: found.is_hit })
    }

    /// Returns the handle of the sandbox once it runs; brought up if it does not.
    pub(super) async fn activate(
        &self,
        activity: &Activity<SandboxHandle>,
        deadline: Deadline,
    ) -> Result<Active, ProviderError> {
        let mut active = self.handle(activity, deadline).await?;
        if active.handle.phase() == SandboxPhase::Started {
            return Ok(active);
        }
        let _turn = deadline
            .bound("wait for the sandbox to come up", async { Ok(activity.activation_turn().await) })
            .await?;
        // Somebody may have brought it up meanwhile.
        let seen = self.handle(activity, deadline).await?;
        active.lookup += seen.lookup;
        active.handle = seen.handle;
        if active.handle.phase() == SandboxPhase::Started {
            return Ok(active);
        }
        let Self { access, lease, .. } = self;
        let up =
            bring_up(&access.client, lease.id.as_str(), active.handle.phase(), access.core.pacing, deadline);
        let view = up.await.inspect_err(|error| match error {
            ProviderError::NotFound { .. } => activity.missed(),
            _ => activity.mark_stale(),
        })?;
        let handle = Arc::new(SandboxHandle::of(&view, &access.config)?);
        activity.replace(&active.handle, Arc::clone(&handle))?;
        active.handle = handle;
        Ok(active)
    }

    /// Makes one call into the running sandbox.
    ///
    /// If the answer shows that the sandbox did not run after all, and nothing can have been done
    /// in it, it is looked at again, brought up, and the call made once more.
    pub(super) async fn inside<T, F>(
        &self,
        activity: &Activity<SandboxHandle>,
        deadline: Deadline,
        again: Again,
        call: impl Fn(Active) -> F,
    ) -> Result<(T, Active), CallError>
    where
        F: Future<Output = Result<T, CallError>>,
    {
        let bring_up = self.bring_up_deadline(deadline);
        let first = self.activate(activity, bring_up).await?;
        let error = match call(first.clone()).await {
            Ok(answer) => return Ok((answer, first)),
            Err(error) => error,
        };
        learn(activity, &error);
        let may_try_again = match error.evidence {
            Evidence::NotRunning => true,
            Evidence::Doubtful => again == Again::Harmless,
            Evidence::None => false,
        };
        if !may_try_again || deadline.is_over() {
            return Err(error);
        }
        // What keeps us from a second try says nothing about the first: that did nothing, or not.
        let evidence = error.evidence;
        let mut second = self
            .activate(activity, self.bring_up_deadline(deadline))
            .await
            .map_err(|error| CallError { error, evidence, status: None })?;
        second.lookup += first.lookup;
        let answer = call(second.clone()).await.inspect_err(|error| learn(activity, error))?;
        Ok((answer, second))
    }

    fn bring_up_deadline(&self, deadline: Deadline) -> Deadline {
        match self.access.config.settings.liveness_limit() {
            Some(limit) => deadline.or_within(limit),
            None => deadline,
        }
    }
}

/// Draws the conclusions of an error for the handle.
pub(super) fn learn(activity: &Activity<SandboxHandle>, error: &CallError) {
    if matches!(error.error, ProviderError::Unauthorized { .. } | ProviderError::Forbidden { .. }) {
        activity.evict(Eviction::Refused);
    } else if error.evidence != Evidence::None {
        activity.mark_stale();
    }
}

/// Brings a sandbox up from whatever state it is in, and returns it when it runs.
///
/// # Errors
/// [`ProviderError::NotFound`] if it is gone, [`ProviderError::InvalidState`] if it failed.
pub(super) async fn bring_up(
    client: &DaytonaClient,
    id: &str,
    seen: SandboxPhase,
    pacing: Pacing,
    deadline: Deadline,
) -> Result<SandboxView, ProviderError> {
    const ACTION: &str = "bring the sandbox up";
    let mut pauses = Pauses::of(pacing);
    let mut phase = seen;
    let mut was_asked = false;
    loop {
        let asked = match phase {
            SandboxPhase::Resting | SandboxPhase::Unknown if !was_asked => {
                Some(client.start(id, deadline).await)
            }
            // After being asked, a first look may still show the old state.
            _ => None,
        };
        let view = match asked {
            Some(Ok(view)) => {
                was_asked = true;
                view
            }
            // 400 is said where 409 is meant: the state tells.
            Some(Err(CallError {
                error: error @ (ProviderError::InvalidState { .. } | ProviderError::StateChanging { .. }),
                ..
            })) => {
                let view = client.get(id, deadline).await?;
                let is_settled = matches!(view.phase(), SandboxPhase::Resting | SandboxPhase::Unknown);
                if is_settled && matches!(error, ProviderError::InvalidState { .. }) {
                    return Err(with_state(error, &view));
                }
                view
            }
            Some(Err(error)) => return Err(error.into()),
            None => client.get(id, deadline).await?,
        };
        match view.phase() {
            SandboxPhase::Started => return Ok(view),
            _ if view.is_leaving() => return Err(gone()),
            SandboxPhase::Errored => {
                if was_asked || view.recoverable != Some(true) {
                    return Err(failed(&view));
                }
                client.recover(id, deadline).await?;
                was_asked = true;
            }
            SandboxPhase::Resting if was_asked && view.desired_state.as_deref() != Some("started") => {
                // Stopped again, by itself or by somebody.
                was_asked = false;
            }
            _ => {}
        }
        phase = view.phase();
        pauses.next(deadline, ACTION).await?;
    }
}

/// Says that a sandbox is gone.
pub(super) fn gone() -> ProviderError {
    ProviderError::NotFound { what: "the sandbox".to_owned() }
}

/// Says that a sandbox failed, and why.
pub(super) fn failed(view: &SandboxView) -> ProviderError {
    let message = view.error_reason.clone().unwrap_or_else(|| "the provider gives no reason".to_owned());
    ProviderError::InvalidState { state: view.state().to_owned(), message }
}

fn with_state(error: ProviderError, view: &SandboxView) -> ProviderError {
    match error {
        ProviderError::InvalidState { message, .. } => {
            ProviderError::InvalidState { state: view.state().to_owned(), message }
        }
        other => other,
    }
}

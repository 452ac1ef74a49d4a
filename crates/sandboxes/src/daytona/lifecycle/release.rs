//! Ending a lease: stop, archive or delete, each confirmed or reported as not.
//!
//! What the service answers to a wrong state is not trusted: the state itself is looked at. A
//! sandbox that was to be kept is never deleted because it could not be stopped, and not taken for
//! gone at one word: it may hold the only copy of somebody's work.

use std::time::Duration;

use wireclip_ports::sandbox::{Disposition, ProviderError, Receipt, ReceiptOutcome};

use crate::daytona::activation::failed;
use crate::daytona::client::{SandboxPhase, SandboxView};
use crate::daytona::deadline::{Deadline, Pauses, pause_before_gone};
use crate::daytona::provider::{Access, Link};

/// After how many minutes of standing still an archived sandbox is removed by the service.
const ARCHIVED_MINUTES: u32 = 60;

/// Ends a lease. Goes on to its end if the caller is dropped.
pub(in crate::daytona) async fn release(
    link: Link,
    disposition: Disposition,
    drain: Duration,
    limit: Duration,
) -> Result<Receipt, ProviderError> {
    let cache = link.access.core.cache.clone();
    let key = link.key.clone();
    // Draining does not eat up the time that the provider needs.
    let work = move |drained: crate::handle_cache::Drained| async move {
        let deadline = Deadline::within(limit);
        let is_gone = drained.is_missed && is_gone(&link, disposition, deadline).await?;
        let outcome =
            if is_gone { ReceiptOutcome::AlreadyGone } else { settle(&link, disposition, deadline).await? };
        Ok(Receipt { outcome, was_forced: drained.was_forced })
    };
    cache.tear_down(&key, disposition, drain, work).await
}

/// Asks about a sandbox that the service did not know a while ago.
async fn is_gone(link: &Link, disposition: Disposition, deadline: Deadline) -> Result<bool, ProviderError> {
    if disposition != Disposition::Destroy {
        pause_before_gone(link.access.core.pacing, deadline).await?;
    }
    Ok(look(&link.access, link.lease.id.as_str(), deadline).await?.is_none())
}

async fn settle(
    link: &Link,
    disposition: Disposition,
    deadline: Deadline,
) -> Result<ReceiptOutcome, ProviderError> {
    let (access, id) = (&link.access, link.lease.id.as_str());
    match disposition {
        Disposition::Destroy => destroy(access, id, deadline).await,
        Disposition::Stop => stop(access, id, deadline).await,
        Disposition::Archive => match stop(access, id, deadline).await? {
            ReceiptOutcome::Stopped => archive(access, id, deadline).await,
            outcome => Ok(outcome),
        },
    }
}

/// Deletes a sandbox. Deleted is what the service says to be on its way out, or not to know.
pub(super) async fn destroy(
    access: &Access,
    id: &str,
    deadline: Deadline,
) -> Result<ReceiptOutcome, ProviderError> {
    let mut pauses = Pauses::of(access.core.pacing);
    let mut was_accepted = false;
    loop {
        let answer = access.client.delete(id, deadline).await.map_err(ProviderError::from);
        match answer {
            Ok(Some(view)) if view.is_leaving() => return Ok(ReceiptOutcome::Destroyed),
            Ok(_) => was_accepted = true,
            Err(ProviderError::NotFound { .. }) if was_accepted => return Ok(ReceiptOutcome::Destroyed),
            Err(ProviderError::NotFound { .. }) => return Ok(ReceiptOutcome::AlreadyGone),
            // Another change is under way; when it is done, deleting is possible.
            Err(ProviderError::StateChanging { .. }) => {}
            Err(error @ ProviderError::InvalidState { .. }) => {
                return match look(access, id, deadline).await? {
                    None => Ok(ReceiptOutcome::AlreadyGone),
                    Some(view) if view.is_leaving() => Ok(ReceiptOutcome::Destroyed),
                    Some(_) => Err(error),
                };
            }
            Err(error) => return Err(error),
        }
        pauses.next(deadline, "delete the sandbox").await?;
        match look(access, id, deadline).await? {
            None if was_accepted => return Ok(ReceiptOutcome::Destroyed),
            None => return Ok(ReceiptOutcome::AlreadyGone),
            Some(view) if view.is_leaving() => return Ok(ReceiptOutcome::Destroyed),
            Some(_) => {}
        }
    }
}

/// Stops a sandbox and waits until it stands still.
async fn stop(access: &Access, id: &str, deadline: Deadline) -> Result<ReceiptOutcome, ProviderError> {
    let mut pauses = Pauses::of(access.core.pacing);
    let mut is_asked = false;
    let mut was_missed = false;
    loop {
        let view = if is_asked {
            look(access, id, deadline).await?
        } else {
            match access.client.stop(id, deadline).await.map_err(ProviderError::from) {
                Ok(view) => {
                    is_asked = true;
                    Some(view)
                }
                Err(ProviderError::NotFound { .. }) => None,
                Err(error @ (ProviderError::InvalidState { .. } | ProviderError::StateChanging { .. })) => {
                    let view = look(access, id, deadline).await?;
                    let is_running = view.as_ref().is_some_and(|view| view.phase() == SandboxPhase::Started);
                    if is_running && matches!(error, ProviderError::InvalidState { .. }) {
                        return Err(error);
                    }
                    view
                }
                Err(error) => return Err(error),
            }
        };
        let Some(view) = view else {
            if was_missed {
                return Ok(if is_asked { ReceiptOutcome::Destroyed } else { ReceiptOutcome::AlreadyGone });
            }
            was_missed = true;
            pause_before_gone(access.core.pacing, deadline).await?;
            continue;
        };
        was_missed = false;
        match standing_still(&view)? {
            Some(outcome) => return Ok(outcome),
            // Started again by itself after it was stopped: ask again.
            None if view.phase() == SandboxPhase::Started
                && view.desired_state.as_deref() == Some("started") =>
            {
                is_asked = false;
            }
            None => {}
        }
        pauses.next(deadline, "stop the sandbox").await?;
    }
}

/// Returns what a state means for a stop; `None` while it changes.
fn standing_still(view: &SandboxView) -> Result<Option<ReceiptOutcome>, ProviderError> {
    match view.state() {
        _ if view.is_leaving() => Ok(Some(ReceiptOutcome::Destroyed)),
        "stopped" | "paused" | "archived" | "archiving" => Ok(Some(ReceiptOutcome::Stopped)),
        _ if view.phase() == SandboxPhase::Errored => Err(failed(view)),
        _ => Ok(None),
    }
}

/// Puts a stopped sandbox into the archive, from where the service removes it by itself.
async fn archive(access: &Access, id: &str, deadline: Deadline) -> Result<ReceiptOutcome, ProviderError> {
    access.client.set_auto_delete(id, ARCHIVED_MINUTES, deadline).await?;
    let mut pauses = Pauses::of(access.core.pacing);
    loop {
        match access.client.archive(id, deadline).await.map_err(ProviderError::from) {
            Ok(view) if matches!(view.state(), "archiving" | "archived") => {
                return Ok(ReceiptOutcome::Archived);
            }
            Ok(view) if view.desired_state.as_deref() == Some("archived") => {
                return Ok(ReceiptOutcome::Archived);
            }
            Ok(_) | Err(ProviderError::StateChanging { .. }) => {}
            Err(ProviderError::NotFound { .. }) => {
                pause_before_gone(access.core.pacing, deadline).await?;
                if look(access, id, deadline).await?.is_none() {
                    return Ok(ReceiptOutcome::AlreadyGone);
                }
            }
            Err(error @ ProviderError::InvalidState { .. }) => {
                return match look(access, id, deadline).await? {
                    Some(view) if matches!(view.state(), "archiving" | "archived") => {
                        Ok(ReceiptOutcome::Archived)
                    }
                    _ => Err(error),
                };
            }
            Err(error) => return Err(error),
        }
        pauses.next(deadline, "archive the sandbox").await?;
    }
}

/// Looks at a sandbox; `None` if the service does not know it.
async fn look(access: &Access, id: &str, deadline: Deadline) -> Result<Option<SandboxView>, ProviderError> {
    match access.client.get(id, deadline).await.map_err(ProviderError::from) {
        Ok(view) => Ok(Some(view)),
        Err(ProviderError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

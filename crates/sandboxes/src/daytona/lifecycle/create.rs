//! Making a sandbox so that none is lost: named before, journaled at once, removed if something
//! goes wrong.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::Timestamp;
use wireclip_ports::sandbox::{
    AcquireFailure, CreateAttempt, CreateJournal, CreatedTrace, LeaseScope, OwnedLabels, ProviderError,
    ProviderLeaseId,
};

use super::release::destroy;
use super::seek::find_created;
use crate::daytona::activation::bring_up;
use crate::daytona::client::{BuildInfo, CreateBody, SandboxPhase, SandboxView};
use crate::daytona::deadline::Deadline;
use crate::daytona::errors::CallError;
use crate::daytona::labels::{LabelledPurpose, labels_of, name_of};
use crate::daytona::provider::Access;

/// How long an uncertain creation is looked for.
const SEEKING: Duration = Duration::from_secs(10);

/// How long removing what went wrong may take.
const REMOVING: Duration = Duration::from_secs(15);

/// A sandbox that is to be made.
pub(in crate::daytona) struct Creation {
    pub(in crate::daytona) scope: LeaseScope,
    pub(in crate::daytona) attempt: CreateAttempt,
    pub(in crate::daytona) journal: Arc<dyn CreateJournal>,
    pub(in crate::daytona) purpose: LabelledPurpose,
    pub(in crate::daytona) labels: OwnedLabels,
    /// Instead of what the settings say.
    pub(in crate::daytona) source: Option<CreationSource>,
    pub(in crate::daytona) expires_at: Option<Timestamp>,
}

/// What a sandbox starts from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::daytona) enum CreationSource {
    Snapshot(String),
    Image(String),
}

/// Makes a sandbox and waits until it runs.
///
/// # Errors
/// With what is left: nothing if the creation was refused, removed or left if something went
/// wrong behind it, unknown if its answer never came and nothing can be found.
pub(in crate::daytona) async fn create(
    access: &Access,
    creation: &Creation,
    deadline: Deadline,
) -> Result<SandboxView, AcquireFailure> {
    let body = body_of(access, creation);
    let view = match access.client.create(&body, deadline).await {
        Ok(view) => view,
        Err(error) if was_refused(&error) => return Err(error.error.into()),
        Err(error) => {
            let left = clear_up_uncertain(access, creation).await;
            return Err(AcquireFailure { error: error.error, left });
        }
    };
    let id = ProviderLeaseId::new(view.id.clone());
    if let Err(error) = creation.journal.observed(creation.attempt, &id).await {
        // What is not in the journal must not be touched: a reconciler finds it by its labels.
        let error = ProviderError::Refused { message: error.to_string() };
        return Err(AcquireFailure { error, left: CreatedTrace::Left(id) });
    }
    match wait_until_up(access, creation, view, deadline).await {
        Ok(view) => Ok(view),
        Err(error) => Err(remove_created(access, &id, error).await),
    }
}

async fn wait_until_up(
    access: &Access,
    creation: &Creation,
    view: SandboxView,
    deadline: Deadline,
) -> Result<SandboxView, ProviderError> {
    let mut view = if view.phase() == SandboxPhase::Started {
        view
    } else {
        // A sandbox that is being made is only waited for, whatever word it is described with.
        bring_up(&access.client, &view.id, SandboxPhase::Changing, access.core.pacing, deadline).await?
    };
    if let Some(expires_at) = creation.expires_at {
        let minutes = expires_at.since(access.core.clock.now()).as_secs() / 60;
        view = access.client.set_time_to_live(&view.id, minutes.max(1), deadline).await?;
    }
    Ok(view)
}

/// Removes a sandbox whose lease could not be opened, and says what is left.
///
/// Goes on if the caller is dropped.
pub(in crate::daytona) async fn remove_created(
    access: &Access,
    id: &ProviderLeaseId,
    error: ProviderError,
) -> AcquireFailure {
    let (ending, target) = (access.clone(), id.clone());
    let removal = access.core.tasks.spawn(async move {
        // Asked and looked at, as every other end: an answer that says yes is no removal yet.
        let removed = destroy(&ending, target.as_str(), Deadline::within(REMOVING)).await;
        if let Err(error) = &removed {
            tracing::warn!(sandbox.id = %target, "a sandbox could not be removed again: {error}");
        }
        removed.is_ok()
    });
    let is_removed = removal.await.unwrap_or(false);
    let left = if is_removed { CreatedTrace::Removed(id.clone()) } else { CreatedTrace::Left(id.clone()) };
    AcquireFailure { error, left }
}

/// Returns whether the service said no, so that nothing was made.
fn was_refused(error: &CallError) -> bool {
    let is_unreachable = matches!(error.error, ProviderError::Unreachable { .. });
    match error.status {
        // What something before the service answered, says nothing of what the service did.
        Some(status) => (400..500).contains(&status) && status != 408 && status != 409 && !is_unreachable,
        None => is_unreachable || matches!(error.error, ProviderError::Refused { .. }),
    }
}

/// Looks for a sandbox whose creation was not acknowledged, and removes it.
async fn clear_up_uncertain(access: &Access, creation: &Creation) -> CreatedTrace {
    let deadline = Deadline::within(SEEKING);
    let found = match find_created(access, creation.scope, creation.attempt, deadline).await {
        Ok(Some(found)) => found,
        // Not to be found right away proves nothing.
        Ok(None) => return CreatedTrace::Unknown,
        Err(error) => {
            tracing::warn!("a creation of unknown outcome could not be looked for: {error}");
            return CreatedTrace::Unknown;
        }
    };
    if creation.journal.observed(creation.attempt, &found.id).await.is_err() {
        return CreatedTrace::Left(found.id);
    }
    let failure = remove_created(access, &found.id, ProviderError::LeaseClosed).await;
    failure.left
}

fn body_of(access: &Access, creation: &Creation) -> CreateBody {
    let settings = &access.config.settings;
    let source = creation.source.clone().or_else(|| {
        let snapshot = settings.snapshot.clone().map(CreationSource::Snapshot);
        snapshot.or_else(|| settings.image.clone().map(CreationSource::Image))
    });
    let labels = labels_of(
        creation.scope,
        creation.attempt,
        creation.purpose,
        &creation.labels,
        settings.language.as_deref(),
    );
    let mut body = CreateBody {
        name: name_of(creation.attempt),
        labels,
        auto_stop_interval: settings.auto_stop_interval,
        auto_archive_interval: settings.auto_archive_interval,
        auto_delete_interval: settings.auto_delete_interval,
        target: settings.target.clone(),
        ..CreateBody::default()
    };
    match source {
        Some(CreationSource::Snapshot(snapshot)) => body.snapshot = Some(snapshot),
        Some(CreationSource::Image(image)) => {
            body.build_info = Some(BuildInfo::from_image(&image));
            (body.cpu, body.memory) = (settings.cpu, settings.memory);
            (body.disk, body.gpu) = (settings.disk, settings.gpu);
        }
        None => {}
    }
    body
}

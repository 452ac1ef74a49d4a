//! The place of a lease, as runs work in it.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use wireclip_ports::sandbox::{
    ExecuteOrder, Executed, LeasedPlace, ProviderError, Realized, RemotePath, RemoteProcess, SpawnOrder,
    SyncInOrder, SyncOutOrder, Synced,
};

use super::activation::Again;
use super::deadline::Deadline;
use super::handle::SandboxHandle;
use super::provider::Link;
use super::{execute, files, process};
use crate::handle_cache::Activity;

/// A leased sandbox.
pub(super) struct DaytonaPlace {
    link: Arc<Link>,
}

impl DaytonaPlace {
    /// Opens a lease in this process; what another process saw of it saves a request.
    pub(super) fn open(link: Link) -> Result<Self, ProviderError> {
        let observed = &link.lease.observed;
        let handle = SandboxHandle::from_observed(&link.lease.id, observed, &link.access.config);
        if let (Some(handle), Some(verified_at)) = (handle, observed.verified_at) {
            link.access.core.cache.seed_if_unknown(&link.key, handle, verified_at)?;
        }
        Ok(Self { link: Arc::new(link) })
    }
}

/// Does work inside a lease; broken off if the lease's teardown does not wait for it any longer.
pub(super) async fn unless_forced<T>(
    activity: &Activity<SandboxHandle>,
    work: impl Future<Output = Result<T, ProviderError>>,
) -> Result<T, ProviderError> {
    tokio::select! {
        outcome = work => outcome,
        () = activity.forced() => Err(ProviderError::LeaseClosed),
    }
}

#[async_trait]
impl LeasedPlace for DaytonaPlace {
    async fn realize(&self, wanted: Option<RemotePath>, limit: Duration) -> Result<Realized, ProviderError> {
        let (link, deadline) = (&self.link, Deadline::within(limit));
        let directory = files::confined(link, wanted.as_ref())?;
        let activity = link.enter(deadline).await?;
        let work =
            link.inside(&activity, deadline, Again::Harmless, |active| {
                let path = directory.as_str();
                async move {
                    link.access.client.create_folder(&active.handle.toolbox, path, "755", deadline).await
                }
            });
        unless_forced(&activity, async { Ok(work.await?) }).await?;
        Ok(Realized { directory })
    }

    async fn execute(&self, order: ExecuteOrder) -> Result<Executed, ProviderError> {
        execute::execute(&self.link, &order).await
    }

    async fn spawn(&self, order: SpawnOrder, limit: Duration) -> Result<RemoteProcess, ProviderError> {
        process::spawn(&self.link, &order, Deadline::within(limit)).await
    }

    async fn sync_in(&self, order: SyncInOrder, limit: Duration) -> Result<Synced, ProviderError> {
        let (link, deadline) = (&self.link, Deadline::within(limit));
        let activity = link.enter(deadline).await?;
        let synced = unless_forced(&activity, files::sync_in(link, &activity, &order, deadline)).await?;
        activity.succeeded();
        Ok(synced)
    }

    async fn sync_out(&self, order: SyncOutOrder, limit: Duration) -> Result<Synced, ProviderError> {
        let (link, deadline) = (&self.link, Deadline::within(limit));
        let activity = link.enter(deadline).await?;
        let synced = unless_forced(&activity, files::sync_out(link, &activity, &order, deadline)).await?;
        activity.succeeded();
        Ok(synced)
    }
}

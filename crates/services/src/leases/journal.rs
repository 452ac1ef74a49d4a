//! The journal of creates: written before a provider is asked to make something, and kept until it
//! is certain what came of it.

use std::sync::Arc;

use async_trait::async_trait;
use wireclip_domain::{OpaqueJson, RowId, RunId};
use wireclip_ports::sandbox::{
    CreateAttempt, CreateJournal, CreatedTrace, JournalError, LeaseScope, ProviderLeaseId,
};
use wireclip_store::Conn;
use wireclip_store::sandbox_creates::{self, SandboxCreate};

use super::limits::SETTLED_AFTER;
use crate::core::Core;
use crate::error::ServiceResult;

/// A sandbox that a provider is about to be asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Creation<'c> {
    /// Names the try.
    pub(crate) id: RowId,
    /// For whom.
    pub(crate) scope: LeaseScope,
    /// For which run, if for one.
    pub(crate) run_id: Option<RunId>,
    /// The provider's key.
    pub(crate) provider: &'c str,
    /// The settings, with secrets by reference.
    pub(crate) config: &'c OpaqueJson,
}

/// Writes down that a sandbox is about to be made. Nothing may be asked for before that is
/// committed.
pub(crate) async fn note_create(core: &Core, conn: &Conn<'_>, creation: Creation<'_>) -> ServiceResult<()> {
    let now = core.clock.now();
    let row = SandboxCreate {
        id: creation.id,
        company_id: creation.scope.company_id,
        environment_id: creation.scope.environment_id,
        run_id: creation.run_id,
        node_id: core.facts.node_id,
        provider: creation.provider.to_owned(),
        config: creation.config.clone(),
        provider_lease_id: None,
        failure_reason: None,
        attempts: 0,
        next_attempt_at: now.plus(SETTLED_AFTER),
        created_at: now,
        updated_at: now,
    };
    Ok(sandbox_creates::insert(conn, &row).await?)
}

/// Forgets a try of which nothing is left; leaves any other to whoever settles creates.
pub(crate) async fn settle_create(
    core: &Core,
    id: RowId,
    left: &CreatedTrace,
    reason: &str,
) -> ServiceResult<()> {
    let transaction = core.store.begin_write().await?;
    let conn = transaction.conn();
    match left {
        CreatedTrace::Nothing | CreatedTrace::Removed(_) => sandbox_creates::delete(&conn, id).await?,
        CreatedTrace::Left(_) | CreatedTrace::Unknown => {
            if let Some(before) = sandbox_creates::lock(&conn, id).await? {
                let mut after = before.clone();
                if let CreatedTrace::Left(lease) = left {
                    after.provider_lease_id = Some(lease.as_str().to_owned());
                }
                after.failure_reason = Some(reason.to_owned());
                after.next_attempt_at = core.clock.now();
                sandbox_creates::update(&conn, &before, &after).await?;
            }
        }
    }
    drop(conn);
    Ok(transaction.commit().await?)
}

/// Writes into the journal of creates what a provider made.
pub(crate) struct Journal {
    pub(crate) core: Arc<Core>,
}

#[async_trait]
impl CreateJournal for Journal {
    async fn observed(&self, attempt: CreateAttempt, id: &ProviderLeaseId) -> Result<(), JournalError> {
        let observed = async {
            let transaction = self.core.store.begin_write().await?;
            let conn = transaction.conn();
            if let Some(before) = sandbox_creates::lock(&conn, row_of(attempt)).await? {
                let after = SandboxCreate {
                    provider_lease_id: Some(id.as_str().to_owned()),
                    updated_at: self.core.clock.now(),
                    ..before.clone()
                };
                sandbox_creates::update(&conn, &before, &after).await?;
            }
            drop(conn);
            transaction.commit().await
        };
        observed.await.map_err(|error| JournalError(error.to_string()))
    }
}

/// Returns the name of a try in the journal.
pub(crate) fn row_of(attempt: CreateAttempt) -> RowId {
    attempt.to_string().parse().expect("an attempt is named by an id")
}

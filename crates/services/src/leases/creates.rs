//! Settling creates of which nobody knows what came: found by their labels, removed, forgotten.

use std::sync::Arc;
use std::time::Duration;

use wireclip_domain::retry::QuickThenLong;
use wireclip_domain::{RowId, RunId};
use wireclip_ports::sandbox::{
    Asked, Disposition, FindCreatedOrder, LeaseHold, LeaseScope, Observed, ProviderError, ProviderLeaseId,
    ReleaseOrder,
};
use wireclip_store::sandbox_creates::{self, SandboxCreate};

use super::Leases;
use super::limits::{CREATE_CLAIMED_FOR, FIND_LIMIT, REMOVE_LIMIT, SHOWN_AFTER};
use crate::core::Wanted;
use crate::error::{ServiceError, ServiceResult};

/// After a failure the provider is asked again so soon.
const PAUSES: QuickThenLong =
    QuickThenLong { quick: Duration::from_secs(60), times: 15, long: Duration::from_secs(60 * 60) };

/// What a provider said of a create.
enum Fate {
    /// Nothing is left of it.
    Settled,
    /// It does not show; it may yet.
    NotSeen,
}

impl Leases {
    /// Lists the creates that somebody has to settle, the longest waiting first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn creates_due(&self, limit: u32) -> ServiceResult<Vec<RowId>> {
        let now = self.core.clock.now();
        let due = sandbox_creates::due(&self.core.store.read(), now, u64::from(limit)).await?;
        Ok(due.into_iter().map(|create| create.id).collect())
    }

    /// Has what was being made for a run settled at once: it is stopped, and waits for nothing any
    /// more.
    ///
    /// # Errors
    /// If the database fails; it is settled when its time has come then.
    pub async fn give_up_creates_of(&self, run_id: RunId) -> ServiceResult<()> {
        let transaction = self.core.store.begin_write().await?;
        let given_up = sandbox_creates::give_up(&transaction.conn(), run_id, self.core.clock.now()).await?;
        transaction.commit().await?;
        if given_up > 0 {
            self.core.nudge.nudge(Wanted::PLACES);
        }
        Ok(())
    }

    /// Finds out what came of a create and removes it. Returns whether it is settled.
    ///
    /// # Errors
    /// If the database fails. It is due again later then.
    pub async fn settle_due_create(&self, id: RowId) -> ServiceResult<bool> {
        let Some(create) = self.claim_create(id).await? else { return Ok(false) };
        let fate = self.find_fate(&create).await;
        let transaction = self.core.store.begin_write().await?;
        let conn = transaction.conn();
        let Some(before) = sandbox_creates::lock(&conn, id).await? else { return Ok(true) };
        let now = self.core.clock.now();
        let proves = now.since(create.created_at) >= SHOWN_AFTER;
        let is_settled = match fate {
            Ok(Fate::Settled) => true,
            Ok(Fate::NotSeen) => proves,
            Err(_) => false,
        };
        if is_settled {
            sandbox_creates::delete(&conn, id).await?;
        } else {
            let mut after = before.clone();
            after.attempts += 1;
            after.next_attempt_at = now.plus(PAUSES.after(after.attempts.unsigned_abs()));
            if let Err(error) = fate {
                after.failure_reason = Some(error.to_string());
            }
            after.updated_at = now;
            sandbox_creates::update(&conn, &before, &after).await?;
        }
        drop(conn);
        transaction.commit().await?;
        Ok(is_settled)
    }

    async fn claim_create(&self, id: RowId) -> ServiceResult<Option<SandboxCreate>> {
        let transaction = self.core.store.begin_write().await?;
        let conn = transaction.conn();
        let now = self.core.clock.now();
        let found = sandbox_creates::lock(&conn, id).await?;
        let Some(before) = found.filter(|create| create.next_attempt_at <= now) else { return Ok(None) };
        let after = SandboxCreate { next_attempt_at: now.plus(CREATE_CLAIMED_FOR), ..before.clone() };
        sandbox_creates::update(&conn, &before, &after).await?;
        drop(conn);
        transaction.commit().await?;
        Ok(Some(after))
    }

    async fn find_fate(&self, create: &SandboxCreate) -> ServiceResult<Fate> {
        let provider = self.provider(&create.provider)?;
        let spec = Arc::new(self.resolved(provider.as_ref(), &create.config).await?);
        let asked = Asked::of(provider.as_ref(), &spec);
        let told = |to: &'static str| {
            let asked = &asked;
            move |error: ProviderError| ServiceError::unprocessable(asked.failed(to, &error))
        };
        let scope = LeaseScope { company_id: create.company_id, environment_id: create.environment_id };
        let known = create.provider_lease_id.as_deref().map(ProviderLeaseId::new);
        let id = match known {
            Some(id) => id,
            None => {
                let attempt = create.id.to_string().parse();
                let attempt = attempt.map_err(|error| ServiceError::internal("name a create", error))?;
                let order = FindCreatedOrder { scope, spec: Arc::clone(&spec), attempt };
                let found = provider.find_created(order, FIND_LIMIT).await;
                match found.map_err(told("look for what was made"))? {
                    Some(found) => found.id,
                    None => return Ok(Fate::NotSeen),
                }
            }
        };
        let hold = LeaseHold { scope, id, spec, observed: Observed::default() };
        let order = ReleaseOrder { lease: hold, disposition: Disposition::Destroy, drain: Duration::ZERO };
        provider.release(order, REMOVE_LIMIT).await.map_err(told("remove what was made"))?;
        Ok(Fate::Settled)
    }
}

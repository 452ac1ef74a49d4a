//! Removing a company with everything in it.
//!
//! A program that still runs would outlive its rows, so the company is put away first and what
//! runs is stopped; only when the last exit was seen does the company go.

use std::time::Duration;

use wireclip_domain::OpaqueJson;
use wireclip_domain::company::CompanyStatus;
use wireclip_store::companies::{self, Company};
use wireclip_store::runs;

use super::status::{move_company, stop};
use super::{Companies, not_found};
use crate::change::Committed;
use crate::error::{Refusal, RefusalKind, ServiceResult};
use crate::request::Scoped;

/// How long a removal waits for programs to end.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often it looks.
const PAUSE: Duration = Duration::from_millis(100);

impl Companies {
    /// Removes a company and everything in it, once the last of its programs has ended.
    ///
    /// # Errors
    /// `NotFound` if it went meanwhile; `Conflict` if a program does not end within half a
    /// minute: the company is archived then, and can be removed later.
    pub async fn delete(&self, company: &Scoped<Company>) -> ServiceResult<Committed<()>> {
        self.put_away(company).await?;
        self.see_the_last_exit(company).await?;
        self.remove(company).await
    }

    /// Closes the gate and stops what runs, in one change.
    async fn put_away(&self, company: &Scoped<Company>) -> ServiceResult<()> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let before = companies::lock(&change.conn(), company.id).await?.ok_or_else(not_found)?;
        let mut after = before.clone();
        move_company(&mut change, &mut after, CompanyStatus::Archived).await?;
        stop(&mut change, company.id, "The company is being deleted").await?;
        companies::update(&change.conn(), &before, &after).await?;
        change.commit(()).await?.into_inner();
        Ok(())
    }

    async fn see_the_last_exit(&self, company: &Scoped<Company>) -> ServiceResult<()> {
        let give_up_at = self.core.clock.now().plus(PATIENCE);
        loop {
            let running = runs::ids_of_live(&self.core.store.read(), company.id).await?;
            if running.is_empty() {
                return Ok(());
            }
            if self.core.clock.now() >= give_up_at {
                let mut details = OpaqueJson::object();
                details.set("runIds", &running);
                return Err(Refusal::new(
                    RefusalKind::Conflict,
                    "Some runs of the company have not ended yet",
                )
                .with_code("runs_still_stopping")
                .with_details(details)
                .into());
            }
            self.core.clock.sleep(PAUSE).await;
        }
    }

    /// Removes the rows, then the files; nothing runs.
    async fn remove(&self, company: &Scoped<Company>) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        companies::lock(&change.conn(), company.id).await?.ok_or_else(not_found)?;
        companies::delete(&change.conn(), company.id).await?;
        change.wake_engine();
        let removed = change.commit(()).await?;
        if let Err(error) = self.core.hosts.remove_logs(company.id).await {
            tracing::warn!(
                company.id = %company.id,
                error = &error as &dyn std::error::Error,
                "the logs of a removed company are still there"
            );
        }
        Ok(removed)
    }
}

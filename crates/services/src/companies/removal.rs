//! Removing a company with everything in it.
//!
//! A program that still runs would outlive its rows, so the company is put away first and what
//! runs is stopped; only when the last exit was seen does the company go.

use std::sync::Arc;

use serde::Serialize;
use wireclip_domain::company::CompanyStatus;
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson};
use wireclip_store::assets::Going;
use wireclip_store::companies::{self, Company};
use wireclip_store::{Conn, PageLimit, environments, runs};

use super::status::{move_company, stop};
use super::{Companies, not_found};
use crate::assets;
use crate::change::Committed;
use crate::core::Wanted;
use crate::error::{Refusal, RefusalKind, ServiceResult};
use crate::leases::Leases;
use crate::request::Scoped;
use crate::stops::require_all_ended;

impl Companies {
    /// Removes a company and everything in it, once the last of its programs has ended.
    ///
    /// # Errors
    /// `NotFound` if it went meanwhile; `Conflict` if a program does not end in time, or a provider
    /// does not confirm that a sandbox is gone: the company is archived then, and can be removed
    /// later. `Conflict`, and nothing happens, while an environment needs a secret of the company:
    /// environments are everybody's, and would be lost with it.
    pub async fn delete(&self, company: &Scoped<Company>) -> ServiceResult<Committed<()>> {
        self.put_away(company).await?;
        self.clear_places(company).await?;
        self.remove(company).await
    }

    /// Has providers remove what the company has there: without its rows nobody would know of it.
    async fn clear_places(&self, company: &Scoped<Company>) -> ServiceResult<()> {
        let left = Leases::new(Arc::clone(&self.core)).destroy_all_of(company.id).await?;
        if left.is_empty() {
            return Ok(());
        }
        let mut details = OpaqueJson::object();
        details.set("providerLeaseIds", &left);
        let message = "Some sandboxes of the company could not be removed yet";
        let refusal = Refusal::new(RefusalKind::Conflict, message);
        Err(refusal.with_code("pending_sandbox_cleanup").with_details(details).into())
    }

    /// Closes the gate and stops what runs, in one change; then waits for the last exit.
    async fn put_away(&self, company: &Scoped<Company>) -> ServiceResult<()> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        let before = companies::lock(&change.conn(), company.id).await?.ok_or_else(not_found)?;
        require_no_environment(&change.conn(), company.id).await?;
        let mut after = before.clone();
        move_company(&mut change, &mut after, CompanyStatus::Archived).await?;
        stop(&mut change, company.id, "The company is being deleted").await?;
        companies::update(&change.conn(), &before, &after).await?;
        change.commit_and_see_ends().await?.into_inner();
        Ok(())
    }

    /// Removes the rows, then the files, if nothing runs.
    async fn remove(&self, company: &Scoped<Company>) -> ServiceResult<Committed<()>> {
        let mut change = self.core.begin_in(company.id, company.request()).await?;
        companies::lock(&change.conn(), company.id).await?.ok_or_else(not_found)?;
        // One may have been made while the last programs were waited for.
        require_no_environment(&change.conn(), company.id).await?;
        require_all_ended(&runs::ids_of_live(&change.conn(), company.id).await?)?;
        assets::remove(&mut change, Going::OfCompany(company.id)).await?;
        companies::delete(&change.conn(), company.id).await?;
        change.wake_engine(Wanted::STARTS);
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

/// Goes on only if no environment's settings name a secret of the company.
async fn require_no_environment(conn: &Conn<'_>, company_id: CompanyId) -> ServiceResult<()> {
    #[derive(Serialize)]
    struct Named {
        id: EnvironmentId,
        name: String,
    }
    let named = environments::with_secrets_of(conn, company_id, PageLimit::MAX).await?;
    if named.is_empty() {
        return Ok(());
    }
    let named: Vec<_> = named.into_iter().map(|it| Named { id: it.id, name: it.name }).collect();
    let mut details = OpaqueJson::object();
    details.set("environments", &named);
    let message = "Environments need secrets of the company: delete them, or give them others, first";
    let refusal = Refusal::new(RefusalKind::Conflict, message);
    Err(refusal.with_code("secrets_in_use").with_details(details).into())
}

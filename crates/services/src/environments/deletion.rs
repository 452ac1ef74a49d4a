//! Deleting an environment, and what that would do.

use std::sync::Arc;

use wireclip_domain::activity::Action;
use wireclip_domain::environment::{
    Chooser, DeleteBlockedReason, DeleteFacts, EnvironmentDriver, EnvironmentRefused, delete_blocked_reasons,
};
use wireclip_domain::lease::LeaseStatus;
use wireclip_domain::secret::SecretTarget;
use wireclip_domain::{EnvironmentId, ExecutionWorkspaceId, IssueId, LeaseId};
use wireclip_store::environment_leases::{self, EnvironmentLease};
use wireclip_store::environments::{self, Environment, Selections};
use wireclip_store::issues::{self, Issue};
use wireclip_store::{Conn, company_secrets, custom_image_sessions, sandbox_creates};

use super::writing::{bound_to, remove_stale};
use super::{Environments, not_found, require_admin, row_id, told};
use crate::change::Committed;
use crate::custom_images;
use crate::error::{ServiceError, ServiceResult};
use crate::leases::Leases;
use crate::request::Scoped;

/// What deleting an environment would do, and what stands in the way.
#[derive(Debug, Clone)]
pub struct BlastRadius {
    /// The environment.
    pub environment_id: EnvironmentId,
    /// What stands in the way.
    pub blocked_by: Vec<DeleteBlockedReason>,
    /// Whether it is this machine.
    pub is_managed_local: bool,
    /// Whether whatever chooses none runs there.
    pub is_instance_default: bool,
    /// How much chooses it.
    pub selections: Selections,
    /// What of that may have runs.
    pub selected_by: Vec<Chooser>,
    /// How many secrets are bound to it.
    pub secret_bindings: usize,
    /// How many leases of it are held.
    pub active_leases: u64,
    /// How many people set a sandbox of it up.
    pub open_sessions: u64,
    /// How many sandboxes of it could not be removed yet.
    pub pending_cleanups: u64,
    /// The sandboxes of it that wait to be used again.
    pub reusable: Vec<LeaseHolder>,
}

/// For what a sandbox waits.
#[derive(Debug, Clone)]
pub struct LeaseHolder {
    /// The lease.
    pub lease_id: LeaseId,
    /// The workspace.
    pub execution_workspace_id: Option<ExecutionWorkspaceId>,
    /// The issue.
    pub issue_id: Option<IssueId>,
    /// The issue's identifier.
    pub issue_identifier: Option<String>,
    /// The issue's title.
    pub issue_title: Option<String>,
}

/// An environment that is gone.
#[derive(Debug, Clone)]
pub struct RemovedEnvironment {
    /// The environment as it was.
    pub environment: Environment,
    /// How many sandboxes that waited to be used again were removed with it.
    pub destroyed_leases: u64,
}

impl Environments {
    /// Says what deleting an environment would do.
    ///
    /// # Errors
    /// `Forbidden` for whoever does not look after the instance.
    pub async fn blast_radius(&self, environment: &Scoped<Environment>) -> ServiceResult<BlastRadius> {
        require_admin(environment.request())?;
        radius(&self.core.store.read(), environment).await
    }

    /// Deletes an environment. The secrets that came to be by pasting a value into its settings go
    /// with it. With consent the sandboxes that wait to be used again are removed first, if nothing
    /// else stands in the way.
    ///
    /// Nothing that chooses it is given another place to run: what may have runs stands in the way.
    /// A closed issue, an archived project and a terminated agent keep their choice; should they
    /// come back, their runs are refused.
    ///
    /// # Errors
    /// `Conflict`, with the reasons, if something stands in the way.
    pub async fn delete(
        &self,
        environment: &Scoped<Environment>,
        destroys_waiting: bool,
    ) -> ServiceResult<Committed<RemovedEnvironment>> {
        require_admin(environment.request())?;
        let only_waiting = [DeleteBlockedReason::ReusableSandboxLease];
        let blocked_by = radius(&self.core.store.read(), environment).await?.blocked_by;
        let destroyed = if destroys_waiting && blocked_by == only_waiting {
            Leases::new(Arc::clone(&self.core)).destroy_waiting(environment.id).await?
        } else {
            0
        };
        let mut change = self.core.begin(environment.request()).await?;
        let held = told::hold_companies(&change).await?;
        let gone = environments::lock(&change.conn(), environment.id).await?.ok_or_else(not_found)?;
        let BlastRadius { blocked_by: reasons, selected_by, .. } = radius(&change.conn(), &gone).await?;
        if !reasons.is_empty() {
            let refused = EnvironmentRefused::DeleteBlocked { reasons, selected_by, destroyed };
            return Err(ServiceError::refused(&refused));
        }
        let bindings = bound_to(&change, gone.id).await?;
        custom_images::end_all_of(&mut change, gone.id).await?;
        custom_images::forget_all_of(&mut change, gone.id).await?;
        company_secrets::unbind_all(&change.conn(), SecretTarget::Environment, row_id(gone.id)).await?;
        remove_stale(&change, &gone, &bindings, &[]).await?;
        environments::delete(&change.conn(), gone.id).await?;
        let mut details = told::facts(&gone);
        details.set("destroyedReusableSandboxLeaseCount", &destroyed);
        told::everywhere(&mut change, &held, &Action::EnvironmentDeleted, &details, gone.id);
        let environment = self.view(environment.request(), gone);
        change.commit(RemovedEnvironment { environment, destroyed_leases: destroyed }).await
    }
}

async fn radius(conn: &Conn<'_>, environment: &Environment) -> ServiceResult<BlastRadius> {
    let id = environment.id;
    let is_managed_local = environment.driver == EnvironmentDriver::Local;
    let default = environments::default_of_instance(conn).await?;
    let is_instance_default = default.map_or(is_managed_local, |default| default == id);
    let reusable = environment_leases::reusable_of_environment(conn, id).await?;
    let stranded = environment_leases::count_of_environment(conn, id, LeaseStatus::PendingCleanup).await?;
    // A sandbox of which we do not know yet whether it came to be may be left as well.
    let is_unsettled = sandbox_creates::any_of_environment(conn, id).await?;
    let selected_by = environments::choosers(conn, id).await?;
    let facts = DeleteFacts {
        is_managed_local,
        is_instance_default,
        reusable_leases: reusable.len() as u64,
        pending_cleanups: stranded + u64::from(is_unsettled),
        is_selected: !selected_by.is_empty(),
    };
    let bindings = company_secrets::bound_to(conn, SecretTarget::Environment, row_id(id)).await?;
    Ok(BlastRadius {
        environment_id: id,
        blocked_by: delete_blocked_reasons(facts),
        is_managed_local,
        is_instance_default,
        selections: environments::selections(conn, id).await?,
        selected_by,
        secret_bindings: bindings.len(),
        active_leases: environment_leases::count_of_environment(conn, id, LeaseStatus::Active).await?,
        open_sessions: custom_image_sessions::count_open(conn, id).await?,
        pending_cleanups: stranded,
        reusable: holders(conn, reusable).await?,
    })
}

async fn holders(conn: &Conn<'_>, leases: Vec<EnvironmentLease>) -> ServiceResult<Vec<LeaseHolder>> {
    let ids: Vec<IssueId> = leases.iter().filter_map(|lease| lease.issue_id).collect();
    let about = issues::get_many(conn, &ids).await?;
    let holder = |lease: EnvironmentLease| {
        let issue = about.iter().find(|issue| Some(issue.id) == lease.issue_id);
        LeaseHolder {
            lease_id: lease.id,
            execution_workspace_id: lease.execution_workspace_id,
            issue_id: lease.issue_id,
            issue_identifier: issue.map(|issue: &Issue| issue.identifier.clone()),
            issue_title: issue.map(|issue| issue.title.clone()),
        }
    };
    Ok(leases.into_iter().map(holder).collect())
}

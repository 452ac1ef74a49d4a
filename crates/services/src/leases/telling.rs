//! What the activity log tells of leases.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::environment::EnvironmentDriver;
use wireclip_domain::wakeup::ActorType;
use wireclip_ports::sandbox::SSH_PROVIDER;
use wireclip_store::environment_leases::EnvironmentLease;
use wireclip_store::{Scope, runs};

use crate::change::{ActivityRecord, Change};
use crate::error::ServiceResult;

/// Tells that a company holds a place.
pub(super) async fn acquired(change: &mut Change<'_>, lease: &EnvironmentLease) -> ServiceResult<()> {
    tell(change, lease, Action::EnvironmentLeaseAcquired, facts(lease)).await
}

/// Tells that it holds it no more.
pub(super) async fn released(change: &mut Change<'_>, lease: &EnvironmentLease) -> ServiceResult<()> {
    let mut details = facts(lease);
    details.set("status", &lease.status);
    details.set("cleanupStatus", &lease.cleanup_status);
    details.set("failureReason", &lease.failure_reason);
    tell(change, lease, Action::EnvironmentLeaseReleased, details).await
}

/// Tells that a person lets a place go, with what is in it.
pub(super) fn let_go(change: &mut Change<'_>, lease: &EnvironmentLease) {
    let record = ActivityRecord::about(
        EntityType::EnvironmentLease,
        lease.id,
        Action::EnvironmentLeaseLetGo,
        facts(lease),
    );
    change.record(lease.company_id, record);
}

fn facts(lease: &EnvironmentLease) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("environmentId", &lease.environment_id);
    let is_machine = lease.provider.as_deref() == Some(SSH_PROVIDER);
    let driver = if is_machine { EnvironmentDriver::Ssh } else { EnvironmentDriver::Sandbox };
    details.set("driver", &driver);
    details.set("leasePolicy", &lease.policy);
    details.set("provider", &lease.provider);
    details.set("executionWorkspaceId", &lease.execution_workspace_id);
    details.set("issueId", &lease.issue_id);
    details
}

/// Books it on the agent that had the lease last, in its run and for whoever that answers to; on
/// the system if the run is gone.
async fn tell(
    change: &mut Change<'_>,
    lease: &EnvironmentLease,
    action: Action,
    details: OpaqueJson,
) -> ServiceResult<()> {
    let run = match lease.run_id {
        Some(run_id) => runs::get(&change.conn(), &Scope::company(lease.company_id), run_id).await?,
        None => None,
    };
    let actor = match run {
        Some(run) => Actor {
            kind: ActorType::Agent,
            id: run.agent_id.to_string(),
            agent_id: Some(run.agent_id),
            run_id: Some(run.id),
            named_run: None,
            responsible_user_id: run.responsible_user_id,
        },
        None => Actor::system(super::LEASES),
    };
    let record = ActivityRecord::about(EntityType::EnvironmentLease, lease.id, action, details);
    change.record_as(lease.company_id, actor, record);
    Ok(())
}

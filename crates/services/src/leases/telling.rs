//! What the activity log tells of leases.

use wireclip_domain::OpaqueJson;
use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::caller::Actor;
use wireclip_domain::environment::EnvironmentDriver;
use wireclip_domain::wakeup::ActorType;
use wireclip_store::environment_leases::EnvironmentLease;

use crate::change::{ActivityRecord, Change};

/// Tells that a company holds a place.
pub(super) fn acquired(change: &mut Change<'_>, lease: &EnvironmentLease) {
    tell(change, lease, Action::EnvironmentLeaseAcquired, facts(lease));
}

/// Tells that it holds it no more.
pub(super) fn released(change: &mut Change<'_>, lease: &EnvironmentLease) {
    let mut details = facts(lease);
    details.set("status", &lease.status);
    details.set("cleanupStatus", &lease.cleanup_status);
    details.set("failureReason", &lease.failure_reason);
    tell(change, lease, Action::EnvironmentLeaseReleased, details);
}

fn facts(lease: &EnvironmentLease) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("environmentId", &lease.environment_id);
    details.set("driver", &EnvironmentDriver::Sandbox);
    details.set("leasePolicy", &lease.policy);
    details.set("provider", &lease.provider);
    details.set("executionWorkspaceId", &lease.execution_workspace_id);
    details.set("issueId", &lease.issue_id);
    details
}

fn tell(change: &mut Change<'_>, lease: &EnvironmentLease, action: Action, details: OpaqueJson) {
    let actor = match lease.agent_id {
        Some(agent_id) => Actor {
            kind: ActorType::Agent,
            id: agent_id.to_string(),
            agent_id: Some(agent_id),
            run_id: lease.run_id,
            responsible_user_id: None,
        },
        None => Actor::system(super::LEASES),
    };
    let record = ActivityRecord {
        action,
        entity_type: EntityType::EnvironmentLease,
        entity_id: lease.id.to_string(),
        details: Some(details),
    };
    change.record_as(lease.company_id, actor, record);
}

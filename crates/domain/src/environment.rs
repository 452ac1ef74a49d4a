//! An environment: a named description of a place where agents' programs run.
//!
//! Environments belong to the instance and not to a company; what a company holds of one is a
//! [lease](crate::lease).

mod selection;

pub use selection::{EnvironmentChoices, select};

use crate::words;

words! {
    /// The kind of place.
    pub enum EnvironmentDriver("environment driver") {
        /// The server's own machine.
        Local = "local",
        /// Another machine, by SSH.
        Ssh = "ssh",
        /// A sandbox that a provider makes for each lease.
        Sandbox = "sandbox",
        /// A place that a plugin describes.
        Plugin = "plugin",
    }
}

words! {
    /// Whether an environment may be used.
    pub enum EnvironmentStatus("environment status") {
        Active = "active",
        Archived = "archived",
    }
}

words! {
    /// Why an environment cannot be deleted.
    pub enum DeleteBlockedReason("delete blocked reason") {
        /// It is the one local environment.
        ManagedLocal = "managed_local",
        /// Whatever chooses none runs there.
        InstanceDefault = "instance_default",
        /// A sandbox is left of it that waits to be used again.
        ReusableSandboxLease = "reusable_sandbox_lease",
        /// A sandbox is left of it that could not be removed yet.
        PendingSandboxCleanup = "pending_sandbox_cleanup",
    }
}

words! {
    /// What an environment failed at, as the error code of a run.
    pub enum EnvironmentErrorCode("environment error code") {
        NotFound = "environment_not_found",
        Inactive = "environment_inactive",
        Unsupported = "unsupported_environment",
        LeaseAcquireFailed = "lease_acquire_failed",
        TransportResolutionFailed = "transport_resolution_failed",
        UnsupportedAdapter = "unsupported_adapter_environment",
        WorkspaceRealizationFailed = "workspace_realization_failed",
        ProbeFailed = "probe_failed",
        LeaseReleaseFailed = "lease_release_failed",
        LeaseCleanupFailed = "lease_cleanup_failed",
    }
}

/// What stands in the way of deleting an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeleteFacts {
    /// Whether it is the local one.
    pub is_managed_local: bool,
    /// Whether it is the instance's default.
    pub is_instance_default: bool,
    /// How many sandboxes of it wait to be used again.
    pub reusable_leases: u64,
    /// How many sandboxes of it could not be removed yet.
    pub pending_cleanups: u64,
}

/// Returns every reason why an environment cannot be deleted, in the order of the wire.
#[must_use]
pub fn delete_blocked_reasons(facts: DeleteFacts) -> Vec<DeleteBlockedReason> {
    use DeleteBlockedReason as R;
    [
        (facts.is_managed_local, R::ManagedLocal),
        (facts.is_instance_default, R::InstanceDefault),
        (facts.reusable_leases > 0, R::ReusableSandboxLease),
        (facts.pending_cleanups > 0, R::PendingSandboxCleanup),
    ]
    .into_iter()
    .filter_map(|(applies, reason)| applies.then_some(reason))
    .collect()
}

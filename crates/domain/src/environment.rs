//! An environment: a named description of a place where agents' programs run.
//!
//! Environments belong to the instance and not to a company; what a company holds of one is a
//! [lease](crate::lease).

pub mod config;
mod secret_names;
mod selection;

pub use secret_names::{is_name_of_pasted_secret, name_of_pasted_secret};
pub use selection::{CHOICE, Choice, EnvironmentChoices, UnreadableChoice, choice_in, select, with_choice};

use serde::Serialize;

use crate::refusal::{Refusal, RefusalKind};
use crate::{CompanyId, OpaqueJson, RowId, words};

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
        /// Agents, projects or issues choose it: their runs would have nowhere to go.
        Selected = "selected",
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
    /// Whether something that may have runs chooses it.
    pub is_selected: bool,
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
        (facts.is_selected, R::Selected),
    ]
    .into_iter()
    .filter_map(|(applies, reason)| applies.then_some(reason))
    .collect()
}

/// Keys of an environment's metadata that say who keeps it; only the server sets them.
pub const PLATFORM_MARKERS: &[&str] = &["managedByPaperclip", "managedKubernetesSandbox"];

/// Why an environment cannot be, become or go as wished.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvironmentRefused {
    /// There is one local environment, and there is one already.
    #[error("A local environment already exists for this instance.")]
    SecondLocal,
    /// The local environment is this machine, and stays that.
    #[error("The local environment cannot become one of another kind")]
    LocalStays,
    /// Another has the name.
    #[error("An environment named \"{name}\" already exists")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// A marker of the server's own is to be set.
    #[error("the metadata key '{key}' is set by the server")]
    MarkerReserved {
        /// The key.
        key: &'static str,
    },
    /// A sandbox is left that can only be reached with the settings as they are.
    #[error("a sandbox of this environment could not be removed yet, and its settings are needed for that")]
    PendingCleanup,
    /// It cannot be removed as things stand.
    #[error("the environment cannot be deleted: {}{}", words_of(reasons), told(selected_by))]
    DeleteBlocked {
        /// Why, in the order of the wire.
        reasons: Vec<DeleteBlockedReason>,
        /// What chooses it, if that is a reason.
        selected_by: Vec<Chooser>,
        /// How many sandboxes were removed for it all the same.
        destroyed: u64,
    },
    /// A choice names one that is not there.
    #[error("Environment not found.")]
    NoSuchChoice,
    /// A choice is none that anybody can read.
    #[error(transparent)]
    Unreadable(#[from] UnreadableChoice),
    /// An agent would choose where runs execute.
    #[error("where runs execute is chosen by people, and not by agents")]
    PeoplesChoice,
}

/// Something that chooses an environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Chooser {
    /// `agent`, `project` or `issue`.
    #[serde(rename = "type")]
    pub kind: ChooserKind,
    /// Its id.
    pub id: RowId,
    /// What people call it: its name, or an issue's identifier and title.
    pub name: String,
    /// Whose it is.
    pub company_id: CompanyId,
}

words! {
    /// What may choose an environment.
    pub enum ChooserKind("chooser of environments") {
        Agent = "agent",
        Project = "project",
        Issue = "issue",
    }
}

/// So many of those that choose an environment are told in a message.
const TOLD: usize = 5;

fn told(choosers: &[Chooser]) -> String {
    if choosers.is_empty() {
        return String::new();
    }
    let named = choosers.iter().take(TOLD).map(|chooser| format!("the {} {}", chooser.kind, chooser.name));
    let named = named.collect::<Vec<_>>().join(", ");
    let more = if choosers.len() > TOLD { " and others" } else { "" };
    format!(" (chosen by {named}{more}; let them choose another, or archive the environment)")
}

fn words_of(reasons: &[DeleteBlockedReason]) -> String {
    reasons.iter().map(|reason| reason.as_str()).collect::<Vec<_>>().join(", ")
}

impl Refusal for EnvironmentRefused {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::SecondLocal
            | Self::NameTaken { .. }
            | Self::PendingCleanup
            | Self::DeleteBlocked { .. } => RefusalKind::Conflict,
            Self::LocalStays | Self::MarkerReserved { .. } | Self::NoSuchChoice | Self::Unreadable(_) => {
                RefusalKind::Unprocessable
            }
            Self::PeoplesChoice => RefusalKind::Forbidden,
        }
    }

    fn code(&self) -> Option<&'static str> {
        match self {
            Self::MarkerReserved { .. } => Some("environment_platform_marker_reserved"),
            Self::PendingCleanup => Some("environment_pending_sandbox_cleanup"),
            _ => None,
        }
    }

    fn details(&self) -> Option<OpaqueJson> {
        let Self::DeleteBlocked { reasons, selected_by, destroyed } = self else { return None };
        let mut details = OpaqueJson::object();
        details.set("deleteBlockedReasons", reasons);
        if !selected_by.is_empty() {
            details.set("selectedBy", selected_by);
        }
        if *destroyed > 0 {
            details.set("destroyedReusableSandboxLeaseCount", destroyed);
        }
        Some(details)
    }
}

/// Checks the metadata that a client sends: what it says of the server's markers must be what is
/// stored.
///
/// # Errors
/// If a marker would change.
pub fn check_markers(sent: &OpaqueJson, stored: Option<&OpaqueJson>) -> Result<(), EnvironmentRefused> {
    for &key in PLATFORM_MARKERS {
        let sent = sent.get(key).filter(|value| !value.is_null());
        if sent.is_some() && sent != stored.and_then(|stored| stored.get(key)) {
            return Err(EnvironmentRefused::MarkerReserved { key });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_is_not_set_from_outside_and_may_be_sent_back() {
        let mut marked = OpaqueJson::object();
        marked.set("managedByPaperclip", &true);
        assert!(check_markers(&marked, None).is_err());
        assert_eq!(check_markers(&marked, Some(&marked)), Ok(()));
        assert_eq!(check_markers(&OpaqueJson::object(), Some(&marked)), Ok(()));
    }

    #[test]
    fn what_blocks_a_removal_is_named_in_the_order_of_the_wire() {
        let facts = DeleteFacts {
            is_managed_local: true,
            is_instance_default: true,
            reusable_leases: 0,
            pending_cleanups: 1,
            is_selected: true,
        };
        use DeleteBlockedReason as R;
        assert_eq!(
            delete_blocked_reasons(facts),
            [R::ManagedLocal, R::InstanceDefault, R::PendingSandboxCleanup, R::Selected]
        );
    }
}

//! The words for what a sandbox is doing and for what it is meant to become.

use serde::Serialize;

/// What a sandbox is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the service's own words, each of which says it all")]
pub enum SandboxState {
    Creating,
    Restoring,
    Destroyed,
    Destroying,
    Started,
    Stopped,
    Starting,
    Stopping,
    Error,
    BuildFailed,
    PendingBuild,
    BuildingSnapshot,
    Unknown,
    PullingSnapshot,
    Archived,
    Archiving,
    Resizing,
    Snapshotting,
    Forking,
    Pausing,
    Paused,
    Resuming,
}

impl SandboxState {
    /// Every state, in the order of the service's description.
    pub const ALL: [Self; 22] = [
        Self::Creating,
        Self::Restoring,
        Self::Destroyed,
        Self::Destroying,
        Self::Started,
        Self::Stopped,
        Self::Starting,
        Self::Stopping,
        Self::Error,
        Self::BuildFailed,
        Self::PendingBuild,
        Self::BuildingSnapshot,
        Self::Unknown,
        Self::PullingSnapshot,
        Self::Archived,
        Self::Archiving,
        Self::Resizing,
        Self::Snapshotting,
        Self::Forking,
        Self::Pausing,
        Self::Paused,
        Self::Resuming,
    ];

    /// Returns the word of the wire.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Creating => "creating",
            Self::Restoring => "restoring",
            Self::Destroyed => "destroyed",
            Self::Destroying => "destroying",
            Self::Started => "started",
            Self::Stopped => "stopped",
            Self::Starting => "starting",
            Self::Stopping => "stopping",
            Self::Error => "error",
            Self::BuildFailed => "build_failed",
            Self::PendingBuild => "pending_build",
            Self::BuildingSnapshot => "building_snapshot",
            Self::Unknown => "unknown",
            Self::PullingSnapshot => "pulling_snapshot",
            Self::Archived => "archived",
            Self::Archiving => "archiving",
            Self::Resizing => "resizing",
            Self::Snapshotting => "snapshotting",
            Self::Forking => "forking",
            Self::Pausing => "pausing",
            Self::Paused => "paused",
            Self::Resuming => "resuming",
        }
    }

    /// Whether it failed for good, or until somebody recovers it.
    #[must_use]
    pub fn is_errored(self) -> bool {
        matches!(self, Self::Error | Self::BuildFailed)
    }

    /// Whether commands run in it: a snapshot is taken of a living sandbox.
    pub(crate) fn has_processes(self) -> bool {
        matches!(self, Self::Started | Self::Snapshotting | Self::Resizing | Self::Pausing | Self::Paused)
    }
}

/// What a sandbox is meant to become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the service's own words, each of which says it all")]
pub enum DesiredState {
    Destroyed,
    Started,
    Stopped,
    Resized,
    Archived,
    Paused,
}

impl DesiredState {
    /// Returns the state in which this wish is fulfilled.
    #[must_use]
    pub fn fulfilled_by(self) -> SandboxState {
        match self {
            Self::Destroyed => SandboxState::Destroyed,
            Self::Started | Self::Resized => SandboxState::Started,
            Self::Stopped => SandboxState::Stopped,
            Self::Archived => SandboxState::Archived,
            Self::Paused => SandboxState::Paused,
        }
    }
}

//! Which call may come in which state, and through which states it leads.
//!
//! ```text
//! creating ▶ (pulling_snapshot | pending_build ▶ building_snapshot) ▶ starting ▶ started
//! started ▶ stopping ▶ stopped ▶ archiving ▶ archived ▶ restoring ▶ started
//! started | stopped ▶ snapshotting ▶ same again
//! any ▶ destroying ▶ destroyed        any ▶ error (recoverable?) | build_failed
//! ```
//!
//! Invariant: nothing here waits or changes anything; a call yields a plan or a refusal.

use crate::states::{DesiredState, SandboxState};

/// A call that changes a sandbox's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Start,
    Stop,
    Delete,
    Archive,
    Recover { skip_start: bool },
    Snapshot,
}

/// What a decision looks at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Situation {
    pub(crate) state: SandboxState,
    pub(crate) desired: DesiredState,
    /// A change has been accepted and is being worked on.
    pub(crate) is_pending: bool,
    pub(crate) is_recoverable: bool,
    /// It is deleted when it stops.
    pub(crate) is_ephemeral: bool,
}

impl Situation {
    fn is_changing(self) -> bool {
        self.is_pending || self.state != self.desired.fulfilled_by()
    }
}

/// What an accepted call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plan {
    /// It is as asked for already.
    AsIs,
    Change {
        desired: DesiredState,
        steps: &'static [SandboxState],
    },
    /// Through `snapshotting` back to where it was.
    SnapshotAndReturn,
}

/// Why a call is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// 404: as good as gone.
    NotFound,
    /// 400, with what would have been needed.
    State(&'static str),
    /// 409: another change is under way.
    Changing,
}

const START: Plan =
    Plan::Change { desired: DesiredState::Started, steps: &[SandboxState::Starting, SandboxState::Started] };
const RESTORE: Plan =
    Plan::Change { desired: DesiredState::Started, steps: &[SandboxState::Restoring, SandboxState::Started] };
const RESUME: Plan =
    Plan::Change { desired: DesiredState::Started, steps: &[SandboxState::Resuming, SandboxState::Started] };
const STOP: Plan =
    Plan::Change { desired: DesiredState::Stopped, steps: &[SandboxState::Stopping, SandboxState::Stopped] };
const ARCHIVE: Plan = Plan::Change {
    desired: DesiredState::Archived,
    steps: &[SandboxState::Archiving, SandboxState::Archived],
};
const RECOVER_ONLY: Plan = Plan::Change { desired: DesiredState::Stopped, steps: &[SandboxState::Stopped] };
/// The way out, for callers and timers alike.
pub(crate) const DESTROY: Plan = Plan::Change {
    desired: DesiredState::Destroyed,
    steps: &[SandboxState::Destroying, SandboxState::Destroyed],
};
/// The way in, from a snapshot.
pub(crate) const CREATE: Plan = Plan::Change {
    desired: DesiredState::Started,
    steps: &[SandboxState::Creating, SandboxState::Starting, SandboxState::Started],
};
/// The way in, from a Dockerfile.
pub(crate) const BUILD: Plan = Plan::Change {
    desired: DesiredState::Started,
    steps: &[
        SandboxState::PendingBuild,
        SandboxState::BuildingSnapshot,
        SandboxState::Starting,
        SandboxState::Started,
    ],
};

/// Whether callers may see the sandbox at all.
pub(crate) fn is_visible(state: SandboxState, desired: DesiredState) -> bool {
    let is_gone = state == SandboxState::Destroyed;
    let failed_on_the_way_out = state.is_errored() && desired == DesiredState::Destroyed;
    !is_gone && !failed_on_the_way_out
}

/// Decides what `call` does to a sandbox in this situation.
pub(crate) fn decide(call: Call, now: Situation) -> Result<Plan, Refused> {
    let is_deletable_wreck = call == Call::Delete && now.state.is_errored();
    if !is_visible(now.state, now.desired) && !is_deletable_wreck {
        return Err(Refused::NotFound);
    }
    match call {
        Call::Start => start(now),
        Call::Stop => stop(now),
        Call::Delete => delete(now),
        Call::Archive => archive(now),
        Call::Recover { skip_start } => recover(now, skip_start),
        Call::Snapshot => snapshot(now),
    }
}

fn start(now: Situation) -> Result<Plan, Refused> {
    if now.state.is_errored() {
        return Err(Refused::State("the sandbox is in an error state"));
    }
    if now.state == SandboxState::Archiving && now.desired == DesiredState::Archived {
        return Ok(RESTORE);
    }
    if now.is_changing() {
        return Err(Refused::Changing);
    }
    match now.state {
        SandboxState::Started => Ok(Plan::AsIs),
        SandboxState::Stopped => Ok(START),
        SandboxState::Archived => Ok(RESTORE),
        SandboxState::Paused => Ok(RESUME),
        _ => Err(Refused::State("the sandbox cannot be started from its state")),
    }
}

fn stop(now: Situation) -> Result<Plan, Refused> {
    if now.state.is_errored() {
        return Err(Refused::State("the sandbox is in an error state"));
    }
    if now.is_changing() {
        return Err(Refused::Changing);
    }
    match now.state {
        SandboxState::Started | SandboxState::Paused if now.is_ephemeral => Ok(DESTROY),
        SandboxState::Started | SandboxState::Paused => Ok(STOP),
        _ => Err(Refused::State("the sandbox is not started")),
    }
}

fn delete(now: Situation) -> Result<Plan, Refused> {
    if now.is_pending && now.state != SandboxState::PendingBuild {
        return Err(Refused::Changing);
    }
    Ok(DESTROY)
}

fn archive(now: Situation) -> Result<Plan, Refused> {
    if now.is_changing() && !now.state.is_errored() {
        return Err(Refused::Changing);
    }
    if now.state != SandboxState::Stopped {
        return Err(Refused::State("the sandbox is not stopped"));
    }
    if now.is_ephemeral {
        return Err(Refused::State("an ephemeral sandbox cannot be archived"));
    }
    Ok(ARCHIVE)
}

fn recover(now: Situation, skip_start: bool) -> Result<Plan, Refused> {
    if now.is_pending {
        return Err(Refused::Changing);
    }
    if now.state != SandboxState::Error || !now.is_recoverable {
        return Err(Refused::State("the sandbox has no error that it could recover from"));
    }
    Ok(if skip_start { RECOVER_ONLY } else { START })
}

fn snapshot(now: Situation) -> Result<Plan, Refused> {
    if now.is_changing() && !now.state.is_errored() {
        return Err(Refused::Changing);
    }
    match now.state {
        SandboxState::Started | SandboxState::Stopped => Ok(Plan::SnapshotAndReturn),
        _ => Err(Refused::State("the sandbox is neither started nor stopped")),
    }
}

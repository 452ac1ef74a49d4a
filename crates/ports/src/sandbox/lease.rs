//! Making, finding, resuming and ending the place of a lease.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use wireclip_domain::{
    AgentId, CompanyId, EnvironmentId, ExecutionWorkspaceId, OpaqueJson, RunId, SetupSessionId, Timestamp,
};

pub use wireclip_domain::lease::Disposition;

use super::{Observed, ProviderError, RemotePath, ResolvedSpec, SentinelResult};

/// A provider's own id of a sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProviderLeaseId(String);

impl ProviderLeaseId {
    /// Takes an id as the provider gave it.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProviderLeaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whose lease it is, and of which environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeaseScope {
    /// The company that holds it.
    pub company_id: CompanyId,
    /// The environment.
    pub environment_id: EnvironmentId,
}

/// A lease, with everything that a provider needs to work with it. Printing one shows which lease
/// it is, not its settings.
#[derive(Clone)]
pub struct LeaseHold {
    /// Whose it is.
    pub scope: LeaseScope,
    /// The provider's id of the sandbox.
    pub id: ProviderLeaseId,
    /// The environment's settings with their secrets.
    pub spec: Arc<ResolvedSpec>,
    /// What is known of the sandbox.
    pub observed: Observed,
}

impl fmt::Debug for LeaseHold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseHold").field("scope", &self.scope).field("id", &self.id).finish_non_exhaustive()
    }
}

/// Names one try to create a sandbox. It is written into a journal before the try, and onto the
/// sandbox by it, so that a sandbox is found again whose creation was never acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CreateAttempt(wireclip_domain::RowId);

impl CreateAttempt {
    /// Makes a new one.
    #[must_use]
    pub fn random() -> Self {
        Self(wireclip_domain::RowId::random())
    }
}

impl fmt::Display for CreateAttempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for CreateAttempt {
    type Err = wireclip_domain::ids::InvalidId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// Remembers what was created, so that a crash loses nothing.
#[async_trait]
pub trait CreateJournal: Send + Sync {
    /// Stores the id of the sandbox that an attempt made. Returns once it would survive a crash;
    /// only then may anything else happen with the sandbox.
    ///
    /// # Errors
    /// If it could not be stored; the sandbox is left alone then, for a reconciler to find.
    async fn observed(&self, attempt: CreateAttempt, id: &ProviderLeaseId) -> Result<(), JournalError>;
}

/// A journal that could not be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the journal of created sandboxes could not be written: {0}")]
pub struct JournalError(pub String);

/// What a sandbox is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeasePurpose {
    /// A run.
    Run,
    /// Trying out an environment.
    Probe,
}

/// The workspace to which a reusable lease is bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReusableWorkspace {
    /// The agent that works there.
    pub agent_id: AgentId,
    /// The workspace.
    pub execution_workspace_id: ExecutionWorkspaceId,
    /// The kind of agent, in the wire's word.
    pub adapter_type: String,
}

/// A lease that is to be made.
#[derive(Clone)]
pub struct AcquireOrder {
    /// Whose it will be.
    pub scope: LeaseScope,
    /// The environment's settings with their secrets.
    pub spec: Arc<ResolvedSpec>,
    /// What it is for.
    pub purpose: LeasePurpose,
    /// The run that wants it.
    pub run_id: Option<RunId>,
    /// The workspace to which it is bound, if it is to be kept between runs.
    pub reuse: Option<ReusableWorkspace>,
    /// The directory that the workspace should have; the provider's choice if absent.
    pub wanted_root: Option<RemotePath>,
    /// When the provider is to remove it by itself at the latest.
    pub expires_at: Option<Timestamp>,
    /// Names this try.
    pub attempt: CreateAttempt,
    /// Hears what was created.
    pub journal: Arc<dyn CreateJournal>,
}

/// A lease that is open.
#[derive(Debug, Clone, PartialEq)]
pub struct AcquiredLease {
    /// The provider's id of the sandbox.
    pub id: ProviderLeaseId,
    /// What is known of it; enough for another process to work with it without asking again.
    pub observed: Observed,
    /// What the wire shows of it in the lease's metadata.
    pub metadata: OpaqueJson,
    /// When the provider removes it by itself, if it does.
    pub expires_at: Option<Timestamp>,
}

/// A lease that was not made, and what is left of the try.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct AcquireFailure {
    /// What went wrong.
    pub error: ProviderError,
    /// What is left at the provider.
    pub left: CreatedTrace,
}

impl From<ProviderError> for AcquireFailure {
    /// Takes an error from before anything was created.
    fn from(error: ProviderError) -> Self {
        Self { error, left: CreatedTrace::Nothing }
    }
}

/// What a failed try left at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreatedTrace {
    /// Nothing was created.
    Nothing,
    /// It was created and is confirmed to be gone.
    Removed(ProviderLeaseId),
    /// It was created and is, or may be, still there.
    Left(ProviderLeaseId),
    /// It is unknown whether something was created; see
    /// [`SandboxProvider::find_created`](super::SandboxProvider::find_created).
    Unknown,
}

/// A lease that is to be opened again.
#[derive(Debug, Clone)]
pub struct ResumeOrder {
    /// The lease, with what was observed when it was acquired.
    pub lease: LeaseHold,
}

/// What came of a resume.
#[derive(Debug, Clone, PartialEq)]
pub enum ResumeAnswer {
    /// The lease is open.
    Resumed(Box<AcquiredLease>),
    /// The place is gone or is not the workspace; what is there was left alone.
    Gone {
        /// Why.
        reason: GoneReason,
        /// What came of looking for the proof; absent if nothing was looked at.
        sentinel: Option<SentinelResult>,
    },
}

/// Why there is nothing to resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoneReason {
    /// The provider does not know the sandbox (any more).
    NotFound,
    /// The sandbox does not prove to be the workspace.
    NotProven,
}

/// A lease that is to be ended.
#[derive(Debug, Clone)]
pub struct ReleaseOrder {
    /// The lease.
    pub lease: LeaseHold,
    /// What becomes of its place.
    pub disposition: Disposition,
    /// How long running work is waited for before it is killed.
    pub drain: Duration,
}

/// What the provider confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// What became of the place.
    pub outcome: ReceiptOutcome,
    /// Whether running work was killed for it.
    pub was_forced: bool,
}

/// What became of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiptOutcome {
    /// It stands still; its data is kept.
    Stopped,
    /// It is in the archive; its data is kept.
    Archived,
    /// It is gone, or on its way without return.
    Destroyed,
    /// It was gone before.
    AlreadyGone,
}

/// What became of a workspace's directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Realized {
    /// Where it is.
    pub directory: RemotePath,
}

/// Settings that are to be tried out.
#[derive(Clone)]
pub struct ProbeOrder {
    /// For whom; also the labels of the sandbox that is made.
    pub scope: LeaseScope,
    /// The settings.
    pub spec: Arc<ResolvedSpec>,
    /// Names the try to create a sandbox.
    pub attempt: CreateAttempt,
    /// Hears what was created.
    pub journal: Arc<dyn CreateJournal>,
}

/// What came of trying settings out.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeReport {
    /// Whether they work.
    pub is_ok: bool,
    /// What happened, in a sentence.
    pub summary: String,
    /// What the wire shows beside it.
    pub metadata: OpaqueJson,
    /// What is left of the sandbox that was made.
    pub left: CreatedTrace,
}

/// A create whose outcome is unknown.
#[derive(Clone)]
pub struct FindCreatedOrder {
    /// For whom it was.
    pub scope: LeaseScope,
    /// The settings with which it was tried.
    pub spec: Arc<ResolvedSpec>,
    /// Its name.
    pub attempt: CreateAttempt,
}

/// Which of our sandboxes to list.
#[derive(Clone)]
pub struct FindOwnedOrder {
    /// The account.
    pub spec: Arc<ResolvedSpec>,
    /// Only those of a company and an environment.
    pub scope: Option<LeaseScope>,
    /// Where the last page ended.
    pub cursor: Option<String>,
    /// How many at most; the provider may give fewer.
    pub limit: u16,
}

/// A page of our sandboxes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnedPage {
    /// The sandboxes.
    pub sandboxes: Vec<OwnedSandbox>,
    /// Where to go on, if there are more.
    pub next_cursor: Option<String>,
}

/// A sandbox that carries our labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedSandbox {
    /// The provider's id.
    pub id: ProviderLeaseId,
    /// Its state, in the provider's word.
    pub state: String,
    /// When it was made, if the provider says so.
    pub created_at: Option<Timestamp>,
    /// What its labels say.
    pub labels: OwnedLabels,
}

/// What a sandbox's labels say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnedLabels {
    /// Whose it is.
    pub company_id: Option<CompanyId>,
    /// Of which environment.
    pub environment_id: Option<EnvironmentId>,
    /// For which run it was made.
    pub run_id: Option<RunId>,
    /// For which interactive setup it was made.
    pub setup_session_id: Option<SetupSessionId>,
    /// By which try.
    pub attempt: Option<CreateAttempt>,
    /// Whether it is to be kept between runs.
    pub is_reusable: bool,
}

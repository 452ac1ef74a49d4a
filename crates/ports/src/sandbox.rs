//! The port of sandbox providers: products that make a place elsewhere in which runs execute.
//!
//! Two processes use a provider. The server acquires, resumes, releases and destroys leases and
//! runs interactive setups. The program of a sandboxed run, which like every run outlives the
//! server, opens the lease and works in the place. Both build the provider from the same resolved
//! settings; what one of them must tell the other travels as [`Observed`] facts, which hold no
//! secret.
//!
//! **Invariants.** Every call has a limit, which bounds all of its waiting and repeating, and
//! every call may be dropped at any await: no count, lock or remote command of it stays behind. A
//! call that ran out of time has an unknown outcome, never a negative one. A [`Receipt`] is only
//! issued for what the provider has confirmed. No error, fact or receipt holds a secret.

mod asked;
mod describe;
mod error;
mod execution;
mod files;
mod lease;
mod setup;
mod spec;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use wireclip_domain::OpaqueJson;

pub use asked::Asked;
pub use describe::{
    Capabilities, ConfigDefault, ConfigField, ConfigFieldKind, ConnectionType, ProviderDescription,
    TemplateBinding, TemplateKind,
};
pub use error::ProviderError;
pub use execution::{
    CommandEnding, CommandTimings, ExecuteOrder, Executed, OutputStream, RemoteCommand, RemoteControl,
    RemoteInput, RemoteOutput, RemoteProcess, ShellProfile, SpawnOrder,
};
pub use files::{
    ArrivalLimits, FileAccess, FileKind, SyncFile, SyncInOperation, SyncInOrder, SyncOutOperation,
    SyncOutOrder, Synced, SyncedOperation, UploadCommand,
};
pub use lease::{
    AcquireFailure, AcquireOrder, AcquiredLease, CreateAttempt, CreateJournal, CreatedTrace, Disposition,
    FindCreatedOrder, FindOwnedOrder, GoneReason, JournalError, LeaseHold, LeasePurpose, LeaseScope,
    OwnedLabels, OwnedPage, OwnedSandbox, ProbeOrder, ProbeReport, ProviderLeaseId, Realized, Receipt,
    ReceiptOutcome, ReleaseOrder, ResumeAnswer, ResumeOrder, ReusableWorkspace,
};
pub use setup::{
    CaptureOrder, CapturedTemplate, DeleteTemplateOrder, LoginCommand, SetupConnection, SetupOrder,
    SetupState, StartedSetup, TemplateRef, Terminal, TerminalControl, TerminalInput, TerminalSize,
};
pub use spec::{
    ConfigVerdict, ConfiguredSpec, Observed, RemotePath, RemoteShell, ResolvedSpec, SentinelRecord,
    SentinelResult,
};

/// The folder at the top of a remote workspace that belongs to us, not to the agent: it is never
/// moved out, and never removed when a workspace is filled again.
pub const RUNTIME_FOLDER: &str = ".wireclip-runtime";

/// The provider of the leases of machines that are reached by SSH. It is none that an environment
/// could name: such machines are a driver of their own.
pub const SSH_PROVIDER: &str = "ssh";

/// The providers of a server.
#[async_trait]
pub trait SandboxProviderSet: Send + Sync {
    /// Returns the sandbox provider of a key, if this server has it.
    fn provider(&self, key: &str) -> Option<Arc<dyn SandboxProvider>>;

    /// Returns what makes folders on machines the places of leases, if this server can.
    fn machines(&self) -> Option<Arc<dyn SandboxProvider>> {
        None
    }

    /// Returns whose places the leases of a key are.
    fn of_lease(&self, key: &str) -> Option<Arc<dyn SandboxProvider>> {
        if key == SSH_PROVIDER { self.machines() } else { self.provider(key) }
    }

    /// Describes all providers, in the order of their keys.
    fn describe_all(&self) -> Vec<ProviderDescription>;

    /// Waits for what goes on by itself at all providers ([`SandboxProvider::shut_down`]).
    async fn shut_down(&self) {
        for description in self.describe_all() {
            if let Some(provider) = self.provider(description.key) {
                provider.shut_down().await;
            }
        }
    }
}

/// The providers of a server that has none.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProviders;

impl SandboxProviderSet for NoProviders {
    fn provider(&self, _: &str) -> Option<Arc<dyn SandboxProvider>> {
        None
    }

    fn describe_all(&self) -> Vec<ProviderDescription> {
        Vec::new()
    }
}

/// A product that makes sandboxes.
///
/// What a provider does not declare in its [`Capabilities`] answers
/// [`ProviderError::Unsupported`].
#[async_trait]
pub trait SandboxProvider: Send + Sync {
    /// Says what this provider is, what it can do and which settings it takes.
    fn describe(&self) -> ProviderDescription;

    /// Returns where it is asked under an environment's settings, for people to read: no secret.
    fn address(&self, spec: &ResolvedSpec) -> Option<String> {
        let _ = spec;
        None
    }

    /// Returns what it counted since this process began, for metrics; nothing if it counts nothing.
    fn counters(&self) -> Option<OpaqueJson> {
        None
    }

    /// Waits for what goes on although nobody waits for it, such as putting a place to rest whose
    /// caller is gone. Nothing is begun afterwards.
    async fn shut_down(&self) {}

    /// Checks an environment's settings without asking anybody, collects everything that is wrong
    /// and returns them in their normal form.
    fn validate(&self, config: &ConfiguredSpec) -> ConfigVerdict;

    /// Fills in what this process adds to an environment's settings by itself (such as a key from
    /// its own settings), so that another process that gets the answer reaches the same account.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] if the settings cannot work.
    fn settle(&self, spec: &ResolvedSpec) -> Result<ResolvedSpec, ProviderError>;

    /// Tries settings out: makes a place, looks at it and takes it down again.
    ///
    /// # Errors
    /// Only if the settings cannot be read; every other failure is a report that is not ok.
    async fn probe(&self, order: ProbeOrder, limit: Duration) -> Result<ProbeReport, ProviderError>;

    /// Makes a place for a lease and opens it for work.
    ///
    /// The journal of the order hears the new sandbox's id before anything else happens with it.
    ///
    /// # Errors
    /// With what is left at the provider, so that a reconciler can settle it.
    async fn acquire(&self, order: AcquireOrder, limit: Duration) -> Result<AcquiredLease, AcquireFailure>;

    /// Opens the place of an earlier lease again, if it is there and proves to be the workspace
    /// that it is taken for. Never removes a place.
    ///
    /// # Errors
    /// If it could not be found out; the place may still be good.
    async fn resume(&self, order: ResumeOrder, limit: Duration) -> Result<ResumeAnswer, ProviderError>;

    /// Ends work in a lease and puts its place to rest as ordered.
    ///
    /// New work is refused from the start on; what is running is waited for, within the order's
    /// drain limit, and killed then. A place that was to be kept is never removed instead. Asking
    /// again does no harm, also while an earlier call goes on or after its caller was dropped.
    ///
    /// # Errors
    /// If the outcome is not confirmed. Asking again is safe.
    async fn release(&self, order: ReleaseOrder, limit: Duration) -> Result<Receipt, ProviderError>;

    /// Removes the place of a lease, as [`SandboxProvider::release`] with
    /// [`Disposition::Destroy`] does.
    ///
    /// # Errors
    /// If the removal is not confirmed. Asking again is safe.
    async fn destroy(
        &self,
        lease: LeaseHold,
        drain: Duration,
        limit: Duration,
    ) -> Result<Receipt, ProviderError> {
        let order = ReleaseOrder { lease, disposition: Disposition::Destroy, drain };
        self.release(order, limit).await
    }

    /// Looks for the sandbox of a create whose outcome is unknown. `None` proves nothing until the
    /// provider has had time to show it.
    ///
    /// # Errors
    /// [`ProviderError::IdentityMismatch`] if something of that name belongs to somebody else.
    async fn find_created(
        &self,
        order: FindCreatedOrder,
        limit: Duration,
    ) -> Result<Option<OwnedSandbox>, ProviderError>;

    /// Lists the sandboxes that carry our labels, for reconcilers. The list may lag behind.
    ///
    /// # Errors
    /// If the provider does not answer.
    async fn find_owned(&self, order: FindOwnedOrder, limit: Duration) -> Result<OwnedPage, ProviderError>;

    /// Returns the place of an open lease. Asks the provider for nothing.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] if the settings cannot be read.
    fn open(&self, lease: &LeaseHold) -> Result<Arc<dyn LeasedPlace>, ProviderError>;

    /// Makes a sandbox in which a person sets up a template.
    ///
    /// # Errors
    /// As [`SandboxProvider::acquire`].
    async fn start_setup(&self, order: SetupOrder, limit: Duration) -> Result<StartedSetup, AcquireFailure> {
        let (_, _) = (order, limit);
        Err(ProviderError::Unsupported { what: "interactive setup" }.into())
    }

    /// Looks at an interactive setup; with a new connection if asked for one, which ends earlier
    /// connections.
    ///
    /// # Errors
    /// If it could not be found out.
    async fn get_setup(
        &self,
        lease: LeaseHold,
        connection: Option<Duration>,
        limit: Duration,
    ) -> Result<SetupState, ProviderError> {
        let (_, _, _) = (lease, connection, limit);
        Err(ProviderError::Unsupported { what: "interactive setup" })
    }

    /// Opens a terminal in which a person sets a sandbox up: a shell of its user.
    ///
    /// # Errors
    /// If the lease is not open or the terminal does not come up.
    async fn open_setup_terminal(
        &self,
        lease: LeaseHold,
        size: TerminalSize,
        limit: Duration,
    ) -> Result<Terminal, ProviderError> {
        let (_, _, _) = (lease, size, limit);
        Err(ProviderError::Unsupported { what: "terminals for setting up" })
    }

    /// Makes a template of a sandbox as it is now.
    ///
    /// # Errors
    /// [`ProviderError::Timeout`] if the template may or may not come to be.
    async fn capture_template(
        &self,
        order: CaptureOrder,
        limit: Duration,
    ) -> Result<CapturedTemplate, ProviderError> {
        let (_, _) = (order, limit);
        Err(ProviderError::Unsupported { what: "template capture" })
    }

    /// Removes a template. `false` if it was not there.
    ///
    /// # Errors
    /// If the removal is not confirmed.
    async fn delete_template(
        &self,
        order: DeleteTemplateOrder,
        limit: Duration,
    ) -> Result<bool, ProviderError> {
        let (_, _) = (order, limit);
        Err(ProviderError::Unsupported { what: "template removal" })
    }

    /// Opens a terminal in which an agent's program logs in, and nothing else can be started.
    ///
    /// # Errors
    /// If the lease is not open or the terminal does not come up.
    async fn open_login_terminal(
        &self,
        lease: LeaseHold,
        command: LoginCommand,
        size: TerminalSize,
        limit: Duration,
    ) -> Result<Terminal, ProviderError> {
        let (_, _, _, _) = (lease, command, size, limit);
        Err(ProviderError::Unsupported { what: "login terminals" })
    }
}

/// The place of a lease: files and commands elsewhere.
///
/// After the lease's teardown began, every call answers [`ProviderError::LeaseClosed`] without
/// asking the provider.
#[async_trait]
pub trait LeasedPlace: Send + Sync {
    /// Makes the workspace's directory, and returns where it is.
    ///
    /// # Errors
    /// If it cannot be made.
    async fn realize(&self, wanted: Option<RemotePath>, limit: Duration) -> Result<Realized, ProviderError>;

    /// Runs a command to its end and returns what it printed, within bounds. A command that fails
    /// or runs out of time is an answer. A command that may have started is never repeated.
    ///
    /// # Errors
    /// If the command did not start or its fate is unknown.
    async fn execute(&self, order: ExecuteOrder) -> Result<Executed, ProviderError>;

    /// Starts a command and returns while it runs: its input, its output as it comes, standard
    /// output and error apart, its end.
    ///
    /// # Errors
    /// If the command did not start or its fate is unknown.
    async fn spawn(&self, order: SpawnOrder, limit: Duration) -> Result<RemoteProcess, ProviderError>;

    /// Moves files in. Files appear whole or not at all.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] for a path that leaves the lease's directory.
    async fn sync_in(&self, order: SyncInOrder, limit: Duration) -> Result<Synced, ProviderError>;

    /// Moves files out. Local files appear whole or not at all.
    ///
    /// # Errors
    /// As [`LeasedPlace::sync_in`], and if anything that was asked for did not arrive.
    async fn sync_out(&self, order: SyncOutOrder, limit: Duration) -> Result<Synced, ProviderError>;
}

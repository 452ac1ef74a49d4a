//! Sandboxes that a person sets up, the templates made of them, and terminals for logging in.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::SecretString;
use tokio::sync::mpsc;
use wireclip_domain::{OpaqueJson, SetupSessionId, Timestamp};

use super::{
    AcquiredLease, CommandEnding, ConnectionType, CreateAttempt, CreateJournal, LeaseHold, LeaseScope,
    ProviderError, RemotePath, ResolvedSpec, TemplateKind,
};

/// A template, by the provider's name for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateRef {
    /// What it is.
    pub kind: TemplateKind,
    /// Its name or id.
    pub reference: String,
}

/// A setup that is to be started.
#[derive(Clone)]
pub struct SetupOrder {
    /// For whom.
    pub scope: LeaseScope,
    /// The environment's settings with their secrets.
    pub spec: Arc<ResolvedSpec>,
    /// The session.
    pub session_id: SetupSessionId,
    /// What to start from instead of what the settings say.
    pub template: Option<TemplateRef>,
    /// How long the first connection may be used.
    pub connection: Duration,
    /// When the provider is to remove the sandbox by itself at the latest.
    pub expires_at: Option<Timestamp>,
    /// Names this try.
    pub attempt: CreateAttempt,
    /// Hears what was created.
    pub journal: Arc<dyn CreateJournal>,
}

/// How a person gets in. Printing it shows nothing that lets anybody in.
#[derive(Clone)]
pub struct SetupConnection {
    /// By what means.
    pub connection_type: ConnectionType,
    /// What may be shown: the kind, and that the rest is hidden.
    pub summary: OpaqueJson,
    /// The command or address that lets a person in.
    pub secret: SecretString,
    /// Until when.
    pub expires_at: Option<Timestamp>,
}

impl fmt::Debug for SetupConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SetupConnection")
            .field("connection_type", &self.connection_type)
            .field("expires_at", &self.expires_at)
            .finish_non_exhaustive()
    }
}

/// A setup that waits for a person.
#[derive(Debug, Clone)]
pub struct StartedSetup {
    /// Its lease.
    pub lease: AcquiredLease,
    /// How the person gets in.
    pub connection: SetupConnection,
}

/// What a setup is doing.
#[derive(Debug, Clone)]
pub enum SetupState {
    /// Its sandbox is gone.
    Missing,
    /// It waits for the person.
    Waiting {
        /// Its lease as it is now.
        lease: Box<AcquiredLease>,
        /// A new connection, if one was asked for.
        connection: Option<SetupConnection>,
    },
}

/// A template that is to be made.
#[derive(Debug, Clone)]
pub struct CaptureOrder {
    /// The sandbox.
    pub lease: LeaseHold,
    /// What to call it, as near as the provider's rules allow.
    pub label: String,
}

/// A template that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct CapturedTemplate {
    /// Its name.
    pub template: TemplateRef,
    /// What the wire shows beside it.
    pub metadata: OpaqueJson,
}

/// A template that is to be removed.
#[derive(Clone)]
pub struct DeleteTemplateOrder {
    /// The account.
    pub spec: Arc<ResolvedSpec>,
    /// Its name.
    pub template: TemplateRef,
}

/// A program that may log in through a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoginCommand {
    /// `claude`.
    Claude,
    /// `codex`.
    Codex,
    /// `grok`.
    Grok,
}

/// A terminal's size in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalSize {
    /// Characters in a line.
    pub columns: u16,
    /// Lines.
    pub rows: u16,
}

/// A terminal that is open. Dropping all parts closes it.
pub struct Terminal {
    /// What is typed.
    pub input: Box<dyn TerminalInput>,
    /// What it shows, as it comes.
    pub output: mpsc::Receiver<Vec<u8>>,
    /// The private home in which its program runs, below the lease's directory: what a login
    /// leaves there can be moved out until all parts of the terminal are dropped.
    pub home: RemotePath,
    /// Its end.
    pub control: Arc<dyn TerminalControl>,
}

/// Types into a terminal. What is typed appears on no command line and in no log.
#[async_trait]
pub trait TerminalInput: Send {
    /// Types.
    ///
    /// # Errors
    /// [`ProviderError::InvalidState`] if the terminal is closed.
    async fn write(&mut self, bytes: &[u8]) -> Result<(), ProviderError>;
}

/// Changes or ends a terminal.
#[async_trait]
pub trait TerminalControl: Send + Sync {
    /// Changes its size.
    ///
    /// # Errors
    /// If the terminal is closed.
    async fn resize(&self, size: TerminalSize, limit: Duration) -> Result<(), ProviderError>;

    /// Waits for its program's end.
    ///
    /// # Errors
    /// If the connection was lost.
    async fn wait(&self) -> Result<CommandEnding, ProviderError>;

    /// Closes it and ends its program. Closing again does no harm.
    ///
    /// # Errors
    /// If it is not confirmed.
    async fn close(&self, limit: Duration) -> Result<(), ProviderError>;
}

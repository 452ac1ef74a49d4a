//! The port of agents: what the engine asks of the code that runs one kind of agent.
//!
//! An adapter only translates. It turns a run into the program to start ([`Adapter::prepare`])
//! and that program's end into a result ([`Adapter::conclude`]); starting, watching, limiting and
//! stopping are the same for all and belong to the [run hosts](crate::host). An agent behind an
//! HTTP address is not an exception: its program is the caller of that address, so that such a run,
//! too, outlives the server.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::SecretString;
use serde::Serialize;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::cost::Usage;
use wireclip_domain::run::EventLevel;
use wireclip_domain::run_error_code::RunErrorCode;
use wireclip_domain::run_host::OutputChunk;
use wireclip_domain::{AgentId, CompanyId, IssueId, OpaqueJson, RunId};

use crate::adapter_catalog::{EnvironmentCheck, TestPlace};
use crate::host::Ending;

/// How long a program may take to end after a soft signal unless its agent's settings say otherwise.
pub const DEFAULT_GRACE: Duration = Duration::from_secs(15);

/// Runs one kind of agent.
#[async_trait]
pub trait Adapter: Send + Sync {
    /// Returns the type by which agents name it.
    fn adapter_type(&self) -> AdapterType;

    /// Returns what is wrong with settings, as far as the settings themselves tell.
    fn problems(&self, settings: &OpaqueJson) -> Vec<SettingProblem>;

    /// Returns how long a program with these settings may take to end after a soft signal, as
    /// [`Adapter::prepare`] tells it to whoever starts the program.
    fn grace(&self, settings: &OpaqueJson) -> Duration;

    /// Returns how long a program with these settings may run, as [`Adapter::prepare`] tells it to
    /// whoever starts the program; without limit if absent.
    fn time_limit(&self, settings: &OpaqueJson) -> Option<Duration>;

    /// Tries settings without running an agent, and says of each part whether it would work.
    ///
    /// May call an address that the settings name; takes a few seconds at most.
    async fn try_settings(&self, settings: &OpaqueJson, place: &TestPlace) -> Vec<EnvironmentCheck>;

    /// Turns a run into the program to start.
    ///
    /// # Errors
    /// If the settings cannot work, or a program or folder that they name is not there. Nothing
    /// has been started then.
    fn prepare(&self, order: &RunOrder) -> Result<Launch, PrepareError>;

    /// Reads out of a line of standard output what the program has used since the last that told so;
    /// what it tells counts while the run goes on, against every limit of money.
    fn meter(&self, _line: &str) -> Vec<Usage> {
        Vec::new()
    }

    /// Begins to read the output of a run, for agents whose output says more than its end does.
    fn reader(&self) -> Option<Box<dyn OutputReader>> {
        None
    }

    /// Reads a result out of how the program ended and what it printed last. Where there is a
    /// [reader](Adapter::reader) that read all of it, that one concludes.
    fn conclude(&self, order: &RunOrder, ending: &Ending) -> AdapterResult;
}

/// Reads the output of one run, from its beginning and in its order, while it comes.
///
/// It is asked again from the beginning by a server that takes the run over, and then says the same
/// again. What it keeps is bounded.
pub trait OutputReader: Send {
    /// Takes a piece of output, and returns what is new in the transcript.
    fn read(&mut self, chunk: &OutputChunk) -> Vec<TranscriptEntry>;

    /// Reads a result out of everything, and returns it with the last of the transcript.
    fn conclude(self: Box<Self>, order: &RunOrder, ending: &Ending) -> (AdapterResult, Vec<TranscriptEntry>);
}

/// A step of an agent's work, as its run keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct TranscriptEntry {
    /// What happened, in a line.
    pub line: String,
    /// All of it: an object with its `kind`.
    pub payload: OpaqueJson,
    /// How much it matters.
    pub level: EventLevel,
}

/// Something wrong with a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingProblem {
    /// The setting's key; of a variable, `env.` and its name.
    pub key: String,
    /// What is wrong and what would be right.
    pub message: String,
}

/// The adapters of a server.
pub trait AdapterSet: Send + Sync {
    /// Returns the adapter of a type.
    ///
    /// # Errors
    /// [`PrepareError::Settings`], if this server cannot run such agents.
    fn adapter(&self, adapter_type: AdapterType) -> Result<Arc<dyn Adapter>, PrepareError>;
}

/// A run that is to be started, with everything that the agent may know.
///
/// Printing one for debugging shows whose run it is, not the settings, which hold secrets.
pub struct RunOrder {
    /// The run.
    pub run_id: RunId,
    /// The company.
    pub company_id: CompanyId,
    /// The agent.
    pub agent_id: AgentId,
    /// The agent's adapter settings, with environment values in the clear.
    pub settings: OpaqueJson,
    /// The values of the stored secrets that the settings name for variables, by the variables.
    pub secret_variables: BTreeMap<String, SecretString>,
    /// The agent's name.
    pub agent_name: String,
    /// The session that the run resumes; absent if it starts afresh.
    pub session: Option<AgentSession>,
    /// What the run's work is for: the issues above its own, the nearest first, each in a line.
    pub ancestry: Vec<String>,
    /// The issue that the run is about, if it is about one.
    pub issue_id: Option<IssueId>,
    /// The wire's `contextSnapshot` of the run.
    pub context: OpaqueJson,
    /// The base of the API as the agent reaches it, without `/api`.
    pub api_url: String,
    /// The token by which the agent proves to be in this run.
    pub run_token: SecretString,
    /// Where the agent works unless its settings name another folder. It exists.
    pub workspace: PathBuf,
    /// The other place in which the program runs, if it does not run here.
    pub elsewhere: Option<Elsewhere>,
    /// A folder for this run alone, removed afterwards. It exists.
    pub scratch: PathBuf,
    /// What of the server's own environment children may see (`PATH`, `HOME`, `LANG`, …), and
    /// what the server adds for them (`PAPERCLIP_LISTEN_HOST`, `PAPERCLIP_LISTEN_PORT`,
    /// `PAPERCLIP_RUNTIME_API_URL`).
    pub inherited_environment: BTreeMap<String, String>,
    /// Where the http adapter may call although the address is private: exact origins.
    pub private_endpoints: Vec<String>,
}

/// Another place than this machine, into which the workspace is moved, and out again. What this
/// machine has, a program does not find there.
#[derive(Debug, Clone, Default)]
pub struct Elsewhere {
    /// The variables that the place gives to programs; an agent's own win.
    pub variables: BTreeMap<String, SecretString>,
    /// Those of their values that are stored as secrets.
    pub secrets: Vec<SecretString>,
}

/// A program to start.
///
/// Printing one for debugging shows which program it is, not what it is told: arguments and
/// standard input may hold secrets as the environment does.
pub struct Launch {
    /// The program: a path, or a name to look up in the child's `PATH`.
    pub program: String,
    /// Its arguments; never passed through a shell.
    pub arguments: Vec<String>,
    /// Where it starts.
    pub working_directory: PathBuf,
    /// Its whole environment: nothing else is inherited.
    pub environment: BTreeMap<String, SecretString>,
    /// The names of environment values that may be shown in events and logs.
    pub shown_environment: Vec<String>,
    /// What it reads on standard input.
    pub stdin: Vec<u8>,
    /// How long it may run; without limit if absent.
    pub time_limit: Option<Duration>,
    /// How long it may take to end after a soft signal.
    pub grace: Duration,
    /// Values that must not reach a log, a row or a socket.
    pub secrets: Vec<SecretString>,
    /// What people may want to know of how it was put together, each in a line.
    pub notes: Vec<String>,
}

impl fmt::Debug for RunOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunOrder")
            .field("run_id", &self.run_id)
            .field("company_id", &self.company_id)
            .field("agent_id", &self.agent_id)
            .field("issue_id", &self.issue_id)
            .field("workspace", &self.workspace)
            .field("scratch", &self.scratch)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Launch")
            .field("program", &self.program)
            .field("working_directory", &self.working_directory)
            .field("time_limit", &self.time_limit)
            .field("grace", &self.grace)
            .finish_non_exhaustive()
    }
}

/// Why a run cannot be started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrepareError {
    /// The agent's settings cannot work.
    #[error("{0}")]
    Settings(String),
    /// A program or folder is missing.
    #[error("{0}")]
    Missing(String),
    /// An address is not allowed by the egress policy.
    #[error("{0}")]
    Refused(String),
}

/// What an adapter makes of a program's end, before our own stops are considered.
#[derive(Debug, Clone, PartialEq)]
pub struct AdapterResult {
    /// How it went.
    pub verdict: Verdict,
    /// Whether the agent itself said so. Otherwise the verdict is read out of the way in which its
    /// program ended, and tells nothing if we ended it.
    pub is_reported: bool,
    /// What the agent left for the run's record (`resultJson`). How the run was stopped and
    /// limited is the same for all agents, and the engine adds it: `stopReason`, `timeoutFired`,
    /// `timeoutSource`, `effectiveTimeoutSec`, `cancelledBy` and the like.
    pub result: OpaqueJson,
    /// The tokens used, if the agent said so.
    pub usage: Option<TokenUsage>,
    /// What was used of which model, and what that cost as far as the agent said so: of the whole
    /// run, what was told while it went on included. Costs are booked by this.
    pub used: Vec<Usage>,
    /// The session to resume next time, if the agent proved one.
    pub session: Option<AgentSession>,
}

/// How a program's end is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// There is positive evidence of success.
    Succeeded,
    /// It failed.
    Failed {
        /// What happened, for people.
        message: String,
        /// The class of failure. [`RunErrorCode::Timeout`] is the one that ends a run as
        /// `timed_out` instead of `failed`.
        code: RunErrorCode,
        /// Whether trying again later may help.
        is_transient: bool,
    },
}

/// Tokens that a run used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenUsage {
    /// Tokens read, without the cached ones.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
    /// Tokens read from the provider's cache.
    pub cached_input_tokens: u64,
}

/// A session of an agent's program that a later run can resume.
#[derive(Debug, Clone, PartialEq)]
pub struct AgentSession {
    /// What the adapter needs to resume it.
    pub parameters: OpaqueJson,
    /// Its name for people.
    pub display_id: Option<String>,
}

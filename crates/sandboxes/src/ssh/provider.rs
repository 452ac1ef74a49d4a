//! Leases on machines: folders taken and given back.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use wireclip_domain::OpaqueJson;
use wireclip_domain::environment::config::{PRIVATE_KEY_REF, SentSshSettings};
use wireclip_ports::sandbox::{
    AcquireFailure, AcquireOrder, AcquiredLease, Capabilities, ConfigField, ConfigFieldKind, ConfigVerdict,
    ConfiguredSpec, CreateAttempt, CreatedTrace, Disposition, FindCreatedOrder, FindOwnedOrder, LeaseHold,
    LeasedPlace, Observed, OwnedLabels, OwnedPage, OwnedSandbox, ProbeOrder, ProbeReport,
    ProviderDescription, ProviderError, ProviderLeaseId, Receipt, ReceiptOutcome, ReleaseOrder, RemotePath,
    ResolvedSpec, ResumeAnswer, ResumeOrder, SSH_PROVIDER, SandboxProvider, SentinelRecord, SentinelResult,
};

use super::claim::{self, Claimed, Folder, GivenBack};
use super::connection::{Connection, Input, Output};
use super::login::Login;
use super::place::{Held, SshPlace};
use super::{fresh_id, probe};

/// Whether a folder is taken cannot be told after these.
const TAKE: &str = "take a folder on the machine";

/// Makes folders on machines the places of leases.
#[derive(Debug, Clone, Copy, Default)]
pub struct SshProvider;

#[async_trait]
impl SandboxProvider for SshProvider {
    fn describe(&self) -> ProviderDescription {
        // What is asked of people are the settings of the driver; a lease needs to know which of
        // them is a secret.
        let key = ConfigField {
            key: PRIVATE_KEY_REF,
            label: "Private key",
            hint: "Opens the machine.",
            kind: ConfigFieldKind::Text,
            default: None,
            is_required: false,
            is_secret: true,
        };
        ProviderDescription {
            key: SSH_PROVIDER,
            display_name: "SSH",
            description: "A folder on a machine that is reached by SSH.",
            capabilities: Capabilities {
                saved_probe: true,
                unsaved_probe: true,
                run_execution: true,
                independent_control_commands: true,
                incremental_session_output: true,
                concurrent_sync_operations: true,
                duplex_command_stream: true,
                ..Capabilities::default()
            },
            config: vec![key],
        }
    }

    fn address(&self, spec: &ResolvedSpec) -> Option<String> {
        let login = Login::of(spec).ok()?;
        Some(format!("{}@{}", login.settings.username, login.address()))
    }

    fn validate(&self, config: &ConfiguredSpec) -> ConfigVerdict {
        match SentSshSettings::read(&config.settings) {
            Ok(read) => {
                ConfigVerdict { normalized: Some(read.settings.written()), ..ConfigVerdict::default() }
            }
            Err(refused) => ConfigVerdict { errors: vec![refused.to_string()], ..ConfigVerdict::default() },
        }
    }

    fn settle(&self, spec: &ResolvedSpec) -> Result<ResolvedSpec, ProviderError> {
        Login::of(spec)?;
        Ok(spec.clone())
    }

    async fn probe(&self, order: ProbeOrder, limit: Duration) -> Result<ProbeReport, ProviderError> {
        let report = probe::of(&Login::of(&order.spec)?, limit).await;
        let (is_ok, summary, metadata) = (report.is_ok, report.summary, report.details);
        Ok(ProbeReport { is_ok, summary, metadata, left: CreatedTrace::Nothing })
    }

    async fn acquire(&self, order: AcquireOrder, limit: Duration) -> Result<AcquiredLease, AcquireFailure> {
        let login = Login::of(&order.spec)?;
        let base = login.settings.remote_workspace_path.clone();
        // The folder of a workspace is found again by its next run.
        let name = match &order.reuse {
            Some(workspace) => workspace.execution_workspace_id.to_string(),
            None => order.attempt.to_string(),
        };
        let connection = Connection::new(login);
        let id = fresh_id();
        let text = claim::take(&id, &base, &name, order.attempt);
        let answer = connection.ask(&text, (Input::Nothing, Output::Kept), TAKE, limit).await;
        let taken = answer.and_then(|answer| claim::taken(&answer, &id, &base, order.attempt));
        let Claimed { folder, shell } = taken.map_err(|error| {
            let is_unknown = error.is_outcome_unknown();
            let left = if is_unknown { CreatedTrace::Unknown } else { CreatedTrace::Nothing };
            AcquireFailure { error, left }
        })?;
        let lease_id = lease_id(connection.login(), &folder);
        let journaled = ProviderLeaseId::new(format!("{lease_id}#{}", folder.token));
        let left = |error| AcquireFailure { error, left: CreatedTrace::Left(journaled.clone()) };
        let noted = order.journal.observed(order.attempt, &journaled).await;
        noted.map_err(|error| left(ProviderError::Refused { message: error.to_string() }))?;
        let id = fresh_id();
        let text = claim::make_ready(&id, &folder);
        let answer = connection.ask(&text, (Input::Nothing, Output::Kept), TAKE, limit).await;
        answer.and_then(|answer| claim::ready(&answer, &id, &folder)).map_err(left)?;
        let metadata = metadata(connection.login(), &folder);
        let observed = Observed {
            root: Some(RemotePath::new(folder.path())),
            shell,
            sentinel: Some(SentinelRecord {
                path: RemotePath::new(format!("{}/lease", folder.held())),
                token: Some(folder.token),
                result: SentinelResult::Written,
            }),
            ..Observed::default()
        };
        Ok(AcquiredLease { id: lease_id, observed, metadata, expires_at: None })
    }

    async fn resume(&self, _: ResumeOrder, _: Duration) -> Result<ResumeAnswer, ProviderError> {
        Err(ProviderError::Unsupported { what: "leases that are kept between runs" })
    }

    async fn release(&self, order: ReleaseOrder, limit: Duration) -> Result<Receipt, ProviderError> {
        let login = Login::of(&order.lease.spec)?;
        let folder = folder_of(&login, &order.lease)?;
        let connection = Connection::new(login);
        let id = fresh_id();
        let text = claim::give_back(&id, &folder, order.disposition);
        let io = (Input::Nothing, Output::Kept);
        let answer = connection.ask(&text, io, "give a folder on the machine back", limit).await?;
        Ok(match claim::given_back(&answer, &id, &folder)? {
            GivenBack::Done { was_forced } => {
                let outcome = match order.disposition {
                    Disposition::Destroy => ReceiptOutcome::Destroyed,
                    Disposition::Stop | Disposition::Archive => ReceiptOutcome::Stopped,
                };
                Receipt { outcome, was_forced }
            }
            GivenBack::Gone => Receipt { outcome: ReceiptOutcome::AlreadyGone, was_forced: false },
        })
    }

    async fn find_created(
        &self,
        order: FindCreatedOrder,
        limit: Duration,
    ) -> Result<Option<OwnedSandbox>, ProviderError> {
        let login = Login::of(&order.spec)?;
        let base = login.settings.remote_workspace_path.clone();
        let connection = Connection::new(login);
        let id = fresh_id();
        let text = claim::find(&id, &base, order.attempt);
        let io = (Input::Nothing, Output::Kept);
        let answer = connection.ask(&text, io, "look for a folder on the machine", limit).await?;
        let Some(folder) = claim::found(&answer, &id, order.attempt)? else { return Ok(None) };
        let id = lease_id(connection.login(), &folder);
        let labels = OwnedLabels { attempt: Some(order.attempt), ..OwnedLabels::default() };
        Ok(Some(OwnedSandbox {
            id: ProviderLeaseId::new(format!("{id}#{}", folder.token)),
            state: "taken".to_owned(),
            created_at: None,
            labels,
        }))
    }

    async fn find_owned(&self, _: FindOwnedOrder, _: Duration) -> Result<OwnedPage, ProviderError> {
        Err(ProviderError::Unsupported { what: "a list of the folders that are held" })
    }

    fn open(&self, lease: &LeaseHold) -> Result<Arc<dyn LeasedPlace>, ProviderError> {
        let login = Login::of(&lease.spec)?;
        let folder = folder_of(&login, lease)?;
        let held = Held::new(folder, lease.observed.shell);
        Ok(Arc::new(SshPlace::new(Connection::new(login), held)))
    }
}

/// Names a folder for people and for us: where it is, and who gets in there.
fn lease_id(login: &Login, folder: &Folder) -> ProviderLeaseId {
    ProviderLeaseId::new(format!("{}{}", prefix(login), folder.path()))
}

fn prefix(login: &Login) -> String {
    format!("ssh://{}@{}", login.settings.username, login.address())
}

/// Finds the folder of a lease. What names the lease is in what was observed, or behind the id of
/// one of which only the journal knows.
fn folder_of(login: &Login, lease: &LeaseHold) -> Result<Folder, ProviderError> {
    let refused = |what: &str| ProviderError::Refused { message: format!("{} {what}", lease.id) };
    let path = lease.id.as_str().strip_prefix(&prefix(login));
    let path = path.ok_or_else(|| refused("is no folder on this environment's machine"))?;
    let journaled = path.rsplit_once('#').filter(|(_, token)| token.parse::<CreateAttempt>().is_ok());
    let observed = lease.observed.sentinel.as_ref().and_then(|sentinel| sentinel.token.as_deref());
    let (path, token) = match (journaled, observed) {
        (_, Some(token)) => (path, token),
        (Some((path, token)), None) => (path, token),
        (None, None) => return Err(refused("is not known to be held by anybody")),
    };
    let (base, name) = path.rsplit_once('/').ok_or_else(|| refused("names no folder"))?;
    let base = if base.is_empty() { "/" } else { base };
    Ok(Folder { base: base.to_owned(), name: name.to_owned(), token: token.to_owned() })
}

/// Says what the wire shows of a lease.
fn metadata(login: &Login, folder: &Folder) -> OpaqueJson {
    let mut metadata = OpaqueJson::object();
    metadata.set("host", &login.settings.host);
    metadata.set("port", &login.settings.port);
    metadata.set("username", &login.settings.username);
    metadata.set("remoteWorkspacePath", &login.settings.remote_workspace_path);
    metadata.set("remoteCwd", &folder.path());
    metadata
}

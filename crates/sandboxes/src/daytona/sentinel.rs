//! The file that proves a resumed sandbox to be the workspace that it is taken for.
//!
//! It is written and read by the file service, not by a shell, which the workspace's own files
//! could bend. Its token has a random part: nobody can work it out from ids.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use wireclip_domain::Timestamp;
use wireclip_ports::random;
use wireclip_ports::sandbox::{
    LeaseScope, ProviderError, RUNTIME_FOLDER, RemotePath, ReusableWorkspace, SentinelRecord, SentinelResult,
};

use super::DRIVER;
use super::client::{DaytonaClient, Upload, UploadSource};
use super::config::Settings;
use super::deadline::Deadline;
use super::errors::CallError;
use super::handle::SandboxHandle;

const FILE: &str = "reusable-sandbox-lease.json";
const VERSION: u32 = 1;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Content<'a> {
    version: u32,
    token: &'a str,
    company_id: String,
    environment_id: String,
    agent_id: String,
    execution_workspace_id: String,
    adapter_type: &'a str,
    provider: &'a str,
    written_at: Timestamp,
}

/// What is read back: only the token counts.
#[derive(Deserialize)]
struct Proof {
    token: String,
}

/// Everything that the token stands for, in the order of its names.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TokenParts<'a> {
    adapter_type: &'a str,
    agent_id: String,
    company_id: String,
    cpu: Option<f64>,
    disk: Option<f64>,
    environment_id: String,
    execution_workspace_id: String,
    gpu: Option<f64>,
    image: Option<&'a str>,
    memory: Option<f64>,
    nonce: String,
    provider: &'a str,
    snapshot: Option<&'a str>,
    target: Option<&'a str>,
}

/// Returns where the file is.
pub(super) fn path(root: &RemotePath) -> RemotePath {
    root.join(RUNTIME_FOLDER).join(FILE)
}

/// Returns the record of a lease that is not for reuse.
pub(super) fn skipped(root: &RemotePath) -> SentinelRecord {
    SentinelRecord { path: path(root), token: None, result: SentinelResult::Skipped }
}

/// Writes the file of a new lease.
pub(super) async fn write(
    client: &DaytonaClient,
    handle: &SandboxHandle,
    root: &RemotePath,
    lease: &SentinelLease<'_>,
    deadline: Deadline,
) -> Result<SentinelRecord, CallError> {
    let token = lease.token();
    let content = Content {
        version: VERSION,
        token: &token,
        company_id: lease.scope.company_id.to_string(),
        environment_id: lease.scope.environment_id.to_string(),
        agent_id: lease.workspace.agent_id.to_string(),
        execution_workspace_id: lease.workspace.execution_workspace_id.to_string(),
        adapter_type: &lease.workspace.adapter_type,
        provider: DRIVER,
        written_at: lease.written_at,
    };
    let content = serde_json::to_vec(&content).expect("a struct of texts is JSON");
    let path = path(root);
    let upload =
        Upload { remote: path.as_str().to_owned(), source: UploadSource::Bytes(Bytes::from(content)) };
    client.upload(&handle.toolbox, vec![upload], deadline).await?;
    Ok(SentinelRecord { path, token: Some(token), result: SentinelResult::Written })
}

/// The lease that a file is written for.
pub(super) struct SentinelLease<'a> {
    pub(super) scope: LeaseScope,
    pub(super) workspace: &'a ReusableWorkspace,
    pub(super) settings: &'a Settings,
    pub(super) written_at: Timestamp,
}

impl SentinelLease<'_> {
    fn token(&self) -> String {
        let Self { scope, workspace, settings, .. } = self;
        let parts = TokenParts {
            adapter_type: &workspace.adapter_type,
            agent_id: workspace.agent_id.to_string(),
            company_id: scope.company_id.to_string(),
            cpu: settings.cpu,
            disk: settings.disk,
            environment_id: scope.environment_id.to_string(),
            execution_workspace_id: workspace.execution_workspace_id.to_string(),
            gpu: settings.gpu,
            image: settings.image.as_deref(),
            memory: settings.memory,
            nonce: random::name::<16>(),
            provider: DRIVER,
            snapshot: settings.snapshot.as_deref(),
            target: settings.target.as_deref(),
        };
        let canonical = serde_json::to_vec(&parts).expect("a struct of texts and numbers is JSON");
        hex::encode(Sha256::digest(canonical))
    }
}

/// Looks whether the file says what it must. Anything else than an answer about the file is an
/// error: it proves nothing either way.
pub(super) async fn check(
    client: &DaytonaClient,
    handle: &SandboxHandle,
    expected: Option<&SentinelRecord>,
    deadline: Deadline,
) -> Result<SentinelResult, CallError> {
    let Some((record, token)) = expected.and_then(|record| Some((record, record.token.as_ref()?))) else {
        return Ok(SentinelResult::Missing);
    };
    let content = match client.read_file(&handle.toolbox, record.path.as_str(), deadline).await {
        Ok(content) => content,
        Err(error) if is_missing_file(&error) => return Ok(SentinelResult::Missing),
        Err(error) => return Err(error),
    };
    let proof = serde_json::from_slice::<Proof>(&content);
    let is_right = proof.is_ok_and(|proof| proof.token == *token);
    Ok(if is_right { SentinelResult::Matched } else { SentinelResult::Mismatch })
}

fn is_missing_file(error: &CallError) -> bool {
    use super::errors::Evidence;
    // A directory in its place answers 400; it is no proof either.
    error.evidence == Evidence::None
        && matches!(error.error, ProviderError::NotFound { .. } | ProviderError::Refused { .. })
}

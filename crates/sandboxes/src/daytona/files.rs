//! Moving files in and out of a sandbox.
//!
//! Files travel through a scratch folder directly under the lease's directory, whose name nobody
//! can foresee: what is moved in is uploaded there and then put in its place by one guarded
//! command, what is moved out is copied there by one and then downloaded. The guard enters each
//! folder part by part and refuses whatever leads out of the lease's directory.

mod incoming;
mod outgoing;

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use wireclip_ports::random;
use wireclip_ports::sandbox::{ProviderError, RemotePath};

use super::activation::{Active, Again};
use super::client::{ExecuteAnswer, ExecuteRequest};
use super::deadline::Deadline;
use super::handle::SandboxHandle;
use super::provider::Link;
use crate::handle_cache::Activity;
use crate::moving::{below, guard};

pub(super) use incoming::sync_in;
pub(super) use outgoing::sync_out;

/// How long removing a scratch folder may take.
const CLEARING: Duration = Duration::from_secs(30);

/// Returns the directory to which a lease is confined.
fn root_of(link: &Link) -> Result<&RemotePath, ProviderError> {
    let root = link.lease.observed.root.as_ref();
    let root = root.filter(|root| root.as_str().starts_with('/') && root.as_str().len() > 1);
    root.ok_or_else(|| ProviderError::Refused { message: "the lease has no directory of its own".to_owned() })
}

/// Returns where something is that must lie within the lease's directory; the directory itself if
/// nothing is named.
pub(super) fn confined(link: &Link, wanted: Option<&RemotePath>) -> Result<RemotePath, ProviderError> {
    let root = root_of(link)?;
    let Some(wanted) = wanted else { return Ok(root.clone()) };
    let below = below(root, wanted)?;
    Ok(if below.is_empty() { root.clone() } else { root.join(&below) })
}

/// One call that moves files, with what all its steps need.
struct Transfer<'a> {
    link: &'a Link,
    activity: &'a Activity<SandboxHandle>,
    root: &'a RemotePath,
    deadline: Deadline,
}

/// A scratch folder in the sandbox. Removed when it is dropped, beside whatever goes on.
struct Scratch {
    link: Link,
    id: String,
    path: RemotePath,
    at: Mutex<Option<Active>>,
}

impl Scratch {
    fn new(link: &Link, root: &RemotePath, kind: &str) -> Self {
        let id = random::name::<16>();
        let path = root.join(&format!(".wireclip-{kind}-{id}"));
        Self { link: link.clone(), id, path, at: Mutex::default() }
    }

    fn may_exist_at(&self, active: &Active) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = Some(active.clone());
    }

    fn forget(&self) {
        self.at.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let Some(active) = self.at.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        let (link, path) = (self.link.clone(), self.path.clone());
        self.link.access.core.tasks.spawn(async move {
            let (client, deadline) = (&link.access.client, Deadline::within(CLEARING));
            if let Err(error) = client.delete_file(&active.handle.toolbox, path.as_str(), deadline).await {
                tracing::debug!("a scratch folder could not be removed: {}", error.error);
            }
        });
    }
}

impl Transfer<'_> {
    /// Runs a guarded command.
    async fn guarded(&self, scratch: &Scratch, command: &str) -> Result<(), ProviderError> {
        let (link, deadline) = (self.link, self.deadline);
        let limit = deadline.left().as_secs().max(1);
        let (answer, _): (ExecuteAnswer, _) = link
            .inside(self.activity, deadline, Again::Harmful, |active| {
                scratch.may_exist_at(&active);
                let request = ExecuteRequest {
                    command: command.to_owned(),
                    envs: std::collections::BTreeMap::new(),
                    timeout: limit,
                };
                async move { link.access.client.execute(&active.handle.toolbox, &request, deadline).await }
            })
            .await?;
        guard::verdict(answer.exit_code == 0, &answer.result, &scratch.id)
    }
}

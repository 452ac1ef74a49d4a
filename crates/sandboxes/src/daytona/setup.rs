//! Sandboxes that a person sets up by hand, over SSH.

use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use wireclip_domain::OpaqueJson;
use wireclip_ports::sandbox::{
    AcquireFailure, AcquiredLease, ConnectionType, OwnedLabels, ProviderError, ProviderLeaseId,
    SetupConnection, SetupOrder, SetupState, StartedSetup, TemplateKind,
};

use super::client::{SandboxView, SshAccess};
use super::config::HOSTED;
use super::deadline::Deadline;
use super::handle::SandboxHandle;
use super::labels::LabelledPurpose;
use super::lifecycle::{self, Creation, CreationSource, OpenLease, remove_created};
use super::provider::{Access, Link};
use super::{place, sentinel};

/// What a connection lasts at least and at most.
const CONNECTION_MINUTES: std::ops::RangeInclusive<u64> = 1..=1440;

/// Makes a sandbox for a setup and lets the person in.
pub(super) async fn start(
    access: Access,
    order: SetupOrder,
    limit: Duration,
) -> Result<StartedSetup, AcquireFailure> {
    let deadline = Deadline::within(limit);
    let source = match &order.template {
        None => None,
        Some(template) => Some(match template.kind {
            TemplateKind::Snapshot => CreationSource::Snapshot(template.reference.clone()),
            TemplateKind::Image => CreationSource::Image(template.reference.clone()),
            TemplateKind::ProviderTemplate => {
                return Err(ProviderError::Unsupported { what: "templates of another kind" }.into());
            }
        }),
    };
    let creation = Creation {
        scope: order.scope,
        attempt: order.attempt,
        journal: Arc::clone(&order.journal),
        purpose: LabelledPurpose::InteractiveSetup,
        labels: OwnedLabels { setup_session_id: Some(order.session_id), ..OwnedLabels::default() },
        source,
        expires_at: order.expires_at,
    };
    let tasks = access.core.tasks.clone();
    let work = tasks.spawn(async move {
        let view = lifecycle::create(&access, &creation, deadline).await?;
        let id = ProviderLeaseId::new(view.id.clone());
        match open(&access, &order, &view, deadline).await {
            Ok(started) => Ok(started),
            Err(error) => Err(remove_created(&access, &id, error).await),
        }
    });
    work.await.unwrap_or_else(|_| Err(lifecycle::broke_off("start the setup")))
}

async fn open(
    access: &Access,
    order: &SetupOrder,
    view: &SandboxView,
    deadline: Deadline,
) -> Result<StartedSetup, ProviderError> {
    let verified_at = access.core.clock.now();
    let handle = SandboxHandle::of(view, &access.config)?;
    let (root, shell) = lifecycle::survey(access, &handle, None, deadline).await?;
    let connection = connect(access, &view.id, order.connection, deadline).await?;
    let sentinel = sentinel::skipped(&root);
    let open = OpenLease { access, handle: &handle, root, shell, sentinel, verified_at, resumed_from: None };
    Ok(StartedSetup { lease: open.describe_new(order.scope, &order.spec)?, connection })
}

/// Lets a person in by SSH; whoever was in by an earlier connection is out.
async fn connect(
    access: &Access,
    sandbox: &str,
    time: Duration,
    deadline: Deadline,
) -> Result<SetupConnection, ProviderError> {
    let minutes = (time.as_secs() / 60).clamp(*CONNECTION_MINUTES.start(), *CONNECTION_MINUTES.end());
    let granted = access.client.ssh_access(sandbox, minutes, deadline).await?;
    connection_of(&granted, &access.config.account.api_url)
}

fn connection_of(granted: &SshAccess, api_url: &str) -> Result<SetupConnection, ProviderError> {
    let given = granted.ssh_command.as_ref().map(|command| command.expose_secret().trim());
    let command = match given.filter(|command| !command.is_empty()) {
        Some(command) => SecretString::from(command),
        None if api_url == HOSTED => {
            SecretString::from(format!("ssh {}@ssh.app.daytona.io", granted.token.expose_secret()))
        }
        // The door of the hosted service is not that of another installation, which the token is for.
        None => {
            let message = "it has no command for SSH".to_owned();
            return Err(ProviderError::Malformed { action: "open the sandbox by SSH", message });
        }
    };
    let mut summary = OpaqueJson::object();
    summary.set("type", &ConnectionType::Ssh.as_str());
    summary.set("username", &"token");
    summary.set("hostRedacted", &true);
    summary.set("portRedacted", &true);
    summary.set("commandRedacted", &true);
    summary.set("expiresAt", &granted.expires_at);
    Ok(SetupConnection {
        connection_type: ConnectionType::Ssh,
        summary,
        secret: command,
        expires_at: granted.expires_at.as_deref().and_then(|at| at.parse().ok()),
    })
}

/// Looks at a setup; brings its sandbox up if it went to sleep.
pub(super) async fn get(
    link: &Link,
    connection: Option<Duration>,
    deadline: Deadline,
) -> Result<SetupState, ProviderError> {
    let activity = link.enter(deadline).await?;
    let access = &link.access;
    let work = async {
        let active = link.activate(&activity, deadline).await?;
        let observed = &link.lease.observed;
        let (root, shell) = match &observed.root {
            Some(root) => (root.clone(), observed.shell),
            None => lifecycle::survey(access, &active.handle, None, deadline).await?,
        };
        let connection = match connection {
            Some(time) => Some(connect(access, link.lease.id.as_str(), time, deadline).await?),
            None => None,
        };
        let sentinel = observed.sentinel.clone().unwrap_or_else(|| sentinel::skipped(&root));
        let open = OpenLease {
            access,
            handle: &active.handle,
            root,
            shell,
            sentinel,
            verified_at: observed.verified_at.unwrap_or_else(|| access.core.clock.now()),
            resumed_from: None,
        };
        let lease: AcquiredLease = open.describe();
        Ok(SetupState::Waiting { lease: Box::new(lease), connection })
    };
    match place::unless_forced(&activity, work).await {
        Err(ProviderError::NotFound { .. }) => {
            activity.missed();
            Ok(SetupState::Missing)
        }
        other => other,
    }
}

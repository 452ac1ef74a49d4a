//! Templates: snapshots that are made of sandboxes.

use wireclip_domain::OpaqueJson;
use wireclip_ports::random;
use wireclip_ports::sandbox::{CapturedTemplate, ProviderError, TemplateKind, TemplateRef};

use super::activation::{failed, gone};
use super::client::SandboxPhase;
use super::deadline::{Deadline, Pauses};
use super::place::unless_forced;
use super::provider::{Access, Link};

/// What the service is asked for.
const TAKE: &str = "make a snapshot of the sandbox";

/// The longest name of a snapshot.
const NAME_CHARACTERS: usize = 96;

/// Makes a snapshot of a sandbox as it is; it is not started for it.
pub(super) async fn capture(
    link: &Link,
    label: &str,
    deadline: Deadline,
) -> Result<CapturedTemplate, ProviderError> {
    let activity = link.enter(deadline).await?;
    let name = snapshot_name(label).unwrap_or_else(|| {
        let random = random::name::<4>();
        format!("wireclip-{}-{random}", link.lease.scope.environment_id)
    });
    let work = async {
        link.handle(&activity, deadline).await?;
        take(link, &name, deadline).await
    };
    unless_forced(&activity, work).await?;
    let mut metadata = OpaqueJson::object();
    metadata.set("provider", &super::DRIVER);
    metadata.set("sandboxId", &link.lease.id);
    metadata.set("snapshot", &name);
    Ok(CapturedTemplate { template: TemplateRef { kind: TemplateKind::Snapshot, reference: name }, metadata })
}

async fn take(link: &Link, name: &str, deadline: Deadline) -> Result<(), ProviderError> {
    let (access, id) = (&link.access, link.lease.id.as_str());
    let mut view = access.client.snapshot(id, name, deadline).await?;
    let mut pauses = Pauses::of(access.core.pacing);
    loop {
        match view.phase() {
            SandboxPhase::Gone => return Err(gone()),
            SandboxPhase::Errored => return Err(failed(&view)),
            _ if view.state() == "snapshotting" => {}
            _ => break,
        }
        pauses.next(deadline, TAKE).await?;
        view = access.client.get(id, deadline).await?;
    }
    // The sandbox is as it was before, which says nothing of what was made of it.
    loop {
        match access.client.find_snapshot(name, deadline).await.map_err(ProviderError::from) {
            Ok(snapshot) => match snapshot.state.as_deref() {
                Some("active") => return Ok(()),
                Some("error" | "build_failed" | "removing") => {
                    let message = snapshot.error_reason.unwrap_or_else(|| "the snapshot failed".to_owned());
                    return Err(ProviderError::Failed { action: TAKE, status: 0, message });
                }
                // On its way.
                _ => {}
            },
            Err(ProviderError::NotFound { .. }) => {}
            Err(error) => return Err(error),
        }
        pauses.next(deadline, TAKE).await?;
    }
}

/// Removes a snapshot. `false` if it was not there.
pub(super) async fn delete(
    access: &Access,
    template: &TemplateRef,
    deadline: Deadline,
) -> Result<bool, ProviderError> {
    if template.kind != TemplateKind::Snapshot {
        return Err(ProviderError::Unsupported { what: "templates that are no snapshots" });
    }
    let not_there = |error: ProviderError| match error {
        ProviderError::NotFound { .. } => Ok(false),
        error => Err(error),
    };
    let id = match access.client.find_snapshot(&template.reference, deadline).await {
        Ok(snapshot) => snapshot.id,
        Err(error) => return not_there(error.error),
    };
    match access.client.delete_snapshot(&id, deadline).await {
        Ok(()) => Ok(true),
        Err(error) => not_there(error.error),
    }
}

/// Returns the nearest name that the service takes; `None` if nothing of the label is left.
fn snapshot_name(label: &str) -> Option<String> {
    let mut name = String::new();
    for letter in label.to_lowercase().chars() {
        let is_taken = letter.is_ascii_lowercase() || letter.is_ascii_digit() || "._-".contains(letter);
        if is_taken {
            name.push(letter);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_matches('-');
    let name: String = name.chars().take(NAME_CHARACTERS).collect();
    let name = name.trim_end_matches('-').to_owned();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_becomes_the_nearest_name() {
        let name = |label| snapshot_name(label);
        assert_eq!(name("Paperclip env / 42").as_deref(), Some("paperclip-env-42"));
        assert_eq!(name("--Über.Alles_1--").as_deref(), Some("ber.alles_1"));
        assert_eq!(name("///"), None);
        assert_eq!(name(&"a b".repeat(60)).unwrap().len(), 96);
    }
}

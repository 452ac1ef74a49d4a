//! Spells secrets, and who uses them.

use wireclip_domain::secret::SecretTarget;
use wireclip_services::records::{Secret, SecretAccessEvent};
use wireclip_services::secrets::{SecretUse, SecretView, UseTarget};
use wireclip_wire::secrets as wire;

pub(super) fn listed(SecretView { secret, reference_count }: SecretView) -> wire::CompanySecret {
    wire::CompanySecret { reference_count: Some(reference_count), ..whole(secret) }
}

pub(super) fn whole(secret: Secret) -> wire::CompanySecret {
    wire::CompanySecret {
        id: secret.id,
        company_id: secret.company_id,
        scope: "company",
        owner_user_id: None,
        user_secret_definition_id: None,
        key: secret.key,
        name: secret.name,
        provider: secret.provider,
        status: secret.status,
        managed_mode: "paperclip_managed",
        external_ref: None,
        provider_config_id: None,
        provider_metadata: None,
        latest_version: secret.latest_version,
        description: secret.description,
        last_resolved_at: secret.last_resolved_at,
        last_rotated_at: secret.last_rotated_at,
        deleted_at: secret.deleted_at,
        created_by_agent_id: secret.created_by_agent_id,
        created_by_user_id: secret.created_by_user_id,
        created_at: secret.created_at,
        updated_at: secret.updated_at,
        reference_count: None,
    }
}

pub(super) fn used(SecretUse { binding, target }: SecretUse) -> wire::SecretBinding {
    let id = binding.target_id;
    let target = target.map(|target| match target {
        UseTarget::Agent { name, url_key, status } => wire::SecretUser {
            kind: SecretTarget::Agent,
            id,
            label: name,
            href: format!("/agents/{url_key}"),
            status: Some(status.to_string()),
        },
        UseTarget::Environment { name } => wire::SecretUser {
            kind: SecretTarget::Environment,
            id,
            label: name,
            href: format!("/company/settings/instance/environments/{id}/edit"),
            status: None,
        },
    });
    wire::SecretBinding {
        id: binding.id,
        company_id: binding.company_id,
        secret_id: binding.secret_id,
        target_type: binding.target_type,
        target_id: binding.target_id,
        config_path: binding.config_path,
        version_selector: binding.version_selector,
        required: true,
        label: None,
        projection_class: "unclassified",
        projection_allowlist_key: None,
        created_at: binding.created_at,
        updated_at: binding.updated_at,
        target,
    }
}

pub(super) fn accessed(event: SecretAccessEvent, provider: &str) -> wire::SecretAccessEvent {
    wire::SecretAccessEvent {
        id: event.id,
        company_id: event.company_id,
        secret_id: event.secret_id,
        secret_scope: "company",
        user_secret_definition_id: None,
        version: event.version,
        provider: provider.to_owned(),
        actor_type: "agent",
        actor_id: event.agent_id,
        consumer_type: event.consumer_type,
        consumer_id: event.agent_id,
        config_path: event.config_path,
        issue_id: event.issue_id,
        heartbeat_run_id: event.run_id,
        plugin_id: None,
        outcome: event.outcome,
        error_code: event.error_code,
        created_at: event.created_at,
    }
}

//! Environments in the words of the wire.

use wireclip_domain::environment::Chooser;
use wireclip_services::environments::{
    BlastRadius, Capabilities, EnvironmentSecret, ProbeResult, ProviderSupport,
};
use wireclip_services::records::{Environment, EnvironmentLease};
use wireclip_wire::environments as wire;
use wireclip_wire::environments::Support;

/// The provider that is there for trying things, and nothing else.
const FAKE: &str = "fake";

pub(super) fn written(environment: Environment) -> wire::Environment {
    wire::Environment {
        id: environment.id,
        name: environment.name,
        description: environment.description,
        driver: environment.driver,
        status: environment.status,
        config: environment.config,
        env_vars: environment.env_vars,
        metadata: environment.metadata,
        created_at: environment.created_at,
        updated_at: environment.updated_at,
    }
}

pub(super) fn lease_written(lease: EnvironmentLease) -> wire::EnvironmentLease {
    wire::EnvironmentLease {
        id: lease.id,
        company_id: lease.company_id,
        environment_id: lease.environment_id,
        execution_workspace_id: lease.execution_workspace_id,
        issue_id: lease.issue_id,
        heartbeat_run_id: lease.run_id,
        status: lease.status,
        lease_policy: lease.policy,
        provider: lease.provider,
        provider_lease_id: lease.provider_lease_id,
        acquired_at: lease.acquired_at,
        last_used_at: lease.last_used_at,
        expires_at: lease.expires_at,
        released_at: lease.released_at,
        failure_reason: lease.failure_reason,
        cleanup_status: lease.cleanup_status,
        metadata: lease.metadata,
        created_at: lease.created_at,
        updated_at: lease.updated_at,
    }
}

pub(super) fn probe_written(result: ProbeResult) -> wire::EnvironmentProbe {
    let ProbeResult { is_ok, driver, summary, details } = result;
    wire::EnvironmentProbe { ok: is_ok, driver, summary, details }
}

pub(super) fn secret_written(secret: EnvironmentSecret) -> wire::EnvironmentSecretRef {
    wire::EnvironmentSecretRef {
        config_path: secret.config_path,
        secret_id: secret.secret_id,
        name: secret.name,
        status: secret.status,
        company_id: secret.company_id,
        company_name: secret.company_name,
    }
}

pub(super) fn radius_written(radius: BlastRadius) -> wire::BlastRadius {
    let holders = radius.reusable.into_iter().map(|holder| wire::ReusableLeaseHolder {
        lease_id: holder.lease_id,
        execution_workspace_id: holder.execution_workspace_id,
        execution_workspace_name: None,
        issue_id: holder.issue_id,
        issue_identifier: holder.issue_identifier,
        issue_title: holder.issue_title,
    });
    let holders: Vec<_> = holders.collect();
    wire::BlastRadius {
        environment_id: radius.environment_id,
        can_delete: radius.blocked_by.is_empty(),
        delete_blocked_reasons: radius.blocked_by,
        pending_cleanup_lease_count: radius.pending_cleanups,
        reusable_sandbox_lease_count: holders.len(),
        reusable_sandbox_lease_holders: holders,
        static_references: wire::StaticReferences {
            is_managed_local: radius.is_managed_local,
            is_instance_default: radius.is_instance_default,
            agent_default_count: radius.selections.agents,
            execution_workspace_selection_count: 0,
            issue_selection_count: radius.selections.issues,
            project_selection_count: radius.selections.projects,
            secret_binding_count: radius.secret_bindings,
        },
        selected_by: radius.selected_by.into_iter().map(chooser_written).collect(),
        active_runtime_use: wire::ActiveUse {
            active_lease_count: radius.active_leases,
            active_custom_image_setup_session_count: radius.open_sessions,
            has_active_runtime_use: radius.active_leases + radius.open_sessions > 0,
        },
    }
}

fn chooser_written(chooser: Chooser) -> wire::EnvironmentChooser {
    let Chooser { kind, id, name, company_id } = chooser;
    wire::EnvironmentChooser { kind, id, name, company_id }
}

pub(super) fn capabilities_written(capabilities: Capabilities) -> wire::EnvironmentCapabilities {
    let keys: Vec<&'static str> = capabilities.providers.iter().map(|provider| provider.key).collect();
    let adapters = capabilities.adapters.iter().map(|adapter| wire::AdapterEnvironments {
        adapter_type: adapter.adapter_type,
        drivers: drivers(adapter.can_run_elsewhere),
        sandbox_providers: keys
            .iter()
            .map(|key| ((*key).to_owned(), Support::from(adapter.can_run_elsewhere)))
            .chain([(FAKE.to_owned(), Support::Unsupported)])
            .collect(),
    });
    wire::EnvironmentCapabilities {
        adapters: adapters.collect(),
        drivers: drivers(true),
        sandbox_providers: capabilities
            .providers
            .into_iter()
            .map(|provider| (provider.key.to_owned(), provider_written(provider)))
            .chain([(FAKE.to_owned(), fake())])
            .collect(),
    }
}

fn drivers(elsewhere: bool) -> wire::AdapterDrivers {
    let elsewhere = Support::from(elsewhere);
    wire::AdapterDrivers {
        local: Support::Supported,
        ssh: elsewhere,
        sandbox: elsewhere,
        plugin: Support::Unsupported,
    }
}

fn provider_written(provider: ProviderSupport) -> wire::SandboxProvider {
    wire::SandboxProvider {
        status: Support::Supported,
        supports_saved_probe: provider.saved_probe,
        supports_unsaved_probe: provider.unsaved_probe,
        supports_run_execution: provider.run_execution,
        supports_reusable_leases: provider.reusable_leases,
        supports_interactive_setup: !provider.interactive_setup.is_empty(),
        interactive_setup_connection_types: provider
            .interactive_setup
            .iter()
            .map(|kind| kind.as_str())
            .collect(),
        supports_template_capture: provider.template.is_some(),
        template_ref_kind: provider.template.as_ref().map(|template| template.kind.as_str()),
        template_config_binding: provider.template.map(|template| wire::TemplateConfigBinding {
            field: template.field,
            unset_fields: template.unsets.to_vec(),
        }),
        supports_template_delete: provider.template_delete,
        // No operation leads there.
        supports_login_pty: false,
        display_name: provider.display_name,
        description: Some(provider.description),
        source: "builtin",
        config_schema: Some(provider.config_schema),
    }
}

fn fake() -> wire::SandboxProvider {
    wire::SandboxProvider {
        status: Support::Unsupported,
        supports_saved_probe: true,
        supports_unsaved_probe: true,
        supports_run_execution: false,
        supports_reusable_leases: false,
        supports_interactive_setup: false,
        interactive_setup_connection_types: Vec::new(),
        supports_template_capture: false,
        template_ref_kind: None,
        template_config_binding: None,
        supports_template_delete: false,
        supports_login_pty: false,
        display_name: "Fake",
        description: None,
        source: "builtin",
        config_schema: None,
    }
}

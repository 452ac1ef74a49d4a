//! Custom images in the words of the wire.

use secrecy::ExposeSecret as _;
use wireclip_services::custom_images::{Connection, CustomImage, Reconciled, ShownSession};
use wireclip_services::records::{CustomImageSession, CustomImageTemplate};
use wireclip_wire::custom_images as wire;

pub(super) fn image_written(image: CustomImage) -> wire::CustomImage {
    wire::CustomImage {
        active_template: image.active_template.map(template_written),
        active_template_matches_config: image.matches_config,
        active_session: image.active_session.map(session_written),
        latest_session: image.latest_session.map(session_written),
    }
}

pub(super) fn template_written(template: CustomImageTemplate) -> wire::CustomImageTemplate {
    wire::CustomImageTemplate {
        id: template.id,
        environment_id: template.environment_id,
        provider: template.provider,
        template_kind: template.kind,
        template_ref: template.reference,
        source_template_ref: template.source_reference,
        source_environment_config_fingerprint: template.fingerprint,
        status: template.status,
        created_by_user_id: template.created_by_user_id,
        created_by_agent_id: None,
        captured_at: template.captured_at,
        last_used_at: template.last_used_at,
        superseded_by_template_id: template.superseded_by_id,
        metadata: template.metadata,
        created_at: template.created_at,
        updated_at: template.updated_at,
    }
}

pub(super) fn session_written(session: CustomImageSession) -> wire::CustomImageSetupSession {
    wire::CustomImageSetupSession {
        id: session.id,
        environment_id: session.environment_id,
        company_id: session.company_id,
        template_id: session.template_id,
        promoted_template_id: session.promoted_template_id,
        provider: session.provider,
        provider_lease_id: session.provider_lease_id,
        environment_lease_id: session.lease_id,
        status: session.status,
        started_by_user_id: session.started_by_user_id,
        started_by_agent_id: None,
        base_template_ref: session.base_reference,
        expires_at: session.expires_at,
        finished_at: session.finished_at,
        failure_reason: session.failure_reason,
        connection_summary: session.connection_summary,
        connection_secret_ref: None,
        metadata: session.metadata,
        created_at: session.created_at,
        updated_at: session.updated_at,
    }
}

pub(super) fn shown_written(shown: ShownSession) -> wire::ShownSetupSession {
    let payload = |connection: Connection| wire::ConnectionPayload {
        r#type: connection.connection_type.as_str(),
        command: connection.command.expose_secret().to_owned(),
        expires_at: connection.expires_at,
    };
    wire::ShownSetupSession {
        session: session_written(shown.session),
        connection_payload: shown.connection.map(payload),
    }
}

pub(in crate::routes) fn reconciliation_written(reconciled: Reconciled) -> wire::CustomImageReconciliation {
    wire::CustomImageReconciliation {
        action: reconciled.action.as_str(),
        template: template_written(reconciled.template),
    }
}

//! What the activity log tells of custom images, in the session's company.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::custom_image::redacted;
use wireclip_domain::{CompanyId, EnvironmentId, OpaqueJson, Timestamp};
use wireclip_store::custom_image_sessions::CustomImageSession;
use wireclip_store::custom_image_templates::CustomImageTemplate;

use super::templates::RolledBack;
use crate::change::{ActivityRecord, Change};

/// Tells that a person is let in.
pub(super) fn started(change: &mut Change<'_>, session: &CustomImageSession) {
    let details = details(&[("session", session_facts(session))]);
    tell_of(change, session, Action::CustomImageSetupStarted, &details);
}

/// Tells that a template came of a session.
pub(super) fn finished(
    change: &mut Change<'_>,
    session: &CustomImageSession,
    template: &CustomImageTemplate,
) {
    let details = details(&[("session", session_facts(session)), ("template", template_facts(template))]);
    tell_of(change, session, Action::CustomImageSetupFinished, &details);
}

/// Tells that somebody does not want a session any more.
pub(super) fn cancelled(change: &mut Change<'_>, session: &CustomImageSession) {
    let details = details(&[("session", session_facts(session))]);
    tell_of(change, session, Action::CustomImageSetupCancelled, &details);
}

/// Tells that somebody may open a terminal.
pub(super) fn token_made(change: &mut Change<'_>, session: &CustomImageSession, expires_at: Timestamp) {
    let mut details = OpaqueJson::object();
    details.set("setupSessionId", &session.id);
    details.set("connectionType", &"ssh");
    details.set("expiresAt", &expires_at);
    details.set("setupExpiresAt", &session.expires_at);
    tell_of(change, session, Action::CustomImageTerminalTokenCreated, &details);
}

/// Tells that an earlier template has its place again.
pub(super) fn rolled_back(change: &mut Change<'_>, company: CompanyId, rolled_back: &RolledBack) {
    let details = details(&[
        ("activeTemplate", template_facts(&rolled_back.active)),
        ("supersededTemplate", template_facts(&rolled_back.superseded)),
    ]);
    let environment = rolled_back.active.environment_id;
    tell(change, company, environment, Action::CustomImageTemplateRolledBack, &details);
}

/// Tells that a template goes on with other settings.
pub(super) fn relinked(change: &mut Change<'_>, company: CompanyId, template: &CustomImageTemplate) {
    let details = details(&[("template", template_facts(template))]);
    tell(change, company, template.environment_id, Action::CustomImageTemplateRelinked, &details);
}

/// Tells that a template is not used any more.
pub(super) fn disabled(change: &mut Change<'_>, company: CompanyId, template: &CustomImageTemplate) {
    let details = details(&[("template", template_facts(template))]);
    tell(change, company, template.environment_id, Action::CustomImageTemplateDisabled, &details);
}

fn details(parts: &[(&str, OpaqueJson)]) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    for (name, part) in parts {
        details.set(name, part);
    }
    details
}

fn session_facts(session: &CustomImageSession) -> OpaqueJson {
    let mut facts = OpaqueJson::object();
    facts.set("id", &session.id);
    facts.set("provider", &session.provider);
    facts.set("status", &session.status);
    facts.set("providerLeaseId", &session.provider_lease_id);
    facts.set("baseTemplateRef", &session.base_reference);
    facts.set("connectionSummary", &session.connection_summary);
    facts.set("expiresAt", &session.expires_at);
    facts.set("finishedAt", &session.finished_at);
    facts.set("failureReason", &session.failure_reason);
    facts
}

fn template_facts(template: &CustomImageTemplate) -> OpaqueJson {
    let mut facts = OpaqueJson::object();
    facts.set("id", &template.id);
    facts.set("provider", &template.provider);
    facts.set("templateKind", &template.kind);
    facts.set("templateRef", &template.reference);
    facts.set("sourceTemplateRef", &template.source_reference);
    facts.set("status", &template.status);
    facts.set("capturedAt", &template.captured_at);
    facts
}

fn tell_of(change: &mut Change<'_>, session: &CustomImageSession, action: Action, details: &OpaqueJson) {
    tell(change, session.company_id, Some(session.environment_id), action, details);
}

fn tell(
    change: &mut Change<'_>,
    company: CompanyId,
    environment: Option<EnvironmentId>,
    action: Action,
    details: &OpaqueJson,
) {
    let Some(environment) = environment else { return };
    let record = ActivityRecord {
        action,
        entity_type: EntityType::Environment,
        entity_id: environment.to_string(),
        details: Some(redacted(details)),
    };
    change.record(company, record);
}

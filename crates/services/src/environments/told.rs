//! What the activity logs tell of environments: that something changed, never what a setting
//! holds. Environments are everybody's, so every company's log tells it; that one was tried tells
//! the log of the company in whose name it was.

use wireclip_domain::activity::{Action, EntityType};
use wireclip_domain::{CompanyId, OpaqueJson};
use wireclip_store::counters::{self, Within};
use wireclip_store::environments::Environment;
use wireclip_store::{Conn, PageLimit, companies};

use crate::change::{ActivityRecord, Change};
use crate::error::ServiceResult;

/// The companies, held until the change is made.
pub(super) struct HeldCompanies(Vec<CompanyId>);

/// Tells every company of something that happened to an environment.
pub(super) fn everywhere(
    change: &mut Change<'_>,
    held: &HeldCompanies,
    action: &Action,
    details: &OpaqueJson,
    id: impl std::fmt::Display,
) {
    for company_id in &held.0 {
        change.record(*company_id, record(action.clone(), details.clone(), &id));
    }
}

/// Makes an entry of the log about an environment.
pub(super) fn record(action: Action, details: OpaqueJson, id: impl std::fmt::Display) -> ActivityRecord {
    ActivityRecord::about(EntityType::Environment, id, action, details)
}

/// Tells every company of something that happened to what is everybody's.
pub(super) fn everywhere_of(
    change: &mut Change<'_>,
    held: &HeldCompanies,
    action: &Action,
    details: &OpaqueJson,
    (entity_type, entity_id): &(EntityType, String),
) {
    for company_id in &held.0 {
        let record = ActivityRecord {
            action: action.clone(),
            entity_type: entity_type.clone(),
            entity_id: entity_id.clone(),
            details: Some(details.clone()),
        };
        change.record(*company_id, record);
    }
}

/// Holds every company, in the order in which their changes hold them: what chose an environment is
/// changed in all, and all are told.
///
/// To be called before the change locks or writes anything, as whoever changes a company does.
pub(super) async fn hold_companies(change: &Change<'_>) -> ServiceResult<HeldCompanies> {
    let conn = change.conn();
    let mut held = all_companies(&conn).await?;
    for id in &held {
        counters::lock(&conn, Within::Company(*id)).await?;
    }
    // One that was removed while it was waited for is told nothing.
    let left = all_companies(&conn).await?;
    held.retain(|id| left.binary_search(id).is_ok());
    Ok(HeldCompanies(held))
}

async fn all_companies(conn: &Conn<'_>) -> ServiceResult<Vec<CompanyId>> {
    let mut all = Vec::new();
    loop {
        let more = companies::ids(conn, all.last().copied(), PageLimit::MAX).await?;
        if more.is_empty() {
            return Ok(all);
        }
        all.extend(more);
    }
}

/// Says what an environment is.
pub(super) fn facts(environment: &Environment) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("name", &environment.name);
    details.set("driver", &environment.driver);
    details.set("status", &environment.status);
    details
}

/// Says what of an environment changed.
pub(super) fn changes(before: &Environment, after: &Environment) -> OpaqueJson {
    // In the order of the alphabet, as clients know it.
    let changed: Vec<&str> = [
        ("config", before.config != after.config),
        ("description", before.description != after.description),
        ("driver", before.driver != after.driver),
        ("envVars", before.env_vars != after.env_vars),
        ("metadata", before.metadata != after.metadata),
        ("name", before.name != after.name),
        ("status", before.status != after.status),
    ]
    .into_iter()
    .filter_map(|(field, has_changed)| has_changed.then_some(field))
    .collect();
    let mut details = OpaqueJson::object();
    for field in &changed {
        match *field {
            "name" => details.set("name", &after.name),
            "driver" => details.set("driver", &after.driver),
            "status" => details.set("status", &after.status),
            "description" => details.set("descriptionChanged", &true),
            "config" => {
                details.set("configChanged", &true);
                details.set("configTopLevelKeyCount", &after.config.keys().count());
            }
            "metadata" => {
                details.set("metadataChanged", &true);
                let count = after.metadata.as_ref().map_or(0, |metadata| metadata.keys().count());
                details.set("metadataTopLevelKeyCount", &count);
            }
            _ => {}
        }
    }
    details.set("changedFields", &changed);
    details
}

/// Says what came of trying an environment.
pub(super) fn probed(result: &super::ProbeResult) -> OpaqueJson {
    let mut details = OpaqueJson::object();
    details.set("driver", &result.driver);
    details.set("ok", &result.is_ok);
    details.set("summary", &result.summary);
    details
}

/// The entity of what was tried before it was saved.
pub(super) const UNSAVED: &str = "unsaved";

/// Says what came of trying settings that are not saved.
pub(super) fn probed_unsaved(result: &super::ProbeResult, config: &OpaqueJson) -> OpaqueJson {
    let mut details = probed(result);
    details.set("configTopLevelKeyCount", &config.keys().count());
    details
}

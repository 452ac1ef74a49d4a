//! Settings that are known not to work are refused when they are sent, not when a run fails.
//!
//! Only what a request names is looked at: what is missing may be added later, and an agent with
//! settings of old can still be changed elsewhere. A blank text counts as missing.

use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::heartbeat_policy;
use wireclip_ports::adapter_catalog::AdapterCatalog;

use crate::error::{Refusal, RefusalKind, ServiceError, ServiceResult};

/// Goes on only if nothing of `sent` is known not to work among all settings of an agent.
pub(super) fn check_adapter_settings(
    adapters: &dyn AdapterCatalog,
    adapter_type: AdapterType,
    all: &OpaqueJson,
    sent: &OpaqueJson,
) -> ServiceResult<()> {
    let mut problems = adapters.problems(adapter_type, all);
    problems.retain(|problem| is_named(sent, &problem.key));
    refuse(problems.into_iter().map(|problem| (format!("adapterConfig.{}", problem.key), problem.message)))
}

/// Goes on only if the heartbeat's numbers are within their limits.
pub(super) fn check_runtime_settings(sent: &OpaqueJson) -> ServiceResult<()> {
    let problems = heartbeat_policy::out_of_range(sent);
    refuse(problems.into_iter().map(|(key, limits)| (format!("runtimeConfig.heartbeat.{key}"), limits)))
}

/// Returns whether a request gives a value to a setting; to a variable, if it is `env.NAME`.
fn is_named(sent: &OpaqueJson, key: &str) -> bool {
    let value = match key.split_once('.') {
        Some((outer, inner)) => sent.get(outer).and_then(|outer| outer.get(inner)),
        None => sent.get(key),
    };
    let Some(value) = value else { return false };
    let is_blank = value.as_text().is_some_and(|text| text.trim().is_empty());
    // Kept, as existing clients expect; runs say that they cannot have it.
    let is_persons = value.text("type") == Some("user_secret_ref");
    !value.is_null() && !is_blank && !is_persons
}

fn refuse(problems: impl Iterator<Item = (String, String)>) -> ServiceResult<()> {
    let problems: Vec<(String, String)> = problems.collect();
    if problems.is_empty() {
        return Ok(());
    }
    let named: Vec<String> = problems.iter().map(|(field, message)| format!("{field} {message}")).collect();
    let mut details = OpaqueJson::object();
    details.set("fields", &problems.iter().map(|(field, _)| field).collect::<Vec<_>>());
    Err(ServiceError::from(
        Refusal::new(RefusalKind::Unprocessable, named.join("; "))
            .with_code("invalid_settings")
            .with_details(details),
    ))
}

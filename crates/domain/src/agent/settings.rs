//! An agent's settings: what a new one gets, and what a change makes of the old ones.

use crate::OpaqueJson;
use crate::agent::AdapterType;
use crate::redaction::{NothingHidden, restore_hidden};
use crate::refusal::{Refusal, RefusalKind};

/// How many runs of one agent may go on at once unless its settings say otherwise.
pub const DEFAULT_MAX_CONCURRENT_RUNS: u32 = 20;

/// The settings that mean the same to every adapter, and stay when the adapter changes.
pub const KEPT_ACROSS_ADAPTERS: &[&str] = &[
    "env",
    "promptTemplate",
    "instructionsFilePath",
    "cwd",
    "timeoutSec",
    "graceSec",
    "bootstrapPromptTemplate",
    "paperclipSkillSync",
];

/// A wish to change an agent's adapter or the settings for it.
#[derive(Debug, Clone, PartialEq)]
pub struct AdapterChange {
    /// The adapter afterwards.
    pub adapter: AdapterType,
    /// The settings that were sent, if any were.
    pub settings: Option<OpaqueJson>,
    /// Whether what was sent takes the place of everything, rather than being laid over it.
    pub replaces: bool,
}

/// Returns the settings after a change. Hidden values that are sent back keep the stored ones.
///
/// # Errors
/// If a hidden value is sent for which nothing is stored.
pub fn settings_after(
    adapter: AdapterType,
    stored: &OpaqueJson,
    change: &AdapterChange,
) -> Result<OpaqueJson, NothingHidden> {
    let sent = match &change.settings {
        Some(sent) => restore_hidden(sent, stored)?,
        None => OpaqueJson::object(),
    };
    if change.settings.is_some() && change.replaces {
        return Ok(sent);
    }
    if change.adapter == adapter {
        return Ok(stored.clone().merged_with(&sent));
    }
    let mut kept = OpaqueJson::object();
    for (name, value) in stored.members().filter(|(name, _)| KEPT_ACROSS_ADAPTERS.contains(name)) {
        kept.set(name, &value);
    }
    Ok(kept.merged_with(&sent))
}

/// The settings that agents may choose for those they hire: none of them is a command, a path, a
/// host or an environment.
pub const CHOSEN_BY_AGENTS: &[&str] = &[
    "model",
    "engine",
    "effort",
    "mode",
    "variant",
    "modelReasoningEffort",
    "reasoningEffort",
    "maxTurnsPerRun",
    "promptTemplate",
    "bootstrapPromptTemplate",
    "timeoutSec",
    "graceSec",
];

/// Settings that an agent sent and only people may set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("only the board may set: {}", keys.join(", "))]
pub struct OperatorSettings {
    /// Their names.
    pub keys: Vec<String>,
}

impl Refusal for OperatorSettings {
    fn kind(&self) -> RefusalKind {
        RefusalKind::Forbidden
    }

    fn code(&self) -> Option<&'static str> {
        Some("operator_setting")
    }
}

/// Decides whether an agent may set these settings of another's adapter.
///
/// # Errors
/// If one of them may hold what is run, or where.
pub fn decide_agents_settings(sent: &OpaqueJson) -> Result<(), OperatorSettings> {
    let keys: Vec<String> =
        sent.keys().filter(|key| !CHOSEN_BY_AGENTS.contains(key)).map(str::to_owned).collect();
    if keys.is_empty() { Ok(()) } else { Err(OperatorSettings { keys }) }
}

/// Returns the runtime settings of a new agent: what was sent, with a heartbeat that is switched
/// off and a limit of runs unless it says otherwise. A switch that is no boolean counts as off.
#[must_use]
pub fn new_runtime_settings(sent: Option<&OpaqueJson>) -> OpaqueJson {
    let mut settings = sent.filter(|sent| sent.is_object()).cloned().unwrap_or_default();
    let mut heartbeat = settings.get("heartbeat").filter(OpaqueJson::is_object).unwrap_or_default();
    let enabled = heartbeat.get("enabled").and_then(|enabled| enabled.parse().ok()).unwrap_or(false);
    heartbeat.set("enabled", &enabled);
    if heartbeat.get("maxConcurrentRuns").is_none() {
        heartbeat.set("maxConcurrentRuns", &DEFAULT_MAX_CONCURRENT_RUNS);
    }
    settings.set("heartbeat", &heartbeat);
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn of(value: &Value) -> OpaqueJson {
        OpaqueJson::of(value)
    }

    #[test]
    fn settings_are_merged_replaced_or_carried_to_another_adapter() {
        let check = |from, stored: Value, adapter, sent: Option<Value>, replaces, expected: Value| {
            let change = AdapterChange { adapter, settings: sent.map(|sent| of(&sent)), replaces };
            assert_eq!(settings_after(from, &of(&stored), &change), Ok(of(&expected)));
        };
        let (process, http) = (AdapterType::Process, AdapterType::Http);
        check(
            process,
            json!({"cwd": "/", "a": 1}),
            process,
            Some(json!({"a": 2, "b": 3})),
            false,
            json!({"cwd": "/", "a": 2, "b": 3}),
        );
        check(process, json!({"cwd": "/", "a": 1}), process, Some(json!({"b": 3})), true, json!({"b": 3}));
        check(
            process,
            json!({"cwd": "/", "command": "x"}),
            http,
            Some(json!({"url": "u"})),
            false,
            json!({"cwd": "/", "url": "u"}),
        );
        check(http, json!({"cwd": "/", "url": "u"}), process, None, false, json!({"cwd": "/"}));
        check(process, json!({"cwd": "/", "a": 1}), process, None, true, json!({"cwd": "/", "a": 1}));
    }

    #[test]
    fn agents_choose_models_and_not_commands() {
        assert_eq!(decide_agents_settings(&of(&json!({"model": "m", "effort": "high"}))), Ok(()));
        let sent = json!({"command": "/bin/sh", "model": "m", "env": {}});
        let keys = vec!["command".to_owned(), "env".to_owned()];
        assert_eq!(decide_agents_settings(&of(&sent)), Err(OperatorSettings { keys }));
    }

    #[test]
    fn a_new_agent_has_a_heartbeat_that_is_off() {
        let check = |sent: Value, expected: Value| {
            assert_eq!(new_runtime_settings(Some(&of(&sent))), of(&expected), "{sent}");
        };
        check(json!({}), json!({"heartbeat": {"enabled": false, "maxConcurrentRuns": 20}}));
        check(
            json!({"heartbeat": {"enabled": "maybe", "maxConcurrentRuns": "3"}, "note": "kept"}),
            json!({"heartbeat": {"enabled": false, "maxConcurrentRuns": "3"}, "note": "kept"}),
        );
        check(
            json!({"heartbeat": {"enabled": true, "intervalSec": 60}}),
            json!({"heartbeat": {"enabled": true, "intervalSec": 60, "maxConcurrentRuns": 20}}),
        );
        assert_eq!(new_runtime_settings(None), new_runtime_settings(Some(&OpaqueJson::array())));
    }
}

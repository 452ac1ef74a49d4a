//! What a run notes about itself.

use std::collections::BTreeMap;

use secrecy::ExposeSecret as _;
use serde::Serialize;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::redaction::HIDDEN;
use wireclip_domain::run::{EventLevel, OutputStream};
use wireclip_ports::adapter::Launch;
use wireclip_services::runs::RunNote;

/// Secrets shorter than this would mask half of everything.
const SHORTEST_SECRET: usize = 4;

/// The longest text, in characters, and the most elements that an event's payload holds.
const LONGEST_TEXT: usize = 16 * 1024;
const MOST_ELEMENTS: usize = 50;
const MOST_KEYS: usize = 100;

/// What is started, as it may be seen.
pub(super) fn invocation(adapter_type: AdapterType, launch: &Launch) -> RunNote {
    let shown = |text: &str| -> String { masked(text, launch).chars().take(LONGEST_TEXT).collect() };
    let shows = |name: &String| launch.shown_environment.contains(name);
    let payload = Invocation {
        adapter_type,
        command: shown(&launch.program),
        command_args: launch.arguments.iter().take(MOST_ELEMENTS).map(|text| shown(text)).collect(),
        cwd: shown(&launch.working_directory.to_string_lossy()),
        env: launch
            .environment
            .iter()
            .take(MOST_KEYS)
            .map(|(name, value)| {
                let value = if shows(name) { shown(value.expose_secret()) } else { HIDDEN.to_owned() };
                (name.as_str(), value)
            })
            .collect(),
    };
    RunNote {
        event_type: "adapter.invoke".to_owned(),
        stream: Some(OutputStream::System),
        level: Some(EventLevel::Info),
        message: Some("adapter invocation".to_owned()),
        payload: Some(OpaqueJson::of(&payload)),
    }
}

/// What is started, as the wire has it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation<'a> {
    adapter_type: AdapterType,
    command: String,
    command_args: Vec<String>,
    cwd: String,
    env: BTreeMap<&'a str, String>,
}

fn masked(text: &str, launch: &Launch) -> String {
    let secrets = launch.secrets.iter().map(|secret| secret.expose_secret());
    secrets
        .filter(|secret| secret.len() >= SHORTEST_SECRET)
        .fold(text.to_owned(), |text, secret| text.replace(secret, HIDDEN))
}

//! What a run notes about itself.

use std::collections::BTreeMap;

use secrecy::ExposeSecret as _;
use serde::Serialize;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::redaction::{HIDDEN, spellings};
use wireclip_domain::run::{EventLevel, OutputStream};
use wireclip_ports::adapter::{Launch, TranscriptEntry};
use wireclip_services::runs::{RunNote, TRANSCRIPT};

/// The longest text, in characters, and the most elements that an event's payload holds.
const LONGEST_TEXT: usize = 16 * 1024;
const MOST_ELEMENTS: usize = 50;
const MOST_KEYS: usize = 100;

/// What is started, as it may be seen.
pub(super) fn invocation(adapter_type: AdapterType, launch: &Launch) -> RunNote {
    let hidden = Hidden::of(launch);
    let shown = |text: &str| -> String { hidden.masked(text).chars().take(LONGEST_TEXT).collect() };
    let shows = |name: &String| launch.shown_environment.contains(name);
    let payload = Invocation {
        adapter_type,
        command: shown(&launch.program),
        command_args: launch.arguments.iter().take(MOST_ELEMENTS).map(|text| shown(text)).collect(),
        command_notes: launch.notes.iter().map(|note| shown(note)).collect(),
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

/// A step of the agent's work, with its number in the run.
pub(super) fn transcript(entry: TranscriptEntry, number: u64) -> RunNote {
    let mut payload = entry.payload;
    payload.set("entry", &number);
    RunNote {
        event_type: TRANSCRIPT.to_owned(),
        stream: Some(OutputStream::Stdout),
        level: Some(entry.level),
        message: Some(entry.line),
        payload: Some(payload),
    }
}

/// What is started, as the wire has it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation<'a> {
    adapter_type: AdapterType,
    command: String,
    command_args: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    command_notes: Vec<String>,
    cwd: String,
    env: BTreeMap<&'a str, String>,
}

/// What must not be shown of a launch, in every form, longest first, so that a secret within a
/// secret does not leave a rest.
struct Hidden(Vec<String>);

impl Hidden {
    fn of(launch: &Launch) -> Self {
        let secrets = launch.secrets.iter().map(|secret| secret.expose_secret());
        let mut forms: Vec<String> = secrets.flat_map(spellings).collect();
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        Self(forms)
    }

    fn masked(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, form| text.replace(form, HIDDEN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_hidden_in_every_spelling_as_in_the_log() {
        let launch = Launch {
            program: "call".to_owned(),
            arguments: vec![
                "--token=p@ss/word-of-mine".to_owned(),
                "https://example.org/?t=p%40ss%2Fword-of-mine&x=1".to_owned(),
                "--auth=cEBzcy93b3JkLW9mLW1pbmU=".to_owned(),
            ],
            working_directory: "/".into(),
            environment: BTreeMap::new(),
            shown_environment: Vec::new(),
            stdin: Vec::new(),
            time_limit: None,
            grace: wireclip_ports::adapter::DEFAULT_GRACE,
            secrets: vec!["word-of".into(), "p@ss/word-of-mine".into()],
            notes: Vec::new(),
        };
        let payload = invocation(AdapterType::Process, &launch).payload.unwrap();
        let arguments: Vec<String> = payload.get("commandArgs").unwrap().parse().unwrap();
        assert_eq!(arguments[0], "--token=***REDACTED***");
        assert_eq!(arguments[1], "https://example.org/?t=***REDACTED***&x=1");
        assert!(arguments[2].starts_with("--auth=***REDACTED***"), "{}", arguments[2]);
    }
}

//! The environment of a run's program: an allow list of the server's own, or what another place
//! gives; the agent's variables; and on top what the control plane says.
//!
//! **Invariant:** no variable of an agent's settings wins over the control plane, and nothing of
//! the server's environment reaches a program unless it is on the list.

use std::collections::BTreeMap;

use secrecy::{ExposeSecret as _, SecretString};
use wireclip_domain::secret::SecretRef;
use wireclip_ports::adapter::{Elsewhere, RunOrder};
use wireclip_runhost::lookup::DEFAULT_PATH;

use crate::secret_values::{self, SHORTEST_MASKED};
use crate::settings::SettingsReader;

/// What programs may inherit of the server's environment: where things are found, who the user
/// is, how to speak and tell the time, how to reach the network.
const INHERITED: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TZ",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    // Programs on Windows do not start without these.
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "COMSPEC",
    "PATHEXT",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
    "PROGRAMDATA",
    "PROGRAMFILES",
];

/// What the server adds to the inherited variables under the names that agents know.
const SERVER_PROVIDED: &[&str] =
    &["PAPERCLIP_LISTEN_HOST", "PAPERCLIP_LISTEN_PORT", "PAPERCLIP_RUNTIME_API_URL"];

/// How a program reaches the control plane.
const REACH: &[&str] = &["PAPERCLIP_API_KEY", "PAPERCLIP_API_URL", "PAPERCLIP_RUNTIME_API_URL"];

/// A name under which a value counts as a secret whatever it looks like.
const STORED: &str = "SECRET";

/// Names of the run's scratch folder.
const SCRATCH: &[&str] = &[
    "PAPERCLIP_RUN_SCRATCH_DIR",
    "PAPERCLIP_TASK_SCRATCH_DIR",
    "PAPERCLIP_SCRATCH_DIR",
    "PAPERCLIP_TMPDIR",
    "TMPDIR",
    "TMP",
    "TEMP",
];

/// Returns whether programs may inherit a variable of the server's environment.
///
/// The server asks once, at its start, and hands the result on with every run.
#[must_use]
pub fn inheritable(name: &str) -> bool {
    INHERITED.contains(&name) || name.starts_with("LC_")
}

/// Returns where a program of an agent with these variables looks for other programs.
pub(crate) fn search_path<'a>(
    agent: &'a BTreeMap<String, String>,
    inherited: &'a BTreeMap<String, String>,
) -> &'a str {
    agent.get("PATH").or_else(|| inherited.get("PATH")).map_or(DEFAULT_PATH, String::as_str)
}

/// A program's whole environment and what of it may be seen.
#[derive(Debug)]
pub(crate) struct ChildEnvironment {
    pub(crate) variables: BTreeMap<String, SecretString>,
    /// Names whose values may be shown.
    pub(crate) shown: Vec<String>,
    /// Values to mask in whatever the run prints.
    pub(crate) secrets: Vec<SecretString>,
}

/// Puts the environment of a run's program together.
pub(crate) fn compose(order: &RunOrder, agent: &BTreeMap<String, String>) -> ChildEnvironment {
    let mut plain = order.elsewhere.as_ref().map_or_else(|| inherited(order), given_there);
    // The way to the network may hold a password.
    let mut secrets: Vec<String> = plain
        .iter()
        .filter(|(name, _)| name.to_ascii_lowercase().ends_with("_proxy"))
        .flat_map(|(name, value)| secret_values::masked_parts(name, value))
        .collect();
    if let Some(place) = &order.elsewhere {
        let stored = place.secrets.iter().map(|secret| secret.expose_secret());
        secrets.extend(stored.filter(|secret| secret.len() >= SHORTEST_MASKED).map(str::to_owned));
        let sounding = plain.iter().flat_map(|(name, value)| secret_values::masked_parts(name, value));
        secrets.extend(sounding);
    }
    for (name, value) in agent {
        plain.insert(name.clone(), value.clone());
        secrets.extend(secret_values::masked_parts(name, value));
    }
    for (name, value) in &order.secret_variables {
        let value = value.expose_secret();
        plain.insert(name.clone(), value.to_owned());
        // Whatever it is called: it is stored as a secret.
        secrets.extend((value.len() >= SHORTEST_MASKED).then(|| value.to_owned()));
        secrets.extend(secret_values::masked_parts(STORED, value));
    }
    // Not even a value that the agent's settings name so may pass for the run's token.
    for name in REACH {
        plain.remove(*name);
    }
    plain.extend(told(order));

    let mut shown: Vec<String> = plain
        .iter()
        .filter(|(name, value)| !secret_values::is_hidden(name, value) || is_told(name))
        .filter(|(name, _)| !order.secret_variables.contains_key(*name) || is_told(name))
        .map(|(name, _)| name.clone())
        .collect();
    shown.sort_unstable();

    let mut variables: BTreeMap<String, SecretString> =
        plain.into_iter().map(|(name, value)| (name, SecretString::from(value))).collect();
    if order.elsewhere.is_none() {
        variables.insert("PAPERCLIP_API_KEY".to_owned(), order.run_token.clone());
    }

    // Longer values first: a value that contains another must not be left with the rest in sight.
    secrets.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    secrets.dedup();
    let secrets = std::iter::once(order.run_token.expose_secret().to_owned()).chain(secrets);
    ChildEnvironment { variables, shown, secrets: secrets.map(SecretString::from).collect() }
}

/// Returns the server's variables for a program, with a `PATH` in any case.
fn inherited(order: &RunOrder) -> BTreeMap<String, String> {
    // The order's maker has chosen already; this is the second lock on the same door.
    let mut inherited: BTreeMap<String, String> = order
        .inherited_environment
        .iter()
        .filter(|(name, _)| inheritable(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    inherited.entry("PATH".to_owned()).or_insert_with(|| DEFAULT_PATH.to_owned());
    inherited
}

/// Returns what another place gives to programs.
fn given_there(place: &Elsewhere) -> BTreeMap<String, String> {
    let given = place.variables.iter();
    given.map(|(name, value)| (name.clone(), value.expose_secret().to_owned())).collect()
}

/// Returns what the control plane tells a program, but for the token.
fn told(order: &RunOrder) -> BTreeMap<String, String> {
    let mut told = BTreeMap::from([
        ("PAPERCLIP_AGENT_ID".to_owned(), order.agent_id.to_string()),
        ("PAPERCLIP_COMPANY_ID".to_owned(), order.company_id.to_string()),
        ("PAPERCLIP_RUN_ID".to_owned(), order.run_id.to_string()),
    ]);
    if order.elsewhere.is_some() {
        // This machine's addresses and folders mean nothing there, and its token stays here.
        return told;
    }
    told.insert("PAPERCLIP_API_URL".to_owned(), order.api_url.clone());
    told.insert("PAPERCLIP_RUNTIME_API_URL".to_owned(), order.api_url.clone());
    for name in SERVER_PROVIDED {
        if let Some(value) = order.inherited_environment.get(*name) {
            told.insert((*name).to_owned(), value.clone());
        }
    }
    let scratch = order.scratch.to_string_lossy();
    told.extend(SCRATCH.iter().map(|name| ((*name).to_owned(), scratch.clone().into_owned())));
    told
}

fn is_told(name: &str) -> bool {
    let identity = ["PAPERCLIP_AGENT_ID", "PAPERCLIP_COMPANY_ID", "PAPERCLIP_RUN_ID", "PAPERCLIP_API_URL"];
    identity.contains(&name) || SERVER_PROVIDED.contains(&name) || SCRATCH.contains(&name)
}

/// Reads the agent's variables: each a text, or `{"type": "plain", "value": text}`. Those that name
/// a stored secret are left out: their values come with the order.
pub(crate) fn read_variables(reader: &mut SettingsReader<'_>) -> BTreeMap<String, String> {
    let Some(object) = reader.object("env") else { return BTreeMap::new() };
    let mut variables = BTreeMap::new();
    for (name, binding) in object.members() {
        let key = format!("env.{name}");
        if name.is_empty() || name.contains(['=', '\0']) {
            reader.problem(key, "is not a valid name of a variable");
            continue;
        }
        let value = match binding.as_text() {
            Some(text) => Some(text),
            None if binding.text("type") == Some("plain") => binding.text("value"),
            None => None,
        };
        match value {
            Some(value) if value.contains('\0') => reader.problem(key, "must not contain a NUL character"),
            Some(value) => {
                variables.insert(name.to_owned(), value.to_owned());
            }
            None if SecretRef::read(&binding).is_some() => {}
            None if binding.text("type") == Some("secret_ref") => {
                reader.problem(key, "names no secret: an id, and \"latest\" or the number of a version");
            }
            None if binding.text("type") == Some("user_secret_ref") => {
                reader.problem(key, "names a secret of a person, which runs cannot have yet");
            }
            None => reader.problem(key, "must be a text, or an object with the type \"plain\" and a value"),
        }
    }
    variables
}

#[cfg(test)]
mod tests;

//! Tries an agent's settings without running it: one finding for each thing that was looked at.
//!
//! The codes are those that clients know.

use std::path::Path;
use std::time::Duration;

use reqwest::Url;
use wireclip_domain::OpaqueJson;
use wireclip_domain::agent::AdapterType;
use wireclip_domain::agent::CheckLevel::{Error, Info, Warn};
use wireclip_ports::adapter_catalog::{EnvironmentCheck, TestPlace};
use wireclip_runhost::lookup;

use crate::environment;
use crate::http::{HttpSettings, method_of};
use crate::http_call::{self, CallOrder};
use crate::process::ProcessSettings;
use crate::settings::SettingsReader;
use wireclip_egress::SystemResolver;

/// How long an address may take to answer when it is tried.
const PROBE_LIMIT: Duration = Duration::from_secs(3);

/// Says that this server cannot run such agents, whatever their settings.
pub(crate) fn cannot_run(adapter_type: AdapterType) -> EnvironmentCheck {
    let message = format!("This server cannot run agents of the type {adapter_type} yet.");
    EnvironmentCheck::new("adapter_engine_unavailable", Error, message)
        .with_hint("Choose a type that can run here, such as process, or try again with a later release.")
}

/// Tries the settings of an agent that is a program.
pub(crate) fn process(settings: &OpaqueJson, place: &TestPlace) -> Vec<EnvironmentCheck> {
    let command = settings.text("command").map(str::trim).filter(|command| !command.is_empty());
    let mut checks = vec![match command {
        Some(command) => {
            EnvironmentCheck::new("process_command_present", Info, format!("The command is {command}"))
        }
        None => EnvironmentCheck::new("process_command_missing", Error, "There is no command to run.")
            .with_hint("Set command to a program: a path, or a name in the PATH."),
    }];
    let folder = settings.text("cwd").map(str::trim).filter(|folder| !folder.is_empty());
    checks.push(working_directory(&PROCESS_FOLDER, folder));
    if let Some(command) = command {
        checks.push(resolvable(&PROCESS_COMMAND, settings, place, command, folder));
    }
    checks.extend(other_problems(settings));
    checks
}

/// The codes of what is found about a working directory.
pub(crate) struct FolderCodes {
    pub(crate) valid: &'static str,
    pub(crate) invalid: &'static str,
}

/// The codes of what is found about a program.
pub(crate) struct CommandCodes {
    pub(crate) found: &'static str,
    pub(crate) missing: &'static str,
}

const PROCESS_FOLDER: FolderCodes =
    FolderCodes { valid: "process_cwd_valid", invalid: "process_cwd_invalid" };
const PROCESS_COMMAND: CommandCodes =
    CommandCodes { found: "process_command_resolvable", missing: "process_command_unresolvable" };

/// Tries the folder in which an agent works.
pub(crate) fn working_directory(codes: &FolderCodes, folder: Option<&str>) -> EnvironmentCheck {
    let valid = |message: String| EnvironmentCheck::new(codes.valid, Info, message);
    let invalid = |message: String, folder: &str| {
        EnvironmentCheck::new(codes.invalid, Error, message).with_detail(folder)
    };
    let Some(folder) = folder else {
        return valid("The agent works in a folder of its own.".to_owned());
    };
    if !Path::new(folder).is_absolute() {
        return invalid(format!("The working directory \"{folder}\" is not an absolute path."), folder);
    }
    match lookup::check_folder(Path::new(folder)) {
        Ok(()) => valid(format!("The working directory is there: {folder}")),
        Err(message) => invalid(format!("Cannot start: {message}"), folder),
    }
}

/// Tries to find an agent's program.
pub(crate) fn resolvable(
    codes: &CommandCodes,
    settings: &OpaqueJson,
    place: &TestPlace,
    command: &str,
    folder: Option<&str>,
) -> EnvironmentCheck {
    let mut reader = SettingsReader::new(settings);
    let variables = environment::read_variables(&mut reader);
    let search_path = environment::search_path(&variables, &place.inherited_environment);
    match lookup::find(command, Some(search_path), Path::new(folder.unwrap_or("/"))) {
        Ok(found) => EnvironmentCheck::new(
            codes.found,
            Info,
            format!("The command is executable: {}", found.display()),
        ),
        Err(message) => EnvironmentCheck::new(codes.missing, Error, format!("Cannot start: {message}"))
            .with_detail(command)
            .with_hint("Install the program on this machine, or give its whole path."),
    }
}

/// Returns what would keep a run from starting although command and folder are in order.
fn other_problems(settings: &OpaqueJson) -> Vec<EnvironmentCheck> {
    let problems = ProcessSettings::read(settings).err().unwrap_or_default();
    problems
        .into_iter()
        .filter(|problem| !["command", "cwd"].contains(&problem.key.as_str()))
        .map(|problem| {
            let message = format!("{} {}", problem.key, problem.message);
            EnvironmentCheck::new("process_setting_invalid", Error, message).with_detail(problem.key)
        })
        .collect()
}

/// Tries the settings of an agent behind an HTTP address; calls the address without a body.
pub(crate) async fn http(settings: &OpaqueJson, place: &TestPlace) -> Vec<EnvironmentCheck> {
    let Some(address) = settings.text("url").map(str::trim).filter(|address| !address.is_empty()) else {
        return vec![
            EnvironmentCheck::new("http_url_missing", Error, "There is no address to call.")
                .with_hint("Set url to an absolute address, http or https."),
        ];
    };
    let method = method_of(settings);
    let method_check =
        EnvironmentCheck::new("http_method_configured", Info, format!("The method is {method}"));
    let Ok(url) = Url::parse(address) else {
        let invalid =
            EnvironmentCheck::new("http_url_invalid", Error, format!("{address} is not a valid address."));
        return vec![invalid, method_check];
    };
    let mut checks = Vec::new();
    let is_http = matches!(url.scheme(), "http" | "https");
    if !is_http {
        let message = format!("The scheme {} is not supported.", url.scheme());
        let hint = "Use an address that begins with http:// or https://.";
        checks.push(EnvironmentCheck::new("http_url_protocol_invalid", Error, message).with_hint(hint));
    }
    checks.push(EnvironmentCheck::new("http_url_valid", Info, format!("The address is {url}")));
    checks.push(method_check);
    if is_http {
        checks.extend(setting_problems(settings));
        checks.push(probe(&url, settings, place).await);
    }
    checks
}

fn setting_problems(settings: &OpaqueJson) -> Vec<EnvironmentCheck> {
    let problems = HttpSettings::read(settings).err().unwrap_or_default();
    problems
        .into_iter()
        .map(|problem| {
            let message = format!("{} {}", problem.key, problem.message);
            EnvironmentCheck::new("http_setting_invalid", Error, message).with_detail(problem.key)
        })
        .collect()
}

async fn probe(url: &Url, settings: &OpaqueJson, place: &TestPlace) -> EnvironmentCheck {
    let headers = HttpSettings::read(settings).map(|settings| settings.headers).unwrap_or_default();
    let call = CallOrder {
        url: url.to_string(),
        method: "HEAD".to_owned(),
        headers,
        body: None,
        private_endpoints: place.private_endpoints.clone(),
    };
    match http_call::probe(&call, &SystemResolver, PROBE_LIMIT).await {
        // An agent may well answer only the method that it is called with.
        Ok(status @ (200..=299 | 405 | 501)) => {
            let message = format!("The address answers (status {status}).");
            EnvironmentCheck::new("http_endpoint_probe_ok", Info, message)
        }
        Ok(status) => {
            let message = format!("The address answers a HEAD request with status {status}.");
            EnvironmentCheck::new("http_endpoint_probe_unexpected_status", Warn, message)
                .with_hint("Check that the agent takes requests at exactly this address.")
        }
        Err(message) => EnvironmentCheck::new("http_endpoint_probe_failed", Warn, message)
            .with_hint("The agent may be reachable later; a run will tell."),
    }
}

#[cfg(test)]
mod tests;
